// Arrow keys walk over the map, from an area to the one that lies that way.

import type { Shape } from './drawing';
import type { PlaceInfo } from './info';

export interface Hit {
  place: PlaceInfo;
  shape: Shape;
}

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where a key leads from here; undefined if it is no arrow or nothing lies there. What touches is preferred. */
export function walk(key: string, from: Hit, hits: readonly Hit[]): Hit | undefined {
  const way = WAYS[key];
  if (!way) return undefined;
  const near = new Set([...from.place.land, ...from.place.water]);
  let best: { hit: Hit; cost: number } | undefined;
  for (const hit of hits) {
    if (hit.place.id === from.place.id) continue;
    const dx = hit.shape.at[0] - from.shape.at[0];
    const dy = hit.shape.at[1] - from.shape.at[1];
    const along = dx * way[0] + dy * way[1];
    const across = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along <= 0 || along < across * 0.7) continue;
    const cost = (along + across * 1.6) * (near.has(hit.place.id) ? 1 : 2.2);
    if (!best || cost < best.cost) best = { hit, cost };
  }
  return best?.hit;
}

export const isArrow = (key: string): boolean => key in WAYS;
