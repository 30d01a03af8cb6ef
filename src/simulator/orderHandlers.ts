import type { ExchangeOperations } from '../contract/exchange.ts';
import { OPEN_ORDERS_COUNT, OPEN_ORDERS_PAGE } from '../contract/exchange/orders.ts';
import { orderIdOf, sequenceOf } from '../exchange/bookOrder.ts';
import { type Answer, refusedByExchange, value } from './answer.ts';
import type { Handlers } from './handlers.ts';
import { OrderBodies } from './orderBody.ts';
import { firstPage, pageOf, tooManyRecords } from './page.ts';
import { restrictedOf } from './region.ts';
import { roundedSteps } from './roundedSteps.ts';
import { lagOf, type VenueBehaviour } from './simulatorOptions.ts';
import type { TradeNote } from './tradeNote.ts';
import type { Venue } from './venue.ts';

type OrderRows = 'orders.place' | 'orders.replace' | 'orders.cancel' | 'orders.list' | 'trades.list';

/** Orders and trades of the user's account (000 Spot trading). */
export function orderHandlers(venue: Venue, behaviour: VenueBehaviour): Handlers<Pick<ExchangeOperations, OrderRows>> {
  const { exchange, user } = venue;
  const base = firstPage(behaviour);
  const stepped: typeof roundedSteps = (asked, pair) => (behaviour.steps === 'rounded' ? roundedSteps(asked, pair) : asked);
  const bodies = new OrderBodies(exchange);
  const answer = (order: ReturnType<typeof exchange.place>, isReplacement = false): Answer<never> => {
    if ('code' in order) return refusedByExchange(order);
    const id = orderIdOf(order);
    return { type: 'text', body: bodies.of(order, isReplacement, id), id };
  };
  return {
    'orders.place': ({ symbol, side, type, amount, price }, at) => {
      const restricted = restrictedOf(venue.region, symbol.split('/'));
      const asked = stepped({ symbol, side, type, amount, price }, exchange.market(symbol)?.pair);
      return restricted ?? answer(exchange.place(user, asked, at));
    },
    'orders.replace': ({ orderId, amount, price }, at) => {
      const { symbol = '' } = exchange.openOrder(user, orderId) ?? {};
      const restricted = restrictedOf(venue.region, symbol.split('/'));
      const asked = stepped({ amount, price }, exchange.market(symbol)?.pair);
      const change = { ...asked, amountIs: behaviour.replaceAmount ?? 'remaining', id: behaviour.replaceId ?? 'keep' } as const;
      return restricted ?? answer(exchange.replace(user, orderId, change, at), true);
    },
    'orders.cancel': ({ orderId }, at) => {
      const order = exchange.cancel(user, orderId, at);
      return 'code' in order ? refusedByExchange(order) : { type: 'text', body: '' };
    },
    'orders.list': ({ orderId, symbol, side, from, to, page = OPEN_ORDERS_PAGE, count = OPEN_ORDERS_COUNT }) => {
      const tooMany = tooManyRecords(count);
      if (tooMany !== undefined) return tooMany;
      const now = venue.now();
      const matches = exchange
        .openOrders(user)
        .filter(
          (order) =>
            order.openedAt + lagOf(behaviour.ordersLateMs, order.sequence) <= now &&
            (orderId === undefined || orderIdOf(order) === orderId) &&
            (symbol === undefined || order.symbol === symbol) &&
            (side === undefined || order.side === side) &&
            within(order.openedAt, from, to),
        );
      const { total, items } = pageOf(matches.toReversed(), page, count, behaviour.openOrdersPageBase ?? OPEN_ORDERS_PAGE);
      return { type: 'text', body: `{"total":${total},"items":[${items.map((order) => bodies.of(order)).join(',')}]}` };
    },
    'trades.list': ({ symbol, type, status, orderId, dateFrom, dateTo, page, count }) => {
      const tooMany = tooManyRecords(count);
      if (tooMany !== undefined) return tooMany;
      const sequence = orderId === undefined ? undefined : sequenceOf(orderId);
      const matches = (note: TradeNote): boolean =>
        (orderId === undefined || note.sequence === sequence) &&
        (symbol === undefined || note.pair.symbol === symbol) &&
        (type === undefined || note.type === type) &&
        (status === undefined || note.status === status) &&
        within(note.at, dateFrom, dateTo);
      const now = venue.now();
      const { total, items } = pageOf(venue.history.list.shown(now, matches), page, count, base);
      return value({ total, items: items.map((listed) => venue.history.list.rowOf(listed, now)) });
    },
  };
}

function within(at: number, from: number | undefined, to: number | undefined): boolean {
  return (from === undefined || at >= from) && (to === undefined || at <= to);
}
