import type { Fill } from '../model/fill.ts';
import type { EngineOrder } from './market.ts';
import { intentIdOf } from './shownOrder.ts';

/** The execution together with the owner of its order. */
export function ownedBy(order: EngineOrder, fill: Fill): Fill {
  const { seat, tag } = order;
  const intentId = intentIdOf(order);
  if (fill.intentId === intentId && fill.strategy === seat.name && fill.tag === tag) return fill;
  return { ...fill, strategy: seat.name, intentId, tag };
}
