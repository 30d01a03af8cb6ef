import type { StrategyContext } from '../../../src/engine/strategy.ts';
import type { BookView } from '../../../src/market/bookView.ts';
import type { BookSide } from '../../../src/model/book.ts';
import type { Fill } from '../../../src/model/fill.ts';
import type { Order } from '../../../src/model/order.ts';

/** Everything that a context shows, except the book and the ids of intents. */
export function contextText(context: StrategyContext): string {
  const { now, positionLots, liveOrders, position, orders } = context;
  const { amount, cost, averagePrice, gross, fees, quoteFlow, fills } = position;
  const held = [positionLots, amount, cost, averagePrice, gross, fees, quoteFlow, fills].join(' ');
  const live = [`${liveOrders} live`, ...orders.map(orderText)].join('; ');
  return [now, held, live].join(' | ');
}

function orderText(order: Order): string {
  const { strategy, symbol, side, type, price, amount, filled, state, closedBy, orderId, placedAt, updatedAt, canceling, tag } = order;
  const isReplacing = order.replacing !== undefined;
  return [
    strategy,
    symbol,
    side,
    type,
    price,
    amount,
    filled,
    state,
    closedBy,
    orderId,
    placedAt,
    updatedAt,
    canceling,
    isReplacing,
    tag,
  ].join(' ');
}

export function fillText(fill: Fill): string {
  const { id, orderId, symbol, side, type, price, amount, fee, feeCurrency, feeType, openedAt, tradedAt, receivedAt, strategy, tag } = fill;
  return [id, orderId, symbol, side, type, price, amount, fee, feeCurrency, feeType, openedAt, tradedAt, receivedAt, strategy, tag].join(
    ' ',
  );
}

export function bookText(book: BookView): string {
  const { exchangeAt, mid, spreadBps, micropriceTicks, raw } = book;
  const best = (['Buy', 'Sell'] as const).flatMap((side) => [...book.levels(side, 1)].flatMap(({ price, amount }) => [price, amount]));
  const signals = [mid, spreadBps, micropriceTicks, book.imbalance(3), book.isComplete('Buy'), book.isComplete('Sell')];
  return [touchText(book), exchangeAt, ...signals, ...best, levelsText(raw.bids), levelsText(raw.asks)].join(' ');
}

export function touchText({ raw }: BookView): string {
  const { sequence, receivedAt, bids, asks } = raw;
  return [sequence, receivedAt, bids.length, bids.bestTicks, bids.bestLots, asks.length, asks.bestTicks, asks.bestLots].join(' ');
}

/** In whole ticks and lots, since a decimal for each would take most of the time. */
function levelsText({ ticks, lots, start, length }: BookSide): string {
  return `${ticks.subarray(start, start + length).join()} ${lots.subarray(start, start + length).join()}`;
}
