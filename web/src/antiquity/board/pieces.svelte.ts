// What stands where. One reactive object an area: a change of fifty pieces touches fifty areas and nothing else.

import type { Shape } from './drawing';

/** Pieces of one owner in one place: where they lie never changes, how many they are does. */
export class Stack {
  count = $state(0);

  constructor(
    readonly owner: number,
    count: number,
    readonly x: number,
    readonly y: number,
    readonly r: number,
  ) {
    this.count = count;
  }
}
export interface City {
  owner: number;
  x: number;
  y: number;
  r: number;
  fresh: boolean;
}

export interface RealmPieces {
  seat: number;
  tokens: Record<string, number>;
  cities: Record<string, number>;
  ships: Record<string, number>;
}

export interface BoardState {
  turn: number;
  realms: readonly RealmPieces[];
  barbarians: Record<string, number>;
  pirates: Record<string, number>;
}

export const NEUTRAL_OWNER = -1;

export class AreaPieces {
  stacks = $state.raw<Stack[]>([]);
  city = $state.raw<City | null>(null);
  fleets = $state.raw<Stack[]>([]);
  signature = '';
  /** The same without the numbers: as long as it is the same, nothing moves. */
  owners = '';

  constructor(
    readonly area: number,
    readonly shape: Shape,
  ) {}
}

interface Found {
  tokens: [number, number][];
  city: number | null;
  fresh: boolean;
  ships: [number, number][];
}

export class Pieces {
  readonly areas: AreaPieces[];
  #byArea = new Map<number, AreaPieces>();

  constructor(shapes: readonly (readonly [number, Shape])[]) {
    this.areas = shapes.map(([area, shape]) => new AreaPieces(area, shape));
    for (const each of this.areas) this.#byArea.set(each.area, each);
  }

  at(area: number): AreaPieces | undefined {
    return this.#byArea.get(area);
  }

  /** Show this state. How many areas changed. */
  show(state: BoardState): number {
    const found = new Map<number, Found>();
    const at = (area: string): Found => {
      const n = Number(area);
      let there = found.get(n);
      if (!there) found.set(n, (there = { tokens: [], city: null, fresh: false, ships: [] }));
      return there;
    };
    for (const realm of state.realms) {
      for (const area in realm.tokens) at(area).tokens.push([realm.seat, realm.tokens[area]!]);
      for (const area in realm.cities) {
        const there = at(area);
        there.city = realm.seat;
        there.fresh = realm.cities[area] === state.turn;
      }
      for (const area in realm.ships) at(area).ships.push([realm.seat, realm.ships[area]!]);
    }
    for (const area in state.barbarians) at(area).tokens.push([NEUTRAL_OWNER, state.barbarians[area]!]);
    for (const area in state.pirates) at(area).city = NEUTRAL_OWNER;

    let changed = 0;
    for (const area of this.areas) {
      const there = found.get(area.area);
      const signature = there ? sign(there) : '';
      if (signature === area.signature) continue;
      area.signature = signature;
      changed += 1;
      const owners = there ? who(there) : '';
      if (there && owners === area.owners) recount(area, there);
      else place(area, there);
      area.owners = owners;
    }
    return changed;
  }
}

function sign(there: Found): string {
  return `${there.tokens.join(';')}|${there.city ?? ''}${there.fresh ? '!' : ''}|${there.ships.join(';')}`;
}

function who(there: Found): string {
  return `${there.tokens.map(([seat]) => seat).join(';')}|${there.city ?? ''}${there.fresh ? '!' : ''}|${there.ships.map(([seat]) => seat).join(';')}`;
}

function recount(area: AreaPieces, there: Found): void {
  for (const [seat, count] of there.tokens)
    for (const stack of area.stacks) if (stack.owner === seat) stack.count = count;
  for (const [seat, count] of there.ships)
    for (const fleet of area.fleets) if (fleet.owner === seat) fleet.count = count;
}

function place(area: AreaPieces, there: Found | undefined): void {
  const shape = area.shape;
  if (!there) {
    area.stacks = [];
    area.city = null;
    area.fleets = [];
    return;
  }
  const r = shape.token * 1.28 || 24;
  const owner = there.city;
  const sorted = [...there.tokens].sort(
    (a, b) => Number(b[0] === owner) - Number(a[0] === owner) || b[1] - a[1],
  );
  const homes = spots(shape, sorted.length, owner !== null);
  area.stacks = sorted.map(([seat, count], n) => {
    const [x, y] = homes[n]!;
    return new Stack(seat, count, x, y, r);
  });
  area.city =
    owner === null ? null : { owner, x: shape.city[0], y: shape.city[1], r: r * 1.12, fresh: there.fresh };
  area.fleets = there.ships.map(([seat, count], n) => {
    const [x, y] = shape.ships[n % Math.max(1, shape.ships.length)] ?? shape.at;
    return new Stack(seat, count, x, y, (shape.ship || 24) * 0.98);
  });
}

/** Homes for so many stacks: the owner's first, then those of visitors, each as far from the last as may be. */
function spots(shape: Shape, wanted: number, city: boolean): readonly (readonly [number, number])[] {
  const all = [...shape.own, ...shape.foreign];
  if (!all.length) return Array.from({ length: wanted }, () => shape.at);
  const chosen: (readonly [number, number])[] = [];
  const taken: (readonly [number, number])[] = city ? [shape.city] : [];
  for (let n = 0; n < wanted; n++) {
    let best = all[n % all.length]!;
    let score = -1;
    for (const point of n === 0 && !city ? shape.own : all) {
      const gap = taken.length
        ? Math.min(...taken.map(([x, y]) => Math.hypot(point[0] - x, point[1] - y)))
        : middling(shape, point);
      if (gap > score) {
        score = gap;
        best = point;
      }
    }
    chosen.push(best);
    taken.push(best);
  }
  return chosen;
}

function middling(shape: Shape, point: readonly [number, number]): number {
  return 1e4 - Math.hypot(point[0] - shape.at[0], point[1] - shape.at[1]);
}
