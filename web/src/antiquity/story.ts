// What is told of a game when it is over, read from its log, which is open then: the best trades, the worst calamities.

import type { Line } from '../lib/wire.gen';
import type { KindInfo } from './game.svelte';
import { add, worth, type Cards } from './trade/trading';

type Told = { event: string } & Record<string, unknown>;

export interface Bargain {
  turn: number;
  at: number;
  seat: number;
  with: number;
  given: unknown;
  taken: unknown;
  gain: number;
}
export interface Blow {
  turn: number;
  at: number;
  seat: number;
  card: number;
  lost: number;
  by: [number, number][];
}

const CITY = 5;

/** Cards come as a list, or as pairs with how many of each. */
function counted(cards: unknown): Cards {
  return (cards as (number | [number, number])[]).reduce<Cards>(
    (sum, each) => (Array.isArray(each) ? add(sum, { [each[0]]: each[1] }) : add(sum, { [each]: 1 })),
    {},
  );
}

/** The trades that made anybody's hand worth most. */
export function bestTrades(log: readonly Line[], seats: number, kinds: readonly KindInfo[]): Bargain[] {
  return Array.from({ length: seats }, (_, seat) => bestOf(log, seat, kinds))
    .flat()
    .sort((a, b) => b.gain - a.gain || a.at - b.at);
}

/** The trades that made a seat's hand worth more. */
function bestOf(log: readonly Line[], seat: number, kinds: readonly KindInfo[]): Bargain[] {
  const out: Bargain[] = [];
  let hand: Cards = {};
  let turn = 1;
  for (const line of log) {
    const told = line.event as Told;
    if (told.event === 'turn_began') turn = told['turn'] as number;
    else if (told.event === 'cards_traded' && (told['giver'] === seat || told['taker'] === seat)) {
      const gave = told['giver'] === seat;
      const [given, taken] = gave ? [told['given'], told['taken']] : [told['taken'], told['given']];
      const next = add(add(hand, counted(given), -1), counted(taken));
      out.push({
        turn,
        at: line.at,
        seat,
        with: (gave ? told['taker'] : told['giver']) as number,
        given,
        taken,
        gain: worth(kinds, next) - worth(kinds, hand),
      });
      hand = next;
    } else if (told['seat'] === seat) {
      if (told.event === 'cards_seen') hand = add(hand, counted(told['cards']));
      else if (['cards_discarded', 'advances_bought'].includes(told.event))
        hand = add(hand, counted(told['cards']), -1);
      else if (['calamity_called', 'calamity_discarded'].includes(told.event))
        hand = add(hand, { [told['card'] as number]: 1 }, -1);
    }
  }
  return out.filter((each) => each.gain > 0);
}

/** The calamities by what they cost all together, in unit points: a token is 1, a city 5. */
export function worstCalamities(log: readonly Line[]): Blow[] {
  const out: Blow[] = [];
  let turn = 1;
  let blow: (Blow & { taken: Set<unknown> }) | null = null;
  const losses = new Map<Blow, Map<number, number>>();
  const lose = (seat: unknown, points: number) => {
    if (!blow || typeof seat !== 'number' || seat < 0 || points <= 0) return;
    blow.lost += points;
    const by = losses.get(blow)!;
    by.set(seat, (by.get(seat) ?? 0) + points);
  };
  for (const line of log) {
    const told = line.event as Told;
    if (told.event === 'turn_began') turn = told['turn'] as number;
    if (!line.step.startsWith('9')) {
      blow = null;
      continue;
    }
    switch (told.event) {
      case 'calamity_called':
        blow = {
          turn,
          at: line.at,
          seat: told['seat'] as number,
          card: told['card'] as number,
          lost: 0,
          by: [],
          taken: new Set(),
        };
        losses.set(blow, new Map());
        out.push(blow);
        break;
      case 'damage_taken':
        lose(told['seat'], told['points'] as number);
        break;
      case 'city_destroyed':
        lose(told['seat'], CITY);
        break;
      case 'city_reduced':
        lose(told['seat'], CITY - (told['tokens'] as number));
        break;
      case 'units_annexed':
      case 'units_destroyed':
        lose(told['seat'], (told['tokens'] as number) + (told['city'] ? CITY : 0));
        break;
      case 'city_taken':
        blow?.taken.add(told['area']);
        lose(told['defender'], CITY);
        break;
      case 'tokens_fought':
        // Where a city fell its defenders came out of the stock.
        if (blow?.taken.has(told['area'])) break;
        for (const [seat, n] of Object.entries(told['before'] as Record<string, number>))
          lose(Number(seat), n - ((told['left'] as Record<string, number>)[seat] ?? 0));
        break;
      default:
    }
  }
  for (const each of out) each.by = [...losses.get(each)!].sort((a, b) => b[1] - a[1]);
  return out.filter((each) => each.lost > 0).sort((a, b) => b.lost - a.lost);
}
