import { expect, test } from 'vitest';
import type { KindInfo } from '../game.svelte';
import { add, choose, count, named, worth } from './trading';

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

test('n equal cards are worth n times n times the face value', () => {
  expect(worth(kinds, { 4: 3, 2: 1, 8: 1 })).toBe(45 + 1);
});

test('cards come and go', () => {
  expect(add({ 4: 3 }, { 4: 3 }, -1)).toEqual({});
  expect(count(add({ 4: 1 }, { 4: 1, 6: 2 }))).toBe(4);
});

test('what is asked for is given, then what costs least', () => {
  const given = choose(kinds, { 4: 3, 2: 2, 6: 1 }, 3, [3]);
  expect(given).toEqual({ 6: 1, 2: 2 });
  expect(choose(kinds, { 4: 3 }, 3, [3])).toBeNull();
});

test('equal kinds are counted, not repeated', () => {
  expect(named(kinds, [1, 1, 2])).toBe('2 K1 and K2');
  expect(named(kinds, [3])).toBe('K3');
});
