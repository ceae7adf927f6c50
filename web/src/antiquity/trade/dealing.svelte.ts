// The offer that is being made, or answered: what is given, what is said of it, what is asked for.

import { untrack } from 'svelte';
import { loadDraft, saveDraft } from '../../lib/link.svelte';
import type { OfferView, TradeBody } from '../../lib/wire.gen';
import type { TableModel } from '../../table/model.svelte';
import { gameOf, type Antiquity, type KindInfo } from '../game.svelte';
import { add, choose, count, worth, type Cards } from './trading';

/** What is said of a card that is given: that it is what it is, that it is of some kind, or nothing. */
export type Said = number | 'true' | null;

interface Draft {
  give: Cards;
  said: Said[];
  wanted: number;
  want: number[];
  wishes: number[];
  to: number[];
  keep: boolean;
  mode: 'offer' | 'accept' | 'counter';
  offer: number;
}
export interface Given {
  card: number;
  kind: KindInfo;
  good: boolean;
  said: Said;
  n: number;
}

const BLANK: Draft = {
  give: {},
  said: [],
  wanted: 3,
  want: [],
  wishes: [],
  to: [],
  keep: false,
  mode: 'offer',
  offer: -1,
};

const isGood = (kind: KindInfo) => kind.sort === 'commodity';
const pairs = (cards: Cards) =>
  Object.entries(cards)
    .map(([card, n]): [number, number] => [Number(card), n])
    .sort((a, b) => a[0] - b[0]);
/** In or out of a list. */
const toggled = <T>(all: readonly T[], one: T) =>
  all.includes(one) ? all.filter((each) => each !== one) : [...all, one];

export class Dealing {
  readonly game: Antiquity;
  readonly #keptAt: string;
  draft = $state.raw<Draft>(BLANK);

  constructor(readonly model: TableModel) {
    this.game = gameOf(model);
    // Not tied to one question: each act on the floor is followed by a new one, and the offer outlives it.
    this.#keptAt = `ecumene.offer.${model.id}`;
    const was = loadDraft<Draft>(this.#keptAt);
    const held = untrack(() => this.hand);
    if (was && Object.entries(was.give).every(([card, n]) => n <= (held[card] ?? 0))) this.draft = was;
    $effect(() => {
      // The offer that was being answered is gone: go back to composing.
      if (this.draft.mode !== 'offer' && this.body && !this.answered) untrack(() => this.clear());
    });
  }

  // -- what there is ----------------------------------------------------------------------------------------------

  readonly decision = $derived.by(() => {
    const now = this.model.decision;
    return (now?.body as { shape?: string } | undefined)?.shape === 'deal' ? now : null;
  });
  readonly body = $derived(this.decision?.body as TradeBody | undefined);
  readonly hand = $derived.by((): Cards => this.game.me?.hand ?? {});
  readonly truly = $derived(this.body?.true_names ?? 2);
  readonly least = $derived(this.body?.least ?? BLANK.wanted);
  readonly before = $derived.by(() => this.#worth(this.hand));
  /** The commodities of this game's deck, those that add most to the hand first. */
  readonly commodities = $derived.by(() => {
    const { decks, lineups } = this.game.catalogue;
    const lineup = lineups.find((each) => each.key === this.game.table?.lineup);
    const inDeck = ({ copies }: KindInfo) =>
      lineup?.decks.some((deck) => copies![decks[deck]!.column]) ?? true;
    return this.game.catalogue.kinds
      .filter((kind) => isGood(kind) && kind.stack > 0 && inDeck(kind))
      .sort((a, b) => this.gain(b.kind) - this.gain(a.kind) || b.stack - a.stack);
  });
  readonly answered = $derived(
    this.body?.received.find((each) => each.offer.number === this.draft.offer)?.offer,
  );

  /** What one more card of a kind would add. */
  gain(kind: number): number {
    return this.#worth(add(this.hand, { [2 * kind]: 1 })) - this.before;
  }
  /** What the cards that an offer names would add, before anything is given. */
  brings(offer: OfferView): number {
    return this.#worth(this.#with(this.hand, offer.names)) - this.before;
  }
  #worth(hand: Cards): number {
    return worth(this.game.catalogue.kinds, hand);
  }
  #with(hand: Cards, kinds: readonly number[]): Cards {
    return kinds.reduce((cards, kind) => add(cards, { [2 * kind]: 1 }), hand);
  }

  // -- what is being made -----------------------------------------------------------------------------------------

