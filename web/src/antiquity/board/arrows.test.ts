import { expect, test } from 'vitest';
import { bent } from './arrows';

test('an arrow keeps away from the pieces at both ends', () => {
  const line = bent([[0, 0], [100, 0]], 0, 20); // prettier-ignore
  expect(line!.d).toBe('M16 0Q48 0 80 0');
  expect(line!.middle).toEqual([48, 0]);
});

test('where two areas are close a third of the way is left', () => {
  const [, start, end] = /^M(\S+) .* (\S+) 0$/.exec(bent([[0, 0], [10, 0]], 0, 200)!.d)!; // prettier-ignore
  expect(Number(end) - Number(start)).toBeGreaterThan(2);
});

test('from nowhere there is no arrow', () => {
  expect(bent([[0, 0]], 0.1, 20)).toBeNull();
});
