// Everything of the board that never moves – sea, land, borders, names – painted on a canvas. A picture is shifted and
// stretched at no cost while the map moves; 28,000 points as living SVG are not.

import { TINTS } from '../civs';
import type { Drawing, Shape } from './drawing';
import type { BoardInfo, PlaceInfo } from './info';

export interface Layers {
  regions: boolean;
  limits: boolean;
  waters: boolean;
  relief: boolean;
}
export interface RegionName {
  text: string;
  x: number;
  y: number;
  size: number;
}
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Placed {
  place: PlaceInfo;
  shape: Shape;
}

const COLOURS = [
  'sea',
  'sea-deep',
  'sea-line',
  'sea-name',
  'land',
  'wild',
  'out',
  'out-sea',
  'out-line',
  'coast',
  'foam',
  'border',
  'border-region',
  'name',
  'halo',
  'land-name',
  'plain',
  'river',
  'lake',
  'lake-edge',
  'limit-0',
  'limit-1',
  'limit-2',
  'limit-3',
  'limit-4',
  'disc-edge',
  'disc-ink',
  'gold',
  'tint',
] as const;
type Palette = Record<(typeof COLOURS)[number], string>;

export function palette(element: Element): Palette {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as Palette;
}

/** The typefaces of the map must be there before a name is painted. */
export async function typefaces(): Promise<void> {
  await Promise.allSettled(
    [
      "700 20px 'Alegreya SC'",
      "italic 20px 'IM Fell English'",
      "600 20px 'Cinzel'",
      "700 20px 'Alegreya'",
    ].map((font) => document.fonts.load(font)),
  );
}

export class Ground {
  readonly #lands: Placed[];
  readonly #playing: Placed[];
  readonly #seas: Placed[];
  readonly #regions: [string, Path2D][];
  readonly #grey: Path2D;
  readonly #wild: Path2D;
  readonly #water: Path2D;
  readonly #shut: Path2D;
  readonly #paths = new Map<string, Path2D>();
  readonly #volcanoes: Drawing['volcanoes'];

