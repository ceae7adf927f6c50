// The basket: what is bought, what it costs, and with what it is paid. The server decides; this says beforehand.

import { untrack } from 'svelte';
import { loadDraft, saveDraft } from '../../lib/link.svelte';
import type { PurchaseBody } from '../../lib/wire.gen';
import type { TableModel } from '../../table/model.svelte';
import { bit, gameOf, setValue, type AdvanceInfo, type Antiquity } from '../game.svelte';
import { pay, type Payment } from './payment';

/** Advances that are more than a price: one makes another cheaper, one comes with a gift, one makes treasury worth more. */
const LIBRARY = 'library';
const ANATOMY = 'anatomy';
const MINING = 'mining';
/** Credits of choice are spread in steps of so many. */
export const STEP = 5;

type Pairs = [card: number, count: number][];
interface Draft {
  bought: string[];
  library: string;
  anatomy: string;
  credits: number[];
  completed: number;
  substitute: number;
  /** Cards chosen by hand; null: the best payment is found. */
  cards: Pairs | null;
}
const BLANK: Draft = {
  bought: [],
  library: '',
  anatomy: '',
  credits: [0, 0, 0, 0, 0],
  completed: -1,
  substitute: -1,
  cards: null,
};
const total = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

export class Buying {
  readonly game: Antiquity;
  draft = $state.raw<Draft>(BLANK);
  #key = '';

