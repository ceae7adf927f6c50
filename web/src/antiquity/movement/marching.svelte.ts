// A movement as it is planned: the area or the ship that is chosen, how many go, and where they can go.

import type { Arrow, Badge, Mark } from '../../lib/stage.svelte';
import type { Described, MoveBody } from '../../lib/wire.gen';
import type { TableModel } from '../../table/model.svelte';
import { gameOf, type Antiquity } from '../game.svelte';
import { marches, voyages } from './ways';

interface Plan {
  source: number | null;
  count: number;
  ship: number | null;
}
/** What is being planned outlives each single order: every order is a new decision. */
const plans = new Map<string, Plan>();
function planOf(table: string): Plan {
  let plan = plans.get(table);
  if (!plan) plans.set(table, (plan = { source: null, count: 1, ship: null }));
  return plan;
}

export class Marching {
  readonly game: Antiquity;
  readonly #plan: Plan;
  source = $state<number | null>(null);
  count = $state(1);
  ship = $state<number | null>(null);

  constructor(
    readonly model: TableModel,
    readonly decision: () => Described,
  ) {
    this.game = gameOf(model);
    this.#plan = planOf(model.id);
    ({ source: this.source, count: this.count, ship: this.ship } = this.#plan);
    $effect(() => {
      Object.assign(this.#plan, { source: this.source, count: this.count, ship: this.ship });
    });
    $effect(() => model.stage.take((area) => this.touch(area)));
    $effect(() => model.stage.paint(this.#marks(), this.#badges(), this.#arrows()));
  }

  readonly body = $derived.by(() => this.decision().body as unknown as MoveBody);
  readonly #standing = $derived(new Map(this.body.tokens.map((each) => [each.area, each])));
  readonly bars = $derived(new Map(this.body.barred.map((bar) => [bar.area, bar])));
  readonly sailing = $derived(this.body.ships.find((each) => each.ship === this.ship));
  /** How many of the chosen area can go, and how many are to. */
  readonly free = $derived(this.source === null ? 0 : this.unmoved(this.source));
  readonly number = $derived(Math.max(1, Math.min(this.count, this.free)));

  unmoved(area: number): number {
    return this.#standing.get(area)?.unmoved ?? 0;
  }
  stands(area: number): boolean {
    return this.#standing.has(area);
  }
  there(area: number): number {
    return this.game.me?.tokens[area] ?? 0;
  }
  /** Whose other pieces stand there. */
  strangers(area: number): number[] {
    const owners = this.game.whoIn(area).map((each) => each.owner);
    return owners.filter((owner) => owner !== this.model.seat);
  }
  isOpen(area: number): boolean {
    return (this.bars.get(area)?.most ?? Infinity) > 0;
  }

  limit(area: number): number {
    const { me } = this.game;
    return me && !(area in me.cities) ? this.game.limitFor(area, me) : 0;
  }
  /** How many must leave an area so that nobody is lost, of those that can. */
  surplus(area: number): number {
    return Math.max(0, Math.min(this.unmoved(area), this.there(area) - this.limit(area)));
  }
  /** A good part to send: what is too many, or all but one. */
  readonly leaving = $derived.by(() => {
    const { source, free } = this;
    const go = source === null ? 0 : this.surplus(source);
    return go && go < free ? { stay: this.there(source!) - go, go } : { stay: 1, go: free - 1 };
  });
  readonly above = $derived(
    this.body.tokens.map((each) => each.area).filter((area) => this.there(area) > this.limit(area)),
  );

  /** Where tokens of the chosen area can go by land, with the way there. */
  readonly marches = $derived.by(() => {
    const { source, game, body } = this;
    if (source === null || !this.free) return new Map<number, number | null>();
    const land = (area: number) => game.place(area)?.land ?? [];
    return marches(source, { land }, (area) => body.roads && this.isOpen(area));
  });
  /** Where the chosen ship can sail, with the way there. */
  readonly ways = $derived.by(() => {
    const { sailing, game, body } = this;
    if (!sailing?.paid) return new Map<number, number[]>();
    const waters = (area: number) => {
      const place = game.place(area);
      const all = place?.sailing ?? place?.water ?? [];
      return all.filter((each) => body.open_sea || !game.place(each)?.sea);
    };
    return voyages(sailing.at, sailing.steps_left, { waters });
  });
  /** The ways to pay for a ship here: with treasury, with tokens, with both. */
  readonly builds = $derived.by(() => {
    const { source, body } = this;
    const coastal = source !== null && (this.game.place(source)?.coastal ?? false);
    if (!coastal || !body.builds_left || !this.stands(source)) return [];
    const least = Math.max(0, body.ship_price - this.free);
    const most = Math.min(body.ship_price, body.treasury);
    return Array.from({ length: Math.max(0, most - least + 1) }, (_, n) => most - n).map((treasury) => ({
      treasury,
      tokens: body.ship_price - treasury,
    }));
  });

  // -- deeds ------------------------------------------------------------------------------------------------------

  order(given: object): Promise<boolean> {
    return this.model.answer({ shape: 'orders', order: given });
  }
  pick(area: number): void {
    this.ship = null;
    this.source = area;
    this.count = this.surplus(area) || this.unmoved(area);
  }
  take(id: number): void {
    this.source = null;
    this.ship = this.ship === id ? null : id;
  }
  drop(): void {
    this.source = null;
    this.ship = null;
  }
  build(treasury: number, tokens: number): Promise<boolean> {
    const at = this.source!;
    return this.order({ order: 'build', at, treasury, tokens: Array.from({ length: tokens }, () => at) });
  }
  /** Send what is chosen to an area. */
  async go(area: number): Promise<void> {
    const way = this.ways.get(area);
    if (this.sailing) {
      if (way) await this.order({ order: 'sail', ship: this.sailing.ship, way });
    } else if (this.source !== null && this.marches.has(area)) {
      await this.#march(this.source, area, this.marches.get(area) ?? null);
    }
  }
  async #march(start: number, to: number, via: number | null): Promise<void> {
    const plan = this.#plan;
    const { number, free } = this;
    const over = this.surplus(start);
    // What is above the limit has gone: on to the next area. Else the rest is likely to go somewhere, too.
    const left = over ? Math.max(0, over - number) : free - number;
    // Before the answer: the next question may be here before we hear that it was taken.
    plan.source = left > 0 ? start : null;
    plan.count = left > 0 ? left : number;
    if (await this.order({ order: 'march', start, to, number, ...(via === null ? {} : { via }) })) {
      this.source = plan.source;
      this.count = plan.count;
    } else plan.source = start;
  }
  /** An area of the map was tapped. True if that meant anything. */
  touch(area: number): boolean {
    const ship = this.body.ships.find((each) => each.at === area);
    if ((this.sailing && this.ways.has(area)) || (area !== this.source && this.marches.has(area)))
      void this.go(area);
    else if (area === this.source) this.source = null;
    else if (this.unmoved(area) > 0) this.pick(area);
    else if (ship) this.take(ship.ship);
    else {
      const had = this.source !== null || this.ship !== null;
      this.drop();
      return had;
    }
    return true;
  }

  // -- what is seen of it on the map ------------------------------------------------------------------------------

  #marks(): Map<number, Mark> {
    const marks = new Map<number, Mark>();
    if (this.sailing) {
      marks.set(this.sailing.at, 'picked');
      for (const area of this.ways.keys()) marks.set(area, this.game.place(area)?.sea ? 'target' : 'option');
    } else if (this.source !== null) {
      marks.set(this.source, 'picked');
      for (const [area, via] of this.marches)
        marks.set(area, !this.isOpen(area) ? 'danger' : via === null ? 'option' : 'target');
    } else for (const each of this.body.tokens) if (each.unmoved) marks.set(each.area, 'option');
    return marks;
  }
  #badges(): Map<number, Badge> {
    const chosen = this.sailing ? null : this.source;
    return new Map(chosen === null ? [] : [[chosen, { text: String(this.number), tone: 'plain' }]]);
  }
  #arrows(): Arrow[] {
    return this.body.deeds.flatMap((deed): Arrow[] => {
      const [from, ...via] = deed.places;
      const to = via.pop();
      if (from === undefined || to === undefined || !['march', 'sail'].includes(deed.what)) return [];
      const sails = deed.what === 'sail';
      return [{ from, to, via, count: sails ? 0 : deed.number, kind: sails ? 'sea' : 'land' }];
    });
  }

  readonly idle = $derived(this.source === null && this.ship === null);
}