  constructor(
    readonly drawing: Drawing,
    info: BoardInfo,
    readonly regionNames: readonly RegionName[],
  ) {
    const placed: Placed[] = [];
    let off = '';
    let offWater = '';
    for (const place of info.places) {
      const shape = drawing.shapes.get(place.key);
      if (!shape) continue;
      if (place.onTable) placed.push({ place, shape });
      else {
        off += shape.land;
        offWater += shape.water;
      }
    }
    this.#lands = placed.filter(({ place }) => !place.sea);
    this.#playing = this.#lands.filter(({ place }) => place.inPlay);
    this.#seas = placed.filter(({ place }) => place.sea);
    const closed = this.#lands.filter(({ place }) => !place.inPlay);
    const regions = new Map<string, string>();
    for (const { place, shape } of this.#playing)
      regions.set(place.region, (regions.get(place.region) ?? '') + shape.land);
    this.#regions = [...regions].map(([region, d]) => [region, new Path2D(d)]);
    this.#grey = new Path2D(closed.map(({ shape }) => shape.land).join(''));
    this.#wild = new Path2D(drawing.wildLand + off);
    this.#water = new Path2D(placed.map(({ shape }) => shape.water).join('') + offWater + drawing.wildWater);
    this.#shut = new Path2D(closed.map(({ shape }) => shape.water).join(''));
    const live = new Set(this.#playing.map(({ place }) => place.key));
    this.#volcanoes = drawing.volcanoes.filter(({ areas }) => areas.some((key) => live.has(key)));
  }

  #path(d: string | undefined): Path2D {
    const key = d ?? '';
    let path = this.#paths.get(key);
    if (!path) this.#paths.set(key, (path = new Path2D(key)));
    return path;
  }

  /** Paint the part `view` of the sheet at `k` device pixels to a unit. */
  paint(
    canvas: HTMLCanvasElement,
    view: Rect,
    k: number,
    names: 'far' | 'near',
    layers: Layers,
    c: Palette,
    relief: ImageBitmap | null,
  ): void {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return;
    const ctx = context;
    const drawing = this.drawing;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = c.sea;
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    ctx.setTransform(k, 0, 0, k, -view.x * k, -view.y * k);
    ctx.lineJoin = 'round';
    ctx.lineCap = 'round';
    const { borders } = drawing;
    const fill = (path: Path2D, style: string, alpha = 1, rule: CanvasFillRule = 'evenodd') => {
      ctx.globalAlpha = alpha;
      ctx.fillStyle = style;
      ctx.fill(path, rule);
      ctx.globalAlpha = 1;
    };
    const stroke = (path: Path2D, style: string, width: number, alpha = 1, dash: number[] = []) => {
      // never thinner than most of a pixel
      ctx.lineWidth = Math.max(width, 0.8 / k);
      ctx.globalAlpha = alpha;
      ctx.strokeStyle = style;
      ctx.setLineDash(dash);
      ctx.stroke(path);
      ctx.globalAlpha = 1;
      ctx.setLineDash([]);
    };
    const seen = (shape: { label: { box?: readonly number[]; at: readonly [number, number] } }) => {
      const [x, y] = shape.label.at;
      return (
        x > view.x - 400 &&
        x < view.x + view.width + 400 &&
        y > view.y - 300 &&
        y < view.y + view.height + 300
      );
    };

    if (relief && layers.relief) {
      const scale = relief.width / drawing.width;
      const x0 = Math.max(0, view.x);
      const y0 = Math.max(0, view.y);
      const x1 = Math.min(drawing.width, view.x + view.width);
      const y1 = Math.min(drawing.height, view.y + view.height);
      ctx.drawImage(
        relief,
        x0 * scale,
        y0 * scale,
        (x1 - x0) * scale,
        (y1 - y0) * scale,
        x0,
        y0,
        x1 - x0,
        y1 - y0,
      );
    } else {
      ctx.fillStyle = c.land;
      ctx.fillRect(0, 0, drawing.width, drawing.height);
    }
    if (layers.regions)
      for (const [region, path] of this.#regions) fill(path, TINTS[region] ?? c.gold, Number(c.tint) || 0.36);
    fill(this.#wild, c.wild, 0.8);
    fill(this.#grey, c.out, 0.72);
    for (const plain of drawing.plains) fill(this.#path(plain.d), c.plain, 0.5);
    stroke(this.#path(drawing.rivers), c.river, 2.2, 0.75);
    stroke(this.#path(drawing.bigRivers), c.river, 4, 0.9);
    for (const plain of drawing.plains) stroke(this.#path(plain.rivers), c.river, 4, 0.9);
    fill(this.#path(drawing.lakes), c.lake);
    stroke(this.#path(drawing.lakes), c['lake-edge'], 1.6);
    fill(this.#water, c.sea);
    fill(this.#shut, c['out-sea']);
    stroke(this.#path(borders['coast']), c.foam, 9, 0.5);
    if (layers.waters) stroke(this.#path(borders['water']), c['sea-line'], 2, 1, k > 0.2 ? [9, 7] : []);
    stroke(this.#path(borders['land']), c.border, 2.2, 0.75);
    stroke(this.#path(borders['region']), c['border-region'], 4, 0.8);
    stroke(this.#path((borders['rim'] ?? '') + (borders['shore'] ?? '')), c['out-line'], 2);
    stroke(this.#path(borders['coast']), c.coast, 2.6);

    for (const { at } of this.#volcanoes) {
      ctx.save();
      ctx.translate(at[0], at[1]);
      fill(this.#path('M-30 22-10-16q10-7 20 0L30 22q-30 9-60 0z'), '#8a3a24');
      stroke(this.#path('M-30 22-10-16q10-7 20 0L30 22q-30 9-60 0z'), '#2e1710', 2.5);
      fill(this.#path('M-10-16q10-7 20 0l4 8q-5-2-8 4t-8 1-6 2-5-8z'), '#ffb03a');
      ctx.restore();
    }

    const text = (
      words: string,
      x: number,
      y: number,
      font: string,
      style: string,
      alpha: number,
      spacing: number,
      align: CanvasTextAlign,
    ) => {
      ctx.font = font;
      ctx.fillStyle = style;
      ctx.globalAlpha = alpha;
      ctx.textAlign = align;
      ctx.letterSpacing = `${spacing}px`;
      ctx.fillText(words, x, y);
      ctx.globalAlpha = 1;
      ctx.letterSpacing = '0px';
    };
    const align = (anchor: string): CanvasTextAlign => (anchor === 'middle' ? 'center' : 'left');
    for (const land of drawing.lands)
      text(
        land.text,
        land.at[0],
        land.at[1],
        `600 ${land.size}px Cinzel, serif`,
        c['land-name'],
        0.6,
        land.size * 0.34,
        'center',
      );
    for (const { place, shape } of this.#playing) {
      if (!place.site || !seen(shape)) continue;
      const half = drawing.siteHalf;
      ctx.fillStyle = place.site === 'black' ? '#241b14' : '#fdf8e8';
      ctx.strokeStyle = place.site === 'black' ? '#e7c877' : '#2b2118';
      ctx.lineWidth = 2.6;
      ctx.beginPath();
      ctx.roundRect(shape.city[0] - half, shape.city[1] - half, half * 2, half * 2, 2);
      ctx.fill();
      ctx.stroke();
    }
    if (names === 'far') {
      for (const name of this.regionNames) {
        ctx.lineWidth = name.size * 0.14;
        ctx.strokeStyle = c.halo;
        ctx.globalAlpha = 0.55;
        ctx.font = `600 ${name.size}px Cinzel, serif`;
        ctx.letterSpacing = `${name.size * 0.18}px`;
        ctx.textAlign = 'center';
        ctx.strokeText(name.text, name.x, name.y);
        text(
          name.text,
          name.x,
          name.y,
          `600 ${name.size}px Cinzel, serif`,
          c.name,
          0.85,
          name.size * 0.18,
          'center',
        );
      }
      return;
    }
    for (const { shape } of this.#seas) {
      const { label } = shape;
      label.lines.forEach((line, n) =>
        text(
          line,
          label.at[0],
          label.at[1] + n * label.leading,
          `italic ${label.size}px 'IM Fell English', serif`,
          c['sea-name'],
          1,
          label.size * 0.1,
          align(label.anchor),
        ),
      );
    }
    for (const { place, shape } of this.#lands) {
      if (!seen(shape)) continue;
      const { label } = shape;
      label.lines.forEach((line, n) =>
        text(
          line,
          label.at[0],
          label.at[1] + n * label.leading,
          `700 ${label.size}px 'Alegreya SC', serif`,
          c.name,
          place.inPlay ? 1 : 0.45,
          0,
          align(label.anchor),
        ),
      );
    }
    if (layers.limits) {
      const radius = drawing.discRadius;
      for (const { place, shape } of this.#playing) {
        if (!seen(shape)) continue;
        ctx.beginPath();
        ctx.arc(shape.disc[0], shape.disc[1], radius, 0, 2 * Math.PI);
        ctx.fillStyle = c[`limit-${Math.min(4, place.limit)}` as 'limit-0'];
        ctx.fill();
        ctx.strokeStyle = c['disc-edge'];
        ctx.lineWidth = 1.8;
        ctx.stroke();
        text(
          String(place.limit),
          shape.disc[0],
          shape.disc[1] + radius * 0.42,
          '700 21px Alegreya, serif',
          c['disc-ink'],
          1,
          0,
          'center',
        );
      }
    }
  }
}
