import { assert } from '../base/assert.ts';
import type { Report } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import { amountOf, priceOf } from '../model/grid.ts';
import { BUY } from '../model/side.ts';
import type { ModelOrder } from './modelOrder.ts';
import type { ModelVenue } from './modelVenue.ts';
import * as told from './reportQueue.ts';

/** What a report needs to say about an order that the venue does not know. */
export interface OrderNames {
  readonly intentId: string;
  /** The id of the replacement on its way. */
  readonly replaceId: string;
  readonly strategy: string;
  readonly tag: string | undefined;
}

/** The report that was taken last, for the outside world. */
export function modelReport<Owner>(venue: ModelVenue<Owner>, names: OrderNames): Report {
  const { order } = venue;
  const { market } = order;
  const { grid } = market.pair;
  const { intentId, replaceId } = names;
  const orderId = String(order.number);
  switch (venue.reportType) {
    case told.OPENED: {
      const price = order.isMarket ? undefined : priceOf(grid, order.placedTicks);
      return { type: 'order-opened', intentId, orderId, amount: amountOf(grid, order.placedLots), price, adopted: false };
    }
    case told.FILLED:
      return { type: 'fill', fill: modelFill(venue, names) };
    case told.CANCELED:
      return { type: 'cancel-accepted', orderId };
    case told.CANCEL_REFUSED:
      return cancelFailed(orderId);
    case told.CLOSED: {
      const end = order.isFilled ? 'filled' : 'canceled';
      return { type: 'order-closed', orderId, end, filled: amountOf(grid, order.filled) };
    }
    case told.REPLACED: {
      const [price, amount] = [priceOf(grid, order.ticks), amountOf(grid, venue.lots)];
      const newOrderId = orderId;
      return { type: 'order-replaced', intentId: replaceId, orderId, newOrderId, price, amount, replacedAt: venue.tradedAt };
    }
    case told.PLACE_REFUSED:
      return { type: 'intent-refused', intentId, kind: 'place', ...refusalOf(venue) };
    case told.REPLACE_REFUSED:
      return { type: 'intent-refused', intentId: replaceId, kind: 'replace', ...refusalOf(venue) };
    case told.PLACE_NOT_SENT:
      return { type: 'intent-not-sent', intentId, kind: 'place', reason: TOO_OLD, code: 'canceled' };
    default:
      assert(venue.reportType === told.REPLACE_NOT_SENT, () => `report ${venue.reportType} is not known`);
      return { type: 'intent-not-sent', intentId: replaceId, kind: 'replace', reason: TOO_OLD, code: 'canceled' };
  }
}

/** The execution that was taken last. */
export function modelFill<Owner>(venue: ModelVenue<Owner>, { intentId, strategy, tag }: OrderNames): Fill {
  const { order, reportAt } = venue;
  const { grid, symbol, base, quote } = order.market.pair;
  const isBuy = order.side === BUY;
  const orderId = String(order.number);
  return {
    id: `${orderId}.${order.parts}`,
    orderId,
    symbol,
    side: isBuy ? 'Buy' : 'Sell',
    type: order.isMarket ? 'Market' : 'Limit',
    price: priceOf(grid, venue.ticks),
    amount: amountOf(grid, venue.lots),
    fee: venue.fee.decimal,
    feeCurrency: isBuy ? base : quote,
    feeType: venue.isTaker ? 'Taker' : 'Maker',
    openedAt: order.openedAt,
    tradedAt: venue.tradedAt,
    receivedAt: reportAt,
    intentId,
    strategy,
    tag,
  };
}

/** Why the venue has refused an order or a replacement. */
export function refusalOf<Owner>({ order, isShort, reportType }: ModelVenue<Owner>): { readonly code: string; readonly message: string } {
  if (isShort) return insufficient(order);
  if (reportType === told.REPLACE_REFUSED) return { code: 'order-not-found', message: `order ${order.number} is not open` };
  if (order.isMarket) return { code: 'no-liquidity', message: `nobody is there to trade ${order.market.pair.symbol} with` };
  return { code: 'self-trade', message: 'the order would trade against an open order of the same account' };
}

export const TOO_OLD = 'the decision waited longer than 500 ms for the rate budget';

export function cancelFailed(orderId: string): Report {
  return { type: 'cancel-failed', orderId, reason: `order ${orderId} is not open`, code: 'refused' };
}

function insufficient<Owner>({ market, side }: ModelOrder<Owner>): { readonly code: string; readonly message: string } {
  const { currency } = market.given(side);
  return { code: 'insufficient-balance', message: `the available ${currency} balance does not cover the order` };
}