  /** The cards given, one by one, commodities first, with what is said of each. */
  readonly given = $derived.by((): Given[] => {
    const { kinds } = this.game.catalogue;
    const cards = pairs(this.draft.give)
      .flatMap(([card, n]) => Array.from({ length: n }, () => card))
      .map((card) => ({ card, kind: kinds[card >> 1]!, good: isGood(kinds[card >> 1]!) }))
      .sort((a, b) => Number(b.good) - Number(a.good) || b.kind.stack - a.kind.stack);
    let truths = 0;
    return cards.map((each, n) => {
      const room = each.good && truths < this.truly;
      let said = this.draft.said[n];
      if (said === undefined) said = room ? 'true' : null;
      if (said === 'true' && !room) said = null;
      if (said === 'true') truths += 1;
      return { ...each, said, n };
    });
  });
  readonly truths = $derived(this.given.filter((each) => each.said === 'true').length);
  readonly total = $derived(count(this.draft.give));
  readonly after = $derived(this.#worth(add(this.hand, this.draft.give, -1)));
  readonly hoped = $derived.by(() => {
    const got = this.draft.mode === 'accept' ? (this.answered?.names ?? []) : this.draft.want;
    return this.#worth(this.#with(add(this.hand, this.draft.give, -1), got));
  });
  readonly mustGive = $derived(
    this.draft.mode === 'accept' ? (this.answered?.wanted ?? this.least) : this.least,
  );
  readonly ready = $derived.by(() => {
    const { draft, body } = this;
    if (!body || body.done || this.truths !== body.true_names) return false;
    if (draft.mode === 'accept') return this.total === this.mustGive;
    const room = draft.mode === 'counter' || body.offers_left > 0;
    return room && this.total >= this.least && draft.wanted >= this.least;
  });

  set(change: Partial<Draft>): void {
    this.draft = { ...this.draft, ...change };
    saveDraft(this.#keptAt, this.draft);
  }
  clear(): void {
    this.set(BLANK);
  }
  say(n: number, value: Said): void {
    const said = this.given.map((each) => each.said);
    said[n] = value;
    this.set({ said });
  }
  /** One card more or fewer; one more than are held is none at all. */
  put(card: number, by: number): void {
    const n = (this.draft.give[card] ?? 0) + by;
    const give = { ...this.draft.give };
    if (n > 0 && n <= (this.hand[card] ?? 0)) give[card] = n;
    else delete give[card];
    const wanted = this.draft.mode === 'accept' ? this.draft.wanted : Math.max(this.least, count(give));
    this.set({ give, said: [], wanted });
  }
  /** A kind is asked for once, twice, or not; when enough are asked for it is only wished for. */
  ask(kind: number): void {
    const { want, wishes } = this.draft;
    const twice = want.filter((each) => each === kind).length === 2;
    const room = want.length < this.truly;
    if (room && !twice) this.set({ want: [...want, kind] });
    else if (want.includes(kind)) this.set({ want: want.filter((each) => each !== kind) });
    else this.set({ wishes: toggled(wishes, kind) });
  }
  address(seat: number | null): void {
    this.set({ to: seat === null ? [] : toggled(this.draft.to, seat) });
  }

  // -- what stands ------------------------------------------------------------------------------------------------

  /** Begin to accept: what is asked for is laid out and named. */
  accept(offer: OfferView): void {
    const mine: Cards = Object.fromEntries(this.body?.cards ?? []);
    const give = choose(this.game.catalogue.kinds, mine, offer.wanted, offer.want) ?? {};
    this.set({ ...BLANK, mode: 'accept', offer: offer.number, give, wanted: offer.size });
    const want = [...offer.want];
    const said = this.given.map((each): Said => {
      const at = want.indexOf(each.kind.kind);
      if (at < 0) return null;
      want.splice(at, 1);
      return 'true';
    });
    for (const each of this.given) {
      if (said.filter((mark) => mark === 'true').length >= this.truly) break;
      if (each.good) said[each.n] = 'true';
    }
    this.set({ said });
  }
  counter(offer: OfferView): void {
    const want = offer.names.slice(0, this.truly);
    const wanted = Math.max(this.least, offer.size);
    this.set({ ...BLANK, mode: 'counter', offer: offer.number, to: [offer.seat], want, wanted });
  }
  act(given: object): Promise<boolean> {
    return this.model.answer({ shape: 'deal', act: given });
  }
  async send(): Promise<void> {
    const { draft } = this;
    const give = pairs(draft.give);
    const names = this.given.flatMap((each) => (each.said === 'true' ? [each.kind.kind] : []));
    const claims = this.given.flatMap((each) => (typeof each.said === 'number' ? [each.said] : []));
    const { wanted, want, wishes, keep, offer, to } = draft;
    const terms = { give, names, wanted, claims, want, wishes, keep };
    const acts = {
      accept: { act: 'accept', offer, give, names, claims },
      counter: { act: 'counter', offer, terms },
      offer: { act: 'offer', terms, to },
    };
    if (await this.act(acts[draft.mode])) this.clear();
  }
}
