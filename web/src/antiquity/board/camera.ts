// What of the sheet is in the window: panning, zooming, going somewhere.

import { select } from 'd3-selection';
import 'd3-transition';
import {
  zoom as d3zoom,
  zoomIdentity,
  zoomTransform,
  type D3ZoomEvent,
  type ZoomBehavior,
  type ZoomTransform,
} from 'd3-zoom';
import type { Point } from './drawing';

type Box = readonly [left: number, top: number, right: number, bottom: number];

export interface Inset {
  top: number;
  right: number;
  bottom: number;
  left: number;
}
interface Scene {
  /** The whole sheet, and of it what is worth seeing. */
  sheet: Box;
  crop: Box;
  /** How much of the window is covered, on each side. */
  inset: Inset;
  /** No movement is wanted. */
  still: boolean;
}
interface Heard {
  began: () => void;
  moves: (at: ZoomTransform) => void;
  stands: (at: ZoomTransform) => void;
}

const AROUND = 500;
const NARROW = 760;
const EDGE = 20;

export function around(points: readonly Point[], margin: number): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [
    Math.min(...xs) - margin,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin,
    Math.max(...ys) + margin,
  ];
}

export class Camera {
  readonly #zoomer: ZoomBehavior<HTMLDivElement, unknown>;

  constructor(
    readonly frame: HTMLDivElement,
    readonly scene: () => Scene,
    heard: Heard,
  ) {
    this.#zoomer = d3zoom<HTMLDivElement, unknown>()
      .scaleExtent([0.08, 3])
      .filter(
        (event: Event) =>
          !(event instanceof MouseEvent && event.type === 'mousedown' && event.button !== 0) &&
          !(event instanceof MouseEvent && event.type === 'dblclick'),
      )
      .clickDistance(6)
      .on('start', heard.began)
      .on('zoom', (event: D3ZoomEvent<HTMLDivElement, unknown>) => heard.moves(event.transform))
      .on('end', (event: D3ZoomEvent<HTMLDivElement, unknown>) => heard.stands(event.transform));
    select(frame).call(this.#zoomer).on('dblclick.zoom', null);
  }

  get at(): ZoomTransform {
    return zoomTransform(this.frame);
  }

  /** How far the map may be moved. */
  bound(): void {
    const [x0, y0, x1, y1] = this.scene().sheet;
    this.#zoomer.translateExtent([
      [x0 - AROUND, y0 - AROUND],
      [x1 + AROUND, y1 + AROUND],
    ]);
  }

  /** The part of the window that nothing covers. */
  #room(): { width: number; height: number; middle: Point } {
    const { width, height } = this.frame.getBoundingClientRect();
    const { top, right, bottom, left } = this.scene().inset;
    return {
      width: Math.max(80, width - left - right),
      height: Math.max(80, height - top - bottom),
      middle: [left + (width - left - right) / 2, top + (height - top - bottom) / 2],
    };
  }

  /** Put a point of the sheet into the middle. */
  go([x, y]: Point, k: number, atOnce = false): void {
    const [cx, cy] = this.#room().middle;
    const to = zoomIdentity.translate(cx - x * k, cy - y * k).scale(k);
    const target = select(this.frame);
    if (atOnce || this.scene().still) target.call(this.#zoomer.transform, to);
    else target.transition().duration(420).call(this.#zoomer.transform, to);
  }

  /** All that is worth seeing; on a narrow window as much of it as can still be read. */
  fit(atOnce = false): void {
    this.bound();
    const [x0, y0, x1, y1] = this.scene().crop;
    const { width, height } = this.#room();
    const across = width / (x1 - x0);
    const down = height / (y1 - y0);
    const narrow = this.frame.clientWidth < NARROW;
    const k = narrow ? Math.max(across, down) : Math.min(across, down) * 1.02;
    this.go([(x0 + x1) / 2, (y0 + y1) / 2], k, atOnce);
  }

  /** Go to some points, near enough to read what is around them. */
  show(points: readonly Point[]): void {
    if (!points.length) return;
    const [x0, y0, x1, y1] = around(points, 0);
    const { width, height } = this.#room();
    const k = Math.min(0.5, width / (x1 - x0 + 700), height / (y1 - y0 + 600));
    this.go([(x0 + x1) / 2, (y0 + y1) / 2], k);
  }

  /** Go to some points, if not all of them are in sight. */
  reveal(points: readonly Point[]): void {
    const { width, height } = this.frame.getBoundingClientRect();
    const { top, right, bottom, left } = this.scene().inset;
    const { at } = this;
    const hidden = points.some((point) => {
      const [x, y] = at.apply([point[0], point[1]]);
      return x < left + EDGE || x > width - right - EDGE || y < top + EDGE || y > height - bottom - EDGE;
    });
    if (hidden) this.show(points);
  }

  /** Go to a point if the element that is drawn there hangs over the edge of the room. */
  keep(element: Element | null, point: Point): void {
    const { top, right, bottom, left } = this.scene().inset;
    const window = this.frame.getBoundingClientRect();
    const box = element?.getBoundingClientRect();
    if (!box) return;
    const across = box.left < window.left + left || box.right > window.right - right;
    const down = box.top < window.top + top || box.bottom > window.bottom - bottom;
    if (across || down) this.go(point, this.at.k);
  }

  zoomBy(factor: number): void {
    const target = select(this.frame);
    if (this.scene().still) target.call(this.#zoomer.scaleBy, factor);
    else target.transition().duration(160).call(this.#zoomer.scaleBy, factor);
  }
}
