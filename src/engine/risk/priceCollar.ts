import { type Decimal, ONE } from '../../base/decimal.ts';
import { isSurelyBelow, nearNumber } from '../../base/nearNumber.ts';
import type { BookView } from '../../market/bookView.ts';
import { marketOf, type OrderRequestForRisk, type RiskCheck, refused } from './riskCheck.ts';

/**
 * A buy may not be above the mid by more than the collar, a sell not below it. A market order must find all of its amount
 * within the collar. Without a mid there is no order; conversions are compared when their quote has come.
 */
export const priceCollar: RiskCheck = (request, view) => {
  const collar = view.limits.priceCollar;
  if (request.type !== 'order' || collar === undefined) return undefined;
  const book = marketOf(request, view)?.book;
  if (book !== undefined && isWithin(request, book, nearNumber(collar))) return undefined;
  const mid = book?.mid;
  if (book === undefined || mid === undefined)
    return refused('price-collar', () => `the book of ${request.symbol} has no mid to compare with`);
  const price = request.price ?? reachedBy(request, book);
  if (price === undefined) return refused('price-collar', () => `the known levels of ${request.symbol} do not hold ${request.amount}`);
  const worst = request.side === 'Buy' ? mid.times(ONE.plus(collar)) : mid.times(ONE.minus(collar));
  const beyond = request.side === 'Buy' ? price.gt(worst) : price.lt(worst);
  return beyond
    ? refused(
        'price-collar',
        () => `${request.side} at ${price} is beyond ${worst.toDecimalPlaces(8)}, ${collar.times(100)} % from the mid ${mid}`,
      )
    : undefined;
};

/** Whether a limit order is within the collar by far. */
function isWithin({ side, price }: OrderRequestForRisk, { midTicks, grid }: BookView, collar: number): boolean {
  if (price === undefined || midTicks === undefined) return false;
  const asked = nearNumber(price);
  const mid = midTicks * nearNumber(grid.tick);
  return side === 'Buy' ? isSurelyBelow(asked, mid * (1 + collar), asked) : isSurelyBelow(mid * (1 - collar), asked, mid);
}

/** The worst price that a market order would take; undefined when the known levels do not suffice. */
function reachedBy({ side, amount }: OrderRequestForRisk, book: BookView): Decimal | undefined {
  const walk = side === 'Buy' ? book.costToBuy(amount) : book.costToSell(amount);
  return walk.sufficed ? walk.worstPrice : undefined;
}
