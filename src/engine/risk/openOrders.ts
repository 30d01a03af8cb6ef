import { counted } from '../../base/counted.ts';
import type { EngineState } from '../engineState.ts';
import type { Orders } from '../orders.ts';
import type { OrderRequest } from './request.ts';

/** At most `maxOpenOrders` orders may be live at once, including unknown ones. */
export function areTooManyOpen({ replaces }: OrderRequest, { limits }: EngineState, { live }: Orders): boolean {
  return replaces === undefined && limits.maxOpenOrders !== undefined && live.length >= limits.maxOpenOrders;
}

export function openOrdersMessage({ limits }: EngineState, { live }: Orders): string {
  return `${counted(live.length, 'order is', 'orders are')} live, the limit is ${limits.maxOpenOrders}`;
}
