import { expect, test } from 'vitest';
import type { Line } from '../lib/wire.gen';
import type { KindInfo } from './game.svelte';
import { bestTrades, worstCalamities } from './story';

const kind = (n: number, stack: number, sort = 'commodity'): KindInfo => ({
  kind: n,
  key: `k${n}`,
  name: `K${n}`,
  sort,
  stack,
  set_size: 9,
  layer: '',
  copies: [],
});
const kinds = [kind(0, 0), kind(1, 1), kind(2, 5), kind(3, 9), kind(4, 3, 'major')];
const told = (step: string, ...events: object[]): Line[] =>
  events.map((event, at) => ({ at, step, event, private: false }) as Line);

test('a trade is worth what it makes of the hand', () => {
  const log = told(
    '7',
    { event: 'cards_seen', seat: 0, cards: [2, 4, 4] },
    {
      event: 'cards_traded',
      giver: 1,
      taker: 0,
      given: [
        [4, 1],
        [8, 2],
      ],
      taken: [
        [2, 1],
        [4, 2],
      ],
    },
    {
      event: 'cards_traded',
      giver: 0,
      taker: 2,
      given: [
        [8, 2],
        [4, 1],
      ],
      taken: [[6, 3]],
    },
  );
  const trades = bestTrades(log, 1, kinds);
  expect(trades.map((each) => [each.with, each.gain])).toEqual([[2, 81 - 5]]); // the first one lost 16
  // Seat 2 had nothing that is known of, so what it got is its gain; seat 1 gave three cards for three.
  expect(bestTrades(log, 3, kinds).map((each) => each.seat)).toContain(2);
});

test('what is bought and discarded is no longer in the hand', () => {
  const log = told(
    '12',
    { event: 'cards_seen', seat: 0, cards: [4, 4, 6] },
    { event: 'advances_bought', seat: 0, cards: [[4, 2]] },
    { event: 'cards_discarded', seat: 0, cards: [[6, 1]] },
    { event: 'cards_traded', giver: 0, taker: 1, given: [], taken: [[4, 3]] },
  );
  expect(bestTrades(log, 1, kinds)[0]?.gain).toBe(45);
});

test('a calamity costs what it takes from everybody, a city that fell counts once', () => {
  const log = [
    ...told(
      '9b',
      { event: 'calamity_called', seat: 1, card: 8 },
      { event: 'city_taken', area: 7, attacker: -1, defender: 1 },
      { event: 'tokens_fought', area: 7, before: { 1: 6, '-1': 15 }, left: { '-1': 9 } },
      { event: 'tokens_fought', area: 9, before: { 1: 3, 2: 1, '-1': 8 }, left: { '-1': 5 } },
      { event: 'calamity_called', seat: 2, card: 8 },
      { event: 'city_reduced', seat: 2, area: 3, tokens: 2 },
      { event: 'damage_taken', seat: 0, points: 4 },
      { event: 'units_annexed', by: -1, seat: 0, area: 4, tokens: 1, city: true },
    ),
    ...told('10', { event: 'units_annexed', by: 1, seat: 0, area: 5, tokens: 9, city: false }),
  ];
  const blows = worstCalamities(log);
  expect(blows.map((each) => [each.seat, each.lost, each.by])).toEqual([
    [
      2,
      13,
      [
        [0, 10],
        [2, 3],
      ],
    ],
    [
      1,
      9,
      [
        [1, 8],
        [2, 1],
      ],
    ],
  ]);
});
