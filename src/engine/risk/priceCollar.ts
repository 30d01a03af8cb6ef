import { type Decimal, ONE } from '../../base/decimal.ts';
import { isFarBelow } from '../../base/isFarBelow.ts';
import { BUY } from '../../model/side.ts';
import type { EngineState } from '../engineState.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/**
 * A buy may not be above the mid by more than the collar, and a sell not below it. A market order must find its whole amount
 * within the collar. Without a mid no order may go. A conversion is compared when its quote has come:
 * it may not bring less than the books say by more than the collar.
 */
export function isBeyondCollar(request: OrderRequest, { limits, collarShare }: EngineState): boolean {
  const collar = limits.priceCollar;
  if (collar === undefined) return false;
  const { market, side, ticks, isMarket } = request;
  if (market.hasTouch && !isMarket) {
    const { twoMids } = market;
    const worst = side === BUY ? twoMids * (1 + collarShare) : twoMids * (1 - collarShare);
    const asked = 2 * ticks;
    if (side === BUY ? isFarBelow(asked, worst, twoMids + asked) : isFarBelow(worst, asked, twoMids + asked)) return false;
  }
  return collarMessage(request, collar) !== undefined;
}

/** Why an order is beyond the collar, exactly. Undefined when it isn't. */
export function collarMessage(request: OrderRequest, collar: Decimal): string | undefined {
  const { market, side, sideName } = request;
  const mid = market.hasTouch ? market.mid : undefined;
  if (mid === undefined) return `the book of ${market.symbol} has no mid to compare with`;
  const price = request.price ?? reachedBy(request);
  if (price === undefined) return `the known levels of ${market.symbol} do not hold ${request.amount}`;
  const worst = side === BUY ? mid.times(ONE.plus(collar)) : mid.times(ONE.minus(collar));
  if (side === BUY ? price.lte(worst) : price.gte(worst)) return undefined;
  return `${sideName} at ${price} is beyond ${worst.toDecimalPlaces(8)}, ${collar.times(100)} % from the mid ${mid}`;
}

/** Why the quote of a conversion is beyond the collar. Undefined when it isn't, or there is no quote yet. */
export function conversionBeyondCollar(
  { fromCurrency, toCurrency, fromAmount, toAmount }: ConversionRequest,
  state: EngineState,
): string | undefined {
  const collar = state.limits.priceCollar;
  if (collar === undefined || fromAmount === undefined || toAmount === undefined) return undefined;
  const fair = state.worth(fromAmount, fromCurrency, toCurrency);
  if (fair === undefined) return `no book tells what ${fromCurrency} is worth in ${toCurrency}`;
  const least = fair.times(ONE.minus(collar));
  if (toAmount.gte(least)) return undefined;
  return `the quote brings ${toAmount} ${toCurrency}, the books say at least ${least.toDecimalPlaces(8)}`;
}

/** The worst price that a market order would take. Undefined when the known levels do not suffice. A book that has a touch is there. */
function reachedBy({ market, side, amount }: OrderRequest): Decimal | undefined {
  const view = market.view!;
  const { sufficed, worstPrice } = side === BUY ? view.costToBuy(amount) : view.costToSell(amount);
  return sufficed ? worstPrice : undefined;
}
