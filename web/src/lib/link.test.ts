import { expect, test } from 'vitest';
import { lastLook } from './link.svelte';

test('what is new since one last looked', () => {
  expect(lastLook(10, 7, 10)).toBe(7);
  expect(lastLook(10, 10, 10)).toBe(10);
  expect(lastLook(10, 0, 10)).toBe(null); // the first look ever
  expect(lastLook(12, 7, 8)).toBe(3); // two were taken back: too early rather than too late
  expect(lastLook(30, 4, 2)).toBe(0);
});
