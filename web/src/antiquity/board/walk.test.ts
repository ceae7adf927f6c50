import { expect, test } from 'vitest';
import { walk, type Hit } from './walk';

const hit = (id: number, at: [number, number], land: number[] = []) =>
  ({ place: { id, land, water: [] }, shape: { at } }) as unknown as Hit;
const middle = hit(0, [0, 0], [2]);
const all = [middle, hit(1, [100, 0]), hit(2, [150, 0]), hit(3, [0, -80]), hit(4, [-90, 5])];

test('a key leads to what lies that way, and rather to what touches', () => {
  expect(walk('ArrowRight', middle, all)?.place.id).toBe(2);
  expect(walk('ArrowUp', middle, all)?.place.id).toBe(3);
  expect(walk('ArrowLeft', middle, all)?.place.id).toBe(4);
});

test('where nothing lies and with any other key one stays', () => {
  expect(walk('ArrowDown', middle, all)).toBeUndefined();
  expect(walk('x', middle, all)).toBeUndefined();
});
