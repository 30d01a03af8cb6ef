import type { EngineOrder, Seat } from '../market.ts';
import { intentIdOf } from '../shownOrder.ts';
import { DeskOrder, Leg } from './deskOrder.ts';

/** A limit order that the strategy has placed itself, as one that the desk could keep, under its id. Undefined where there is none. */
export function ownAsKept(seat: Seat, id: string): DeskOrder | undefined {
  const own = seat.live.copy().find((order) => intentIdOf(order) === id && isOwnLimit(order));
  if (own === undefined) return undefined;
  const { side, ticks, lots, filled, placedAt, market, tag } = own;
  const order = new DeskOrder(id, 'limit', seat, market, lots, placedAt);
  order.tag = tag;
  const leg = new Leg(order, 'limit', side, false, false);
  leg.ticks = ticks;
  if (own.intentId !== undefined) leg.childIds.push(own.intentId);
  leg.count(id, filled, filled * ticks);
  leg.children.push(own);
  order.entry = leg;
  order.told = order.state;
  return order;
}

/** From here on the desk keeps the order, and it is one of its children. */
export function takeOver({ entry }: DeskOrder): void {
  for (const own of entry!.children) {
    own.keeper = entry;
    own.isOwnHand = true;
  }
}

/** The intents of the live orders that a strategy that quotes has placed by itself. None where it does not quote: then none is a quote. */
export function ownIds({ isWanted, live }: Seat): readonly string[] {
  if (!isWanted) return [];
  return live.copy().flatMap((order) => (order.isOwnHand && order.keeper === undefined ? [intentIdOf(order)] : []));
}

/** Quotes are declared anew instead. */
function isOwnLimit({ isMarket, keeper, isOwnHand, isCanceling, seat }: EngineOrder): boolean {
  return !isMarket && keeper === undefined && !isCanceling && (isOwnHand || !seat.isWanted);
}
