import { expect, test } from 'vitest';
import { marches, voyages } from './ways';

// A row of areas: 0 – 1 – 2 – 3
const land = (area: number) => [area - 1, area + 1].filter((each) => each >= 0 && each <= 3);

test('on foot one goes next door', () => {
  expect([...marches(1, { land }, () => false)]).toEqual([[0, null], [2, null]]); // prettier-ignore
});

test('by road one goes through where one may', () => {
  expect(marches(1, { land }, () => true).get(3)).toBe(2);
  expect(marches(1, { land }, (area) => area !== 2).has(3)).toBe(false);
  expect(marches(1, { land }, () => true).has(1)).toBe(false);
});

test('a ship takes the shortest way, as far as it can', () => {
  const found = voyages(0, 2, { waters: land });
  expect(found.get(2)).toEqual([1, 2]);
  expect(found.has(3)).toBe(false);
  expect(found.has(0)).toBe(false);
});
