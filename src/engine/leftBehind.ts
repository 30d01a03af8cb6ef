import { counted } from '../base/counted.ts';
import type { LeftBehind } from '../model/event.ts';
import type { Order } from '../model/order.ts';
import type { Dealing } from './dealing.ts';
import type { EngineState } from './engineState.ts';
import type { KnownOrders } from './knownOrders.ts';
import { takeSeat } from './takeSeat.ts';
import { refineSeat } from './refineSeat.ts';
import type { UnlistedOrders } from './unlistedOrders.ts';

/**
 * Keeps orders of strategies that are not configured for their markets any more so that what they execute counts for the exposure of all. What those
 * strategies held there before does not. Of a pair that no strategy trades nobody knows the price.
 */
export function seatLeftBehind(left: LeftBehind, orders: readonly Order[], state: EngineState): void {
  for (const { strategy, symbol } of leftOf(left, orders)) {
    const market = state.markets.get(symbol);
    if (market === undefined) continue;
    const seat = state.leaveBehind(strategy, symbol);
    if (seat.market !== undefined || market.seats.length === 0) continue;
    takeSeat(seat, market);
    refineSeat(seat, market);
  }
}

export interface Hands {
  readonly state: EngineState;
  readonly known: KnownOrders;
  readonly unlisted: UnlistedOrders;
  readonly dealing: Dealing;
}

/** Tells of orders of strategies that are not configured for their markets any more, and cancels them until they are over, where that is asked for. */
export function endLeftBehind(behind: LeftBehind, orders: readonly Order[], { state, known, unlisted, dealing }: Hands): void {
  const isCanceled = behind.onStop === 'cancel';
  const all = leftOf(behind, orders);
  for (const name of new Set(all.map(({ strategy }) => strategy))) {
    const left = all.filter(({ strategy }) => strategy === name);
    const which = left.map(({ orderId, intentId, symbol }) => `${orderId ?? `that of ${intentId}`} of ${symbol}`).join(', ');
    const advice = isCanceled ? '' : '; `sluice orders cancel ID` cancels one';
    const message = `${goneText(name, left, state)} any more, and ${counted(left.length, 'order')} of it may be open: by risk.onStop they are ${isCanceled ? 'canceled' : 'kept'} (${which})${advice}`;
    state.sink.notice({ type: 'log', strategy: name, level: 'warn', message });
  }
  if (!isCanceled) return;
  for (const { intentId } of all) {
    const order = known.byIntent(intentId);
    if (order?.isLive === true) dealing.cancelUntilOver(order);
  }
  unlisted.leaveBehind(all);
}

function goneText(name: string, left: readonly Order[], state: EngineState): string {
  if (state.seatsOf(name).length === 0) return `the configuration has no strategy ${name}`;
  return `strategy ${name} does not trade ${[...new Set(left.map(({ symbol }) => symbol))].join(' or ')}`;
}

function leftOf({ intentIds }: LeftBehind, orders: readonly Order[]): Order[] {
  return orders.filter(({ intentId }) => intentIds.includes(intentId));
}
