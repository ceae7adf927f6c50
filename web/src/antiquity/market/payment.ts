// Which cards pay for a basket: sets (or parts of them) that waste least, then treasury. A preview; the server decides.

export interface SetInHand {
  cards: [card: number, count: number][];
  face: number;
}
export interface Payment {
  cards: [number, number][];
  treasury: number;
  value: number;
}

interface Way {
  value: number;
  cards: number;
  picks: [set: number, count: number][];
}

/**
 * The payment that gives away least: whole sets with the least value over the price, then as little treasury as may be.
 * `each` is what one of treasury is worth.
 */
export function pay(
  sets: readonly SetInHand[],
  treasury: number,
  each: number,
  price: number,
): Payment | null {
  if (price <= 0) return { cards: [], treasury: 0, value: 0 };
  let ways: Way[] = [{ value: 0, cards: 0, picks: [] }];
  sets.forEach((set, n) => {
    const count = set.cards.reduce((sum, [, held]) => sum + held, 0);
    if (!set.face) return;
    const next: Way[] = [];
    for (const way of ways) {
      next.push(way);
      // whole sets only: a broken set loses more than it pays
      next.push({
        value: way.value + set.face * count * count,
        cards: way.cards + count,
        picks: [...way.picks, [n, count]],
      });
    }
    ways = thin(next, price);
  });
  let best: { way: Way; treasury: number; lost: number } | null = null;
  for (const way of ways) {
    const needed = Math.max(0, Math.ceil((price - way.value) / each));
    if (needed > treasury) continue;
    const over = way.value + needed * each - price;
    const lost = over * 100 + needed; // cards beyond the hand limit would be lost, treasury stays
    if (!best || lost < best.lost) best = { way, treasury: needed, lost };
  }
  if (!best) return null;
  const cards = best.way.picks.flatMap(([n]) =>
    sets[n]!.cards.map(([card, held]) => [card, held] as [number, number]),
  );
  return { cards, treasury: best.treasury, value: best.way.value };
}

/** One way for each value is enough; far above the price only the nearest matters. */
function thin(ways: readonly Way[], price: number): Way[] {
  const by = new Map<number, Way>();
  let above: Way | null = null;
  for (const way of ways) {
    if (way.value > price) {
      if (!above || way.value < above.value) above = way;
      continue;
    }
    const there = by.get(way.value);
    if (!there || way.cards < there.cards) by.set(way.value, way);
  }
  const out = [...by.values()];
  if (above) out.push(above);
  return out;
}
