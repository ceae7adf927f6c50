// The arithmetic of dealing: what giving and getting does to the worth of a hand. Previews only.

import { list } from '../../lib/say';
import { setValue, type KindInfo } from '../game.svelte';

export type Cards = Record<string, number>;

export function add(hand: Cards, more: Cards, sign = 1): Cards {
  const out = { ...hand };
  for (const card in more) {
    const n = (out[card] ?? 0) + sign * more[card]!;
    if (n > 0) out[card] = n;
    else delete out[card];
  }
  return out;
}

export function count(cards: Cards): number {
  return Object.values(cards).reduce((sum, n) => sum + n, 0);
}

export function worth(kinds: readonly KindInfo[], hand: Cards): number {
  const by = new Map<number, number>();
  for (const card in hand) by.set(Number(card) >> 1, (by.get(Number(card) >> 1) ?? 0) + hand[card]!);
  let total = 0;
  for (const [kind, n] of by)
    if (kinds[kind]?.sort === 'commodity')
      total += setValue(kinds[kind].stack, Math.min(n, kinds[kind].set_size));
  return total;
}

/** Kinds by name, with how many of each: "2 Fish and Clay". */
export function named(kinds: readonly KindInfo[], all: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const kind of all) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return list([...counts].map(([kind, n]) => `${n > 1 ? `${n} ` : ''}${kinds[kind]?.name ?? '?'}`));
}

/** One card for each of so many: first those asked for, then those whose loss costs the hand least. */
export function choose(
  kinds: readonly KindInfo[],
  hand: Cards,
  wanted: number,
  want: readonly number[],
): Cards | null {
  let left = { ...hand };
  let given: Cards = {};
  const take = (card: string) => {
    given = add(given, { [card]: 1 });
    left = add(left, { [card]: 1 }, -1);
  };
  for (const kind of want) {
    const card = Object.keys(left).find((each) => Number(each) >> 1 === kind);
    if (card === undefined) return null;
    take(card);
  }
  while (count(given) < wanted) {
    const now = worth(kinds, left);
    const cards = Object.keys(left);
    if (!cards.length) return null;
    const cheapest = cards
      .map((card) => ({
        card,
        loss: now - worth(kinds, add(left, { [card]: 1 }, -1)),
        bad: kinds[Number(card) >> 1]?.sort !== 'commodity',
      }))
      .filter(({ bad }) => !bad || want.length >= 2)
      .sort((a, b) => a.loss - b.loss)[0];
    if (!cheapest) return null;
    take(cheapest.card);
  }
  return given;
}
