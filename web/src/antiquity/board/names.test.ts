import { expect, test } from 'vitest';
import type { Shape } from './drawing';
import { box, discs, isCovered } from './names';
import { AreaPieces, Stack } from './pieces.svelte';

const label = { lines: ['Athens'], anchor: 'start', at: [100, 100] as const, size: 20, leading: 20 };
const shape = { label } as unknown as Shape;

test('a name takes the room of its longest line', () => {
  const { left, right, top, bottom } = box({ ...label, lines: ['New', 'Carthage'], anchor: 'middle' });
  expect((left + right) / 2).toBe(100);
  expect(right - left).toBeCloseTo(8 * 20 * 0.52);
  expect(top).toBeLessThan(100);
  expect(bottom).toBe(120);
});

test('a piece beside a name lies on it when it has grown', () => {
  const there = new AreaPieces(1, shape);
  there.stacks = [new Stack(0, 3, 120, 130, 20)];
  expect(isCovered(shape, discs(there, 1))).toBe(false);
  expect(isCovered(shape, discs(there, 2))).toBe(true);
});

test('what is not there covers nothing', () => {
  expect(isCovered(shape, discs(new AreaPieces(1, shape), 2.4))).toBe(false);
});
