// Many small events of one kind told as one line: the surplus of a people, its marches, its losses.

import { event, list, t, word } from '../lib/say';
import type { Line } from '../lib/wire.gen';

export interface Told {
  seat: number | null;
  text: string;
  at: number;
  places: number[];
  grave: boolean;
}

type Event = { event: string } & Record<string, unknown>;

const GRAVE = new Set([
  'calamity_called',
  'city_destroyed',
  'city_reduced',
  'city_taken',
  'city_revolted',
  'units_destroyed',
  'units_annexed',
  'damage_taken',
  'marker_moved_back',
]);

/** A chapter of the log in few lines, in the order in which each kind of thing first happened to each people. */
export function digest(lines: readonly Line[], placesOf: (line: Line) => number[]): Told[] {
  const out: Told[] = [];
  const sums = new Map<string, { told: Told; lines: Event[] }>();
  for (const line of lines) {
    const told = line.event as Event;
    const seat =
      [told['seat'], told['victim'], told['attacker']].find(
        (each): each is number => typeof each === 'number',
      ) ?? null;
    const places = placesOf(line);
    const key = KEYS[told.event];
    if (!key) {
      out.push({ seat, text: event(told), at: line.at, places, grave: GRAVE.has(told.event) });
      continue;
    }
    const id = `${key}/${seat ?? ''}`;
    let sum = sums.get(id);
    if (!sum) {
      sum = { told: { seat, text: '', at: line.at, places: [], grave: false }, lines: [] };
      sums.set(id, sum);
      out.push(sum.told);
    }
    sum.lines.push(told);
    sum.told.places.push(...places);
    sum.told.text = sum.lines.length === 1 && key !== 'moves' ? event(told) : TELL[key]!(seat, sum.lines);
  }
  return out.filter((told) => told.text);
}

const KEYS: Record<string, string> = {
  surplus_removed: 'surplus',
  moved: 'moves',
  took_back: 'moves',
  movement_declared: 'moves',
  city_built: 'built',
};

const TELL: Record<string, (seat: number | null, lines: Event[]) => string> = {
  surplus: (seat, lines) =>
    t(seat !== null && seat < 0 ? 'digest.surplus.wild' : 'digest.surplus', {
      seat,
      n: lines.reduce((sum, line) => sum + (line['number'] as number), 0),
      areas: lines.map((line) => line['area']),
    }),
  built: (seat, lines) => t('digest.built', { seat, areas: lines.map((line) => line['area']) }),
  moves: (seat, lines) => {
    const back = new Set(lines.filter((line) => line.event === 'took_back').map((line) => line['deed']));
    const done = lines.filter((line) => line.event === 'moved' && !back.has(line['deed']));
    const count = (what: string) => done.filter((line) => line['what'] === what).length;
    const tokens = done
      .filter((line) => line['what'] === 'march')
      .reduce((sum, line) => sum + (line['number'] as number), 0);
    const parts = [
      tokens ? t('digest.marched', { n: tokens }) : '',
      count('sail') ? t('digest.sailed', { n: count('sail') }) : '',
      count('build') ? t('digest.ships', { n: count('build') }) : '',
    ].filter(Boolean);
    return parts.length
      ? t('digest.moves', { seat, what: list(parts) })
      : t('digest.still', { seat: word('seat', seat) });
  },
};
