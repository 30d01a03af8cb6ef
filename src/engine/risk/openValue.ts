import { type Decimal, ZERO } from '../../base/decimal.ts';
import { isFarBelow } from '../../base/isFarBelow.ts';
import { amountOf, priceOf } from '../../model/grid.ts';
import type { EngineState } from '../engineState.ts';
import type { EngineOrder } from '../market.ts';
import type { Orders } from '../orders.ts';
import { BUY } from '../../model/side.ts';
import type { OrderRequest } from './request.ts';

/** All that is live, unknown orders included, may not be worth more than `maxOpenValue` together. What can't be valued is refused. */
export function isTooMuchOpen(request: OrderRequest, state: EngineState, orders: Orders): boolean {
  const limit = state.limits.maxOpenValue;
  if (limit === undefined) return false;
  return (
    !isFarFromOpenValue(request, orders, limit.amount.toNumber(), limit.currency) && openValueMessage(request, state, orders) !== undefined
  );
}

/** Why too much would be open, exactly. Undefined when it would not be. */
export function openValueMessage(request: OrderRequest, state: EngineState, orders: Orders): string | undefined {
  const { amount: most, currency } = state.limits.maxOpenValue!;
  const { market, value, replaces } = request;
  const more = value && state.worth(value, market.quote.currency, currency);
  const open = openValueIn(state, orders, currency, replaces);
  if (open === undefined || more === undefined) return `no book tells what is open in ${currency}`;
  if (open.plus(more).lte(most)) return undefined;
  return `${open.toDecimalPlaces(8)} ${currency} is open and ${more.toDecimalPlaces(8)} more is above the limit of ${most} ${currency}`;
}

/** What all that is live is worth, but for an order that is to be replaced. Undefined when no book tells. */
export function openValueIn(state: EngineState, orders: Orders, currency: string, but?: EngineOrder): Decimal | undefined {
  let sum: Decimal | undefined = ZERO;
  for (const order of orders.live.copy()) {
    if (order === but) continue;
    const worth = openWorth(order);
    const inLimit: Decimal | undefined = worth && state.worth(worth, order.market.quote.currency, currency);
    sum = inLimit && sum?.plus(inLimit);
  }
  return sum;
}

/** What is still to be filled of an order is worth this much in quote currency; a market order by the touch. */
export function openWorth({
  market,
  side,
  isMarket,
  ticks,
  lots,
  filled,
  isReplacing,
  nextTicks,
  nextLots,
}: EngineOrder): Decimal | undefined {
  const { grid } = market.pair;
  const touch = side === BUY ? market.view?.bestAsk : market.view?.bestBid;
  const price = isMarket ? touch : priceOf(grid, ticks);
  const open = price?.times(amountOf(grid, lots - filled));
  if (open === undefined || !isReplacing) return open;
  const next = priceOf(grid, nextTicks).times(amountOf(grid, nextLots));
  return next.gt(open) ? next : open;
}

/** The same by rounded numbers, where all is in the limit's currency and has a price. False where only exact sums can tell. */
function isFarFromOpenValue(request: OrderRequest, { live }: Orders, most: number, currency: string): boolean {
  const { market, isMarket, replaces } = request;
  if (isMarket || market.quote.currency !== currency) return false;
  let sum = request.nearValue / market.quoteOne;
  for (let i = 0; i < live.length; i++) {
    const order = live.at[i]!;
    if (order === replaces) continue;
    const { quote, quoteOne, perTickLot } = order.market;
    if (order.isMarket || quote.currency !== currency) return false;
    const open = order.ticks * order.remaining;
    const next = order.isReplacing ? order.nextTicks * order.nextLots : 0;
    sum += (Math.max(open, next) * perTickLot.near) / quoteOne;
  }
  return isFarBelow(sum, most, most);
}
