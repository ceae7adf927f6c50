// Which component answers a decision: the family's for its kind, the family's for its shape, else the plain one.
// `PLAIN` names every shape: a new shape in the kernel does not compile until it has a component here.

import type { Component } from 'svelte';
import type { Described } from '../lib/wire.gen';
import type { DecisionProps, Family, Shape } from './model.svelte';
import type { AnyBody } from './shapes/bodies';
import Choose from './shapes/Choose.svelte';
import Pick from './shapes/Pick.svelte';
import Raw from './shapes/Raw.svelte';
import Spread from './shapes/Spread.svelte';

type Exact<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
const complete: Exact<Shape, AnyBody['shape']> = true;
void complete;

const PLAIN: Record<Shape, Component<DecisionProps>> = {
  choose: Choose,
  pick: Pick,
  spread: Spread,
  orders: Raw,
  deal: Raw,
  basket: Raw,
};

export function componentFor(family: Family | null, decision: Described): Component<DecisionProps> {
  const shape = (decision.body as AnyBody).shape;
  return family?.kinds[decision.kind] ?? family?.shapes[shape] ?? PLAIN[shape] ?? Raw;
}