  constructor(readonly model: TableModel) {
    this.game = gameOf(model);
    $effect(() => {
      const next = this.decision ? model.draft : '';
      untrack(() => {
        if (next === this.#key) return;
        this.#key = next;
        this.draft = (next && loadDraft<Draft>(next)) || BLANK;
      });
    });
  }

  set(change: Partial<Draft>): void {
    this.draft = { ...this.draft, ...change };
    if (this.#key) saveDraft(this.#key, this.draft);
  }

  // -- prices and purse -------------------------------------------------------------------------------------------

  readonly decision = $derived.by(() => {
    const now = this.model.decision;
    return now?.kind === 'advances' ? now : null;
  });
  readonly body = $derived(this.decision?.body as PurchaseBody | undefined);
  readonly me = $derived.by(() => this.game.me);
  /** For you now: as the question says, or as credits are. */
  readonly prices = $derived.by(() => {
    if (this.body) return new Map(this.body.prices);
    const open = this.game.catalogue.advances.filter((info) => !this.holds(info));
    return new Map(open.map((info) => [info.key, Math.max(0, info.cost - this.#credit(info))]));
  });
  /** What one of treasury is worth. */
  readonly worth = $derived.by(
    () => this.body?.treasury_worth ?? (this.me && this.game.holds(this.me, MINING) ? 2 : 1),
  );
  readonly commodities = $derived.by(() =>
    this.game.sets(this.me?.hand ?? {}).filter((set) => set.kind.sort === 'commodity'),
  );
  readonly cardsWorth = $derived(total(this.commodities.map((set) => set.value)));
  readonly treasury = $derived(this.me?.treasury ?? 0);
  readonly purse = $derived(this.cardsWorth + this.treasury * this.worth);

  holds(info: AdvanceInfo): boolean {
    return this.me !== null && bit(this.me.advances, info.advance);
  }
  #credit(info: AdvanceInfo): number {
    const { me } = this;
    if (!me) return 0;
    const gifts = this.game.catalogue.advances.filter(
      (other) => other.gift_to === info.advance && bit(me.advances, other.advance),
    );
    return (
      Math.max(0, ...info.groups.map((group) => me.credits[group] ?? 0)) +
      total(gifts.map((each) => each.gift))
    );
  }
  priceOf(info: AdvanceInfo): number {
    const price = this.prices.get(info.key) ?? info.cost;
    return this.draft.library === info.key ? Math.max(0, price - this.game.catalogue.library) : price;
  }

  // -- the basket -------------------------------------------------------------------------------------------------

  readonly bought = $derived.by(() =>
    this.draft.bought.map((each) => this.game.advance(each)).filter((info) => info !== undefined),
  );
  readonly total = $derived(total(this.bought.map((info) => this.priceOf(info))));
  readonly points = $derived(total(this.bought.map((info) => info.points)));
  readonly short = $derived(Math.max(0, this.total - this.purse));
  /** What Library could make cheaper, and what Anatomy could give. */
  readonly cheaper = $derived(this.#with(LIBRARY) ? this.bought.filter((info) => info.key !== LIBRARY) : []);
  readonly gifts = $derived.by(() =>
    this.#with(ANATOMY)
      ? (this.body?.gifts ?? [])
          .filter((key) => !this.draft.bought.includes(key))
          .map((key) => this.game.advance(key)!)
      : [],
  );
  /** Credits of choice that come with all that is bought. */
  readonly free = $derived(this.#credits(this.draft.bought, this.draft.anatomy));
  readonly spread = $derived(total(this.draft.credits));

  #with(key: string): boolean {
    return this.draft.bought.includes(key);
  }
  #credits(keys: readonly string[], gift: string): number {
    return total([...keys, gift].map((key) => (key ? (this.game.advance(key)?.free_credits ?? 0) : 0)));
  }
  #evenly(keys: readonly string[], gift: string): number[] {
    const out = [...BLANK.credits];
    for (let n = 0; n < this.#credits(keys, gift) / STEP; n++) out[n % out.length]! += STEP;
    return out;
  }
  toggle(info: AdvanceInfo): void {
    if (!this.prices.has(info.key)) return;
    const was = this.draft;
    const bought = this.#with(info.key)
      ? was.bought.filter((each) => each !== info.key)
      : [...was.bought, info.key];
    const anatomy = bought.includes(ANATOMY) && !bought.includes(was.anatomy) ? was.anatomy : '';
    const library = !bought.includes(LIBRARY)
      ? ''
      : bought.includes(was.library)
        ? was.library
        : this.#dearest(bought);
    this.set({ bought, anatomy, library, cards: null, credits: this.#evenly(bought, anatomy) });
  }
  #dearest(keys: readonly string[]): string {
    const price = (key: string) => this.prices.get(key) ?? 0;
    return keys.filter((each) => each !== LIBRARY).sort((a, b) => price(b) - price(a))[0] ?? '';
  }
  give(anatomy: string): void {
    this.set({ anatomy, credits: this.#evenly(this.draft.bought, anatomy) });
  }
  moveCredit(group: number, by: number): void {
    const credits = [...this.draft.credits];
    credits[group] = Math.max(0, credits[group]! + by);
    if (total(credits) <= this.free) this.set({ credits });
  }

  // -- the payment ------------------------------------------------------------------------------------------------

  readonly payment = $derived.by((): Payment | null => {
    const { cards } = this.draft;
    if (cards) return this.#byHand(cards);
    const sets = this.commodities.map((set) => ({ cards: set.cards, face: set.kind.stack }));
    return pay(sets, this.treasury, this.worth, this.total);
  });
  #byHand(cards: Pairs): Payment | null {
    const by = new Map<number, number>();
    for (const [card, n] of cards) by.set(card >> 1, (by.get(card >> 1) ?? 0) + n);
    const value = total(
      [...by].map(([kind, n]) =>
        setValue(this.game.catalogue.kinds[kind]!.stack, n + Number(kind === this.draft.completed)),
      ),
    );
    const treasury = Math.max(0, Math.ceil((this.total - value) / this.worth));
    return treasury > this.treasury ? null : { cards, treasury, value };
  }
  /** How many of a card are paid. */
  paid(card: number): number {
    return (this.payment?.cards ?? this.draft.cards ?? []).find(([each]) => each === card)?.[1] ?? 0;
  }
  readonly cardsPaid = $derived(total((this.payment?.cards ?? []).map(([, n]) => n)));
  readonly over = $derived.by(() => {
    const { payment } = this;
    return payment ? payment.value + payment.treasury * this.worth - this.total : 0;
  });
  /** Cards that would have to be discarded when this is paid. */
  readonly excess = $derived.by(() => {
    if (!this.body) return 0;
    const held = total(this.commodities.map((set) => set.count));
    return Math.max(0, held - this.cardsPaid - Number(this.draft.substitute >= 0) - this.body.hand_limit);
  });
  readonly ready = $derived(this.decision !== null && this.payment !== null && this.spread === this.free);

  useCards(card: number, by: number): void {
    const now = new Map<number, number>(this.payment?.cards ?? this.draft.cards ?? []);
    const n = Math.max(0, Math.min(this.me?.hand?.[card] ?? 0, (now.get(card) ?? 0) + by));
    if (n) now.set(card, n);
    else now.delete(card);
    this.set({ cards: [...now] });
  }
  complete(kind: number): void {
    this.set({ completed: kind, cards: this.draft.cards ?? [...(this.payment?.cards ?? [])] });
  }
  async buy(): Promise<void> {
    if (!this.payment) return;
    const { bought: advances, completed, substitute, library, anatomy, credits } = this.draft;
    const { treasury } = this.payment;
    const cards = [...this.payment.cards].sort((a, b) => a[0] - b[0]);
    const extras = { completed, substitute, library, anatomy, credits };
    await this.model.answer({ shape: 'basket', advances, cards, treasury, ...extras });
  }
  async nothing(): Promise<void> {
    await this.model.answer({ shape: 'basket' });
  }
}
