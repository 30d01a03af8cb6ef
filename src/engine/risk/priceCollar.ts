import { ONE } from '../../base/decimal.ts';
import { marketOf, type RiskCheck, refused } from './riskCheck.ts';

/**
 * A buy may not be above the mid by more than the collar, a sell not below it. A market order must find its touch within
 * the collar. Without a mid there is no order.
 */
export const priceCollar: RiskCheck = (request, view) => {
  const collar = view.limits.priceCollar;
  if (request.type !== 'order' || collar === undefined) return undefined;
  const market = marketOf(request, view);
  const mid = market?.book?.mid;
  if (mid === undefined) return refused('price-collar', `the book of ${request.symbol} has no mid to compare with`);
  const price = request.price ?? (request.side === 'Buy' ? market?.book?.bestAsk : market?.book?.bestBid);
  if (price === undefined) return refused('price-collar', `the book of ${request.symbol} has no price to trade at`);
  const worst = request.side === 'Buy' ? mid.times(ONE.plus(collar)) : mid.times(ONE.minus(collar));
  const beyond = request.side === 'Buy' ? price.gt(worst) : price.lt(worst);
  return beyond
    ? refused(
        'price-collar',
        `${request.side} at ${price} is beyond ${worst.toDecimalPlaces(8)}, ${collar.times(100)} % from the mid ${mid}`,
      )
    : undefined;
};
