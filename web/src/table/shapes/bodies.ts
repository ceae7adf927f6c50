// The bodies of decisions, as the kernel writes them (tag `shape`). The open shapes are the titles' own.

import type { Described, Reason } from '../../lib/wire.gen';

export type Option = string | number;
export type Barred = readonly (readonly [Option, Reason])[];

export interface ChooseBody {
  shape: 'choose';
  options: Option[];
  barred?: Barred;
}
export interface PickBody {
  shape: 'pick';
  options: Option[];
  least: number;
  most: number;
  barred?: Barred;
  worth?: number[];
  points?: number;
}
export interface SpreadBody {
  shape: 'spread';
  places: [Option, number][];
  least: number;
  most: number;
  barred?: Barred;
}
export interface OrdersBody {
  shape: 'orders';
  [more: string]: unknown;
}
export interface DealBody {
  shape: 'deal';
  [more: string]: unknown;
}
export interface BasketBody {
  shape: 'basket';
  [more: string]: unknown;
}

export type AnyBody = ChooseBody | PickBody | SpreadBody | OrdersBody | DealBody | BasketBody;

export function bodyOf<T extends AnyBody>(decision: Described): T {
  return decision.body as T;
}
