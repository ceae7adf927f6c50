// Where tokens and ships can go from here. What the rules forbid there is said by the question, not here.

interface Grounds {
  land: (area: number) => readonly number[];
  /** One step of a ship. */
  waters: (area: number) => readonly number[];
}

/** Where tokens go by land, each with the area they go through: next door, and by road one farther. */
export function marches(
  from: number,
  { land }: Pick<Grounds, 'land'>,
  roads: (through: number) => boolean,
): Map<number, number | null> {
  const out = new Map<number, number | null>();
  for (const next of land(from)) out.set(next, null);
  for (const next of land(from).filter(roads))
    for (const far of land(next)) if (far !== from && !out.has(far)) out.set(far, next);
  return out;
}

/** Where a ship sails in so many steps, each with the shortest way there. */
export function voyages(
  from: number,
  steps: number,
  { waters }: Pick<Grounds, 'waters'>,
): Map<number, number[]> {
  const out = new Map<number, number[]>();
  let edge: number[][] = [[from]];
  for (let n = 0; n < steps; n++) {
    const next: number[][] = [];
    for (const way of edge)
      for (const to of waters(way.at(-1)!)) {
        if (to === from || out.has(to)) continue;
        const longer = [...way, to];
        out.set(to, longer.slice(1));
        next.push(longer);
      }
    edge = next;
  }
  return out;
}
