// What a question paints on the map, and what it does with a tap on a place. The map itself belongs to the family.

export type Mark = 'option' | 'picked' | 'target' | 'focus' | 'danger';
export interface Arrow {
  from: number;
  to: number;
  via?: number[];
  count: number;
  kind: 'land' | 'sea' | 'plan';
}
export interface Badge {
  text: string;
  tone: 'plain' | 'good' | 'bad';
}

type PickPlace = (place: number) => boolean;

const NO_MARKS: ReadonlyMap<number, Mark> = new Map();
const NO_BADGES: ReadonlyMap<number, Badge> = new Map();
const NO_ARROWS: readonly Arrow[] = [];

export class Stage {
  marks = $state.raw(NO_MARKS);
  badges = $state.raw(NO_BADGES);
  arrows = $state.raw(NO_ARROWS);
  /** The place whose card is open. */
  open = $state<number | null>(null);
  /** Places that a line of the log or a list points at. */
  pointed = $state.raw<readonly number[]>([]);
  /** True while the answer to a tap is the question's business. */
  asks = $state(false);
  #pick: PickPlace | null = null;
  show: (places: readonly number[]) => void = () => {};
  find: () => void = () => {};

  /** Take the map for a question. Returns what gives it back. */
  take(pick: PickPlace): () => void {
    this.#pick = pick;
    this.asks = true;
    return () => {
      if (this.#pick !== pick) return;
      this.#pick = null;
      this.asks = false;
      this.clear();
    };
  }

  paint(
    marks: ReadonlyMap<number, Mark>,
    badges: ReadonlyMap<number, Badge> = NO_BADGES,
    arrows: readonly Arrow[] = NO_ARROWS,
  ): void {
    this.marks = marks;
    this.badges = badges;
    this.arrows = arrows;
  }

  clear(): void {
    this.paint(NO_MARKS);
  }

  /** Somebody tapped a place: the question has it first; what it does not want opens the place's card. */
  tap(place: number): void {
    if (this.#pick?.(place)) return;
    this.open = this.open === place ? null : place;
  }
}
