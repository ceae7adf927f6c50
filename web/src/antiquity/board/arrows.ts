// The lines along which planned moves are drawn.

import type { Arrow } from '../../lib/stage.svelte';
import type { Point, Shape } from './drawing';
import type { Pieces } from './pieces.svelte';

/** Where an arrow begins or ends: at the pieces that move, where there are some. */
export function stop(
  shape: Shape | undefined,
  pieces: Pieces,
  area: number,
  kind: Arrow['kind'],
): Point | null {
  if (!shape) return null;
  const there = pieces.at(area);
  const moved = kind === 'sea' ? there?.fleets[0] : there?.stacks[0];
  if (moved) return [moved.x, moved.y];
  return kind === 'sea' && !shape.sea ? (shape.ships[0] ?? shape.at) : shape.at;
}

/** From `a` so far towards `b`. */
function towards([ax, ay]: Point, [bx, by]: Point, far: number): Point {
  const way = Math.hypot(bx - ax, by - ay) || 1;
  const part = Math.min(0.36, far / way);
  return [ax + (bx - ax) * part, ay + (by - ay) * part];
}

/** One bent line through all stops, which keeps so much room from the first and the last, and the middle of it, where
 * its number stands.
 */
export function bent(
  stops: readonly Point[],
  bend: number,
  room: number,
): { d: string; middle: Point } | null {
  if (stops.length < 2) return null;
  const points = [...stops];
  const last = points.length - 1;
  points[0] = towards(points[0]!, points[1]!, room * 0.8);
  points[last] = towards(points[last]!, points[last - 1]!, room);
  let d = `M${points[0][0]} ${points[0][1]}`;
  let middle = points[0];
  for (let n = 1; n <= last; n++) {
    const [ax, ay] = points[n - 1]!;
    const [bx, by] = points[n]!;
    const turn: Point = [(ax + bx) / 2 - (by - ay) * bend, (ay + by) / 2 + (bx - ax) * bend];
    d += `Q${turn[0]} ${turn[1]} ${bx} ${by}`;
    if (n === Math.ceil(last / 2)) middle = [(ax + bx) / 4 + turn[0] / 2, (ay + by) / 4 + turn[1] / 2];
  }
  return { d, middle };
}
