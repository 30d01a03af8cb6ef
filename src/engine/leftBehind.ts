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
 * Keeps orders of strategies that are not configured any more so that what they execute counts for the exposure of all. What those strategies held before
 * does not. Of a pair that no strategy trades nobody knows the price.
 */
export function seatLeftBehind({ names }: LeftBehind, orders: readonly Order[], state: EngineState): void {
  for (const { strategy, symbol } of orders) {
    const market = state.markets.get(symbol);
    if (market === undefined || market.seats.length === 0 || !names.includes(strategy)) continue;
    const seat = state.leaveBehind(strategy, symbol);
    if (seat.market !== undefined) continue;
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

/** Tells of orders of strategies that are not configured any more, and cancels them until they are over, where that is asked for. */
export function endLeftBehind({ names, onStop }: LeftBehind, orders: readonly Order[], { state, known, unlisted, dealing }: Hands): void {
  const isCanceled = onStop === 'cancel';
  for (const name of names) {
    const left = orders.filter(({ strategy }) => strategy === name);
    const which = left.map(({ orderId, intentId, symbol }) => `${orderId ?? `that of ${intentId}`} of ${symbol}`).join(', ');
    const advice = isCanceled ? '' : '; `sluice orders cancel ID` cancels one';
    const message = `the configuration has no strategy ${name} any more, and ${counted(left.length, 'order')} of it may be open: by risk.onStop they are ${isCanceled ? 'canceled' : 'kept'} (${which})${advice}`;
    state.sink.notice({ type: 'log', strategy: name, level: 'warn', message });
  }
  if (!isCanceled) return;
  for (const { strategy, intentId } of orders) {
    const order = names.includes(strategy) ? known.byIntent(intentId) : undefined;
    if (order?.isLive === true) dealing.cancelUntilOver(order);
  }
  unlisted.leaveBehind(names);
}
