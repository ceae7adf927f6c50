import { expect, test } from 'vitest';
import type { Shape } from './drawing';
import { Pieces } from './pieces.svelte';

const shape = (key: string): Shape => ({
  key,
  sea: false,
  region: '',
  limit: 2,
  site: '',
  land: '',
  water: '',
  label: { lines: [key], anchor: 'start', at: [0, 0], size: 20, leading: 20 },
  disc: [0, 0],
  city: [5, 5],
  token: 20,
  own: [
    [0, 0],
    [40, 0],
  ],
  foreign: [
    [0, 90],
    [90, 0],
  ],
  ship: 24,
  ships: [[200, 0]],
  at: [10, 10],
});
const state = (tokens: Record<string, number>, more: Record<string, number> = {}) => ({
  turn: 3,
  barbarians: {},
  pirates: {},
  realms: [
    { seat: 0, tokens, cities: {}, ships: {} },
    { seat: 1, tokens: more, cities: { 2: 3 }, ships: { 1: 2 } },
  ],
});

test('only what changed is touched, and a count does not move a stack', () => {
  const pieces = new Pieces([
    [1, shape('a')],
    [2, shape('b')],
  ]);
  expect(pieces.show(state({ 1: 2 }))).toBe(2);
  expect(pieces.show(state({ 1: 2 }))).toBe(0);
  const stack = pieces.at(1)!.stacks[0]!;
  expect(pieces.show(state({ 1: 5 }))).toBe(1);
  expect(pieces.at(1)!.stacks[0]).toBe(stack);
  expect(stack.count).toBe(5);
  expect(pieces.at(2)!.city).toMatchObject({ owner: 1, fresh: true });
});

test('the owners of an area stand apart, most first', () => {
  const pieces = new Pieces([[1, shape('a')]]);
  pieces.show(state({ 1: 1 }, { 1: 3 }));
  const [first, second] = pieces.at(1)!.stacks;
  expect([first!.owner, second!.owner]).toEqual([1, 0]);
  expect(Math.hypot(first!.x - second!.x, first!.y - second!.y)).toBeGreaterThan(40);
});
