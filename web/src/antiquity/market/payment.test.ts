import { expect, test } from 'vitest';
import { pay } from './payment';

// 3 of face 5 = 45, 2 of face 3 = 12, 1 of face 9 = 9
const sets = [
  { cards: [[10, 3]] as [number, number][], face: 5 },
  { cards: [[6, 2]] as [number, number][], face: 3 },
  { cards: [[18, 1]] as [number, number][], face: 9 },
];

test('the sets that waste least, and treasury for the rest', () => {
  expect(pay(sets, 10, 1, 45)).toEqual({ cards: [[10, 3]], treasury: 0, value: 45 });
  expect(pay(sets, 10, 1, 55)).toMatchObject({ treasury: 1, value: 54 });
});

test('never more treasury than is needed or there is', () => {
  expect(pay(sets, 0, 1, 67)).toBeNull();
  expect(pay(sets, 1, 1, 67)).toMatchObject({ treasury: 1, value: 66 });
  expect(pay(sets, 50, 2, 20)).toMatchObject({ treasury: 4, value: 12 });
});

test('nothing costs nothing', () => {
  expect(pay(sets, 5, 1, 0)).toEqual({ cards: [], treasury: 0, value: 0 });
});
