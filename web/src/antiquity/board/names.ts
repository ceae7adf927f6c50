// Which names of areas lie under pieces. Pieces keep a size that an eye can read; from farther away they grow over names.

import type { Label, Shape } from './drawing';
import type { AreaPieces } from './pieces.svelte';

export interface Disc {
  x: number;
  y: number;
  r: number;
}

/** Where a name stands on the sheet. A letter of the map's small capitals is about half as wide as it is high. */
export function box(label: Label): { left: number; right: number; top: number; bottom: number } {
  const width = Math.max(...label.lines.map((line) => line.length)) * label.size * 0.52;
  const [x, y] = label.at;
  const left = label.anchor === 'middle' ? x - width / 2 : x;
  const bottom = y + (label.lines.length - 1) * label.leading;
  return { left, right: left + width, top: y - label.size * 0.7, bottom };
}

/** A city is broader than a stack of the same measure. */
const BROAD = 1.3;

/** All pieces of an area, drawn so many times their size. */
export function discs({ stacks, fleets, city }: AreaPieces, grown: number): Disc[] {
  const round = [...stacks, ...fleets].map(({ x, y, r }) => ({ x, y, r: r * grown }));
  return city ? [...round, { x: city.x, y: city.y, r: city.r * BROAD * grown }] : round;
}

/** Whether one of these lies on the name of an area. */
export function isCovered(shape: Shape, all: readonly Disc[]): boolean {
  const { left, right, top, bottom } = box(shape.label);
  return all.some(({ x, y, r }) => {
    const dx = x - Math.max(left, Math.min(x, right));
    const dy = y - Math.max(top, Math.min(y, bottom));
    return dx * dx + dy * dy < r * r;
  });
}
