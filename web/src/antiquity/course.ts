// The course of a game, read from its log: what was counted turn by turn.

import type { Line } from '../lib/wire.gen';

export interface Course {
  key: string;
  turns: number[];
  rows: number[][];
}

type Told = { event: string } & Record<string, unknown>;

export function courses(log: readonly Line[], seats: number): Course[] {
  const census: number[][] = [];
  const spaces: number[][] = [];
  const paid: number[][] = [];
  const space = new Array<number>(seats).fill(0);
  const spent = new Array<number>(seats).fill(0);
  for (const line of log) {
    const told = line.event as Told;
    switch (told.event) {
      case 'census_taken':
        census.push(told['census'] as number[]);
        break;
      case 'marker_moved':
      case 'marker_stayed':
        space[told['seat'] as number] = told['space'] as number;
        break;
      case 'advances_bought':
        spent[told['seat'] as number]! += (told['advances'] as unknown[]).length;
        break;
      case 'turn_ended':
        spaces.push([...space]);
        paid.push([...spent]);
        break;
      default:
    }
  }
  const out: Course[] = [];
  const add = (key: string, values: number[][]) => {
    if (values.length > 1)
      out.push({
        key,
        turns: values.map((_, n) => n + 1),
        rows: Array.from({ length: seats }, (_, seat) => values.map((each) => each[seat] ?? 0)),
      });
  };
  add('census', census);
  add('spaces', spaces);
  add('advances', paid);
  return out;
}
