// The ground is a picture: a coarse one of the whole sheet, and a sharp one of what is in the window. While the map moves,
// both are only shifted and stretched; when it stands they are painted anew.

import type { ZoomTransform } from 'd3-zoom';
import { palette, type Ground, type Layers, type Rect } from './ground';

/** Nearer than this the names of areas can be read. */
export const FAR = 0.2;
const COARSE = 0.2;
const MOST_PIXELS = 9e6;
/** How much more than the window the sharp picture shows, on each side. */
const MARGIN = 0.25;

interface Scene {
  ground: Ground;
  layers: Layers;
  /** Where the window stands now; null when it is gone. */
  at: ZoomTransform | null;
}

export class Backdrop {
  relief: ImageBitmap | null = null;
  #sharpAt: Rect & { k: number } = { x: 0, y: 0, width: 1, height: 1, k: 1 };
  #due = false;
  #coarseDue = true;

  constructor(
    readonly frame: HTMLElement,
    readonly coarse: HTMLCanvasElement,
    readonly sharp: HTMLCanvasElement,
    readonly scene: () => Scene,
  ) {}

  shift({ x, y, k }: ZoomTransform): void {
    const sharp = this.#sharpAt;
    this.coarse.style.transform = `translate(${x}px,${y}px) scale(${k / COARSE})`;
    this.sharp.style.transform = `translate(${x + sharp.x * k}px,${y + sharp.y * k}px) scale(${k / sharp.k})`;
  }

  /** However many reasons there are, the ground is painted once a frame. */
  soon(all = false): void {
    this.#coarseDue ||= all;
    if (this.#due) return;
    this.#due = true;
    requestAnimationFrame(() => {
      this.#due = false;
      const { at, ground, layers } = this.scene();
      if (!at) return;
      if (this.#coarseDue) this.#paintCoarse(ground, layers);
      this.#paintSharp(ground, layers, at);
      this.shift(at);
    });
  }

  #paintCoarse(ground: Ground, layers: Layers): void {
    const { width, height } = ground.drawing;
    this.#coarseDue = false;
    this.coarse.width = Math.round(width * COARSE);
    this.coarse.height = Math.round(height * COARSE);
    const sheet = { x: 0, y: 0, width, height };
    ground.paint(this.coarse, sheet, COARSE, 'far', layers, palette(this.frame), this.relief);
  }

  /** Paint the window and a margin around it. */
  #paintSharp(ground: Ground, layers: Layers, at: ZoomTransform): void {
    const { width, height } = this.frame.getBoundingClientRect();
    if (!width || !height) return;
    const w = width * (1 + 2 * MARGIN);
    const h = height * (1 + 2 * MARGIN);
    const dense = Math.min(devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / (w * h)));
    const view: Rect = {
      x: (-width * MARGIN - at.x) / at.k,
      y: (-height * MARGIN - at.y) / at.k,
      width: w / at.k,
      height: h / at.k,
    };
    this.sharp.width = Math.round(w * dense);
    this.sharp.height = Math.round(h * dense);
    this.sharp.style.width = `${w}px`;
    this.sharp.style.height = `${h}px`;
    this.#sharpAt = { ...view, k: at.k };
    const names = at.k < FAR ? 'far' : 'near';
    ground.paint(this.sharp, view, at.k * dense, names, layers, palette(this.frame), this.relief);
  }
}
