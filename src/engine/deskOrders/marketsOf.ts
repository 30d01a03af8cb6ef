import type { Market } from '../market.ts';
import type { DeskOrder } from './deskOrder.ts';

export function marketsOf(kept: readonly DeskOrder[]): ReadonlySet<Market> {
  return new Set(kept.map(({ market }) => market));
}
