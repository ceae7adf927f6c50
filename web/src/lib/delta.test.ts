import { expect, test } from 'vitest';
import { patched } from './delta';

const view = { a: { b: 1, c: [1, 2, 3] }, kept: { deep: true } };

test('a value is set, and what is not on its path stays the same object', () => {
  const next = patched(view, [], [[['a', 'b'], 2]]);
  expect(next).toEqual({ a: { b: 2, c: [1, 2, 3] }, kept: { deep: true } });
  expect(next.kept).toBe(view.kept);
  expect(next.a.c).toBe(view.a.c);
  expect(view.a.b).toBe(1);
});

test('a key is taken away, a list is cut off, a place past the end appends', () => {
  expect(
    patched<unknown>(
      view,
      [
        ['a', 'b'],
        ['a', 'c', 1],
      ],
      [[['a', 'c', 1], 9]],
    ),
  ).toEqual({ a: { c: [1, 9] }, kept: { deep: true } });
});

test('an empty path replaces everything', () => {
  expect(patched<unknown>(view, [], [[[], null]])).toBeNull();
});
