// The shipped drawing of a world (docs/atlas-drawing.md), made into SVG paths once.

export type Point = readonly [number, number];

export interface Label {
  lines: string[];
  anchor: string;
  at: Point;
  size: number;
  leading: number;
}
interface RawArea {
  region: string;
  limit: number;
  land: number[][];
  label: Label;
  disc: Point;
  city: Point;
  token: number;
  own: Point[];
  foreign: Point[];
  site?: string;
  water?: number[][];
  ship?: number;
  ships?: Point[];
}
interface RawSea {
  water: number[][];
  label: Label;
  ship: number;
  ships: Point[];
}
type Arc = [kind: string, left: number, right: number, deltas: number[]];
export interface View {
  crop: [number, number, number, number];
  cartouche: Point;
  compass: Point;
}

export interface RawDrawing {
  format: number;
  world: string;
  size: [number, number];
  quantum: number;
  disc: number;
  site: number;
  views: Record<string, View>;
  faces: [string, string][];
  arcs: Arc[];
  areas: Record<string, RawArea>;
  seas: Record<string, RawSea>;
  wild: { land?: number[][]; water?: number[][] };
  rivers: { name: string; rank: number; line: number[] }[];
  lakes: { name: string; rings: number[][] }[];
  plains: Record<string, { areas: string[]; rings: number[][]; rivers: number[][] }>;
  volcanoes: Record<string, { at: Point; areas: string[] }>;
  lands: { text: string; at: Point; size: number }[];
}

export interface Shape {
  key: string;
  sea: boolean;
  region: string;
  limit: number;
  site: string;
  land: string;
  water: string;
  label: Label;
  disc: Point;
  city: Point;
  token: number;
  own: Point[];
  foreign: Point[];
  ship: number;
  ships: Point[];
  /** The middle of the land, for arrows and for going there. */
  at: Point;
}

export interface Drawing {
  world: string;
  width: number;
  height: number;
  discRadius: number;
  siteHalf: number;
  views: Record<string, View>;
  shapes: Map<string, Shape>;
  /** Borders by kind: land, region, water, coast, rim, shore. */
  borders: Record<string, string>;
  wildLand: string;
  wildWater: string;
  rivers: string;
  bigRivers: string;
  lakes: string;
  plains: { key: string; d: string; rivers: string }[];
  volcanoes: { key: string; at: Point; areas: string[] }[];
  lands: RawDrawing['lands'];
}

export function readDrawing(raw: RawDrawing): Drawing {
  const q = raw.quantum;
  const points = raw.arcs.map(([, , , deltas]) => walk(deltas, q));

  const ring = (numbers: number[]): string => {
    let d = '';
    for (const n of numbers) {
      const line = points[n < 0 ? ~n : n]!;
      const forward = n >= 0;
      for (let i = d ? 1 : 0; i < line.length; i++) {
        const [x, y] = line[forward ? i : line.length - 1 - i]!;
        d += `${d ? 'L' : 'M'}${x} ${y}`;
      }
    }
    return d && d + 'Z';
  };
  const rings = (all: number[][] | undefined) => (all ?? []).map(ring).join('');
  const line = (deltas: number[]) =>
    walk(deltas, q)
      .map(([x, y], i) => `${i ? 'L' : 'M'}${x} ${y}`)
      .join('');
  const lines = (all: number[][]) => all.map(line).join('');
  const closed = (all: number[][]) => all.map((deltas) => line(deltas) + 'Z').join('');

  const borders: Record<string, string> = {};
  raw.arcs.forEach(([kind], n) => {
    const d = points[n]!.map(([x, y], i) => `${i ? 'L' : 'M'}${x} ${y}`).join('');
    borders[kind] = (borders[kind] ?? '') + d;
  });

  const shapes = new Map<string, Shape>();
  for (const [key, area] of Object.entries(raw.areas)) {
    shapes.set(key, {
      key,
      sea: false,
      region: area.region,
      limit: area.limit,
      site: area.site ?? '',
      land: rings(area.land),
      water: rings(area.water),
      label: area.label,
      disc: area.disc,
      city: area.city,
      token: area.token,
      own: area.own,
      foreign: area.foreign,
      ship: area.ship ?? 0,
      ships: area.ships ?? [],
      at: middle([area.own[0] ?? area.city, area.city, area.label.at]),
    });
  }
  for (const [key, sea] of Object.entries(raw.seas)) {
    shapes.set(key, {
      key,
      sea: true,
      region: '',
      limit: 0,
      site: '',
      land: '',
      water: rings(sea.water),
      label: sea.label,
      disc: sea.label.at,
      city: sea.label.at,
      token: 0,
      own: [],
      foreign: [],
      ship: sea.ship,
      ships: sea.ships,
      at: sea.label.at,
    });
  }
  return {
    world: raw.world,
    width: raw.size[0],
    height: raw.size[1],
    discRadius: raw.disc,
    siteHalf: raw.site,
    views: raw.views,
    shapes,
    borders,
    wildLand: rings(raw.wild.land),
    wildWater: rings(raw.wild.water),
    rivers: lines(raw.rivers.filter((river) => river.rank > 3).map((river) => river.line)),
    bigRivers: lines(raw.rivers.filter((river) => river.rank <= 3).map((river) => river.line)),
    lakes: raw.lakes.map((lake) => closed(lake.rings)).join(''),
    plains: Object.entries(raw.plains).map(([key, plain]) => ({
      key,
      d: closed(plain.rings),
      rivers: lines(plain.rivers),
    })),
    volcanoes: Object.entries(raw.volcanoes).map(([key, volcano]) => ({ key, ...volcano })),
    lands: raw.lands,
  };
}

function walk(deltas: number[], quantum: number): Point[] {
  const out: Point[] = [];
  let x = 0;
  let y = 0;
  for (let i = 0; i < deltas.length; i += 2) {
    x += deltas[i]!;
    y += deltas[i + 1]!;
    out.push([x * quantum, y * quantum]);
  }
  return out;
}

function middle(points: Point[]): Point {
  const n = points.length;
  return [points.reduce((sum, p) => sum + p[0], 0) / n, points.reduce((sum, p) => sum + p[1], 0) / n];
}
