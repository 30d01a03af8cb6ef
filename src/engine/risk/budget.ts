import { isSurelyBelow, nearNumber } from '../../base/nearNumber.ts';
import { nearValueOf, valueOf } from './orderValue.ts';
import { type RiskCheck, type RiskRequest, type RiskView, refused } from './riskCheck.ts';

/** A strategy's position and open buys may not be worth more than its budget. Sells are not held back by it. */
export const budget: RiskCheck = (request, view) => {
  const { budgets } = view.limits;
  const limit = Object.hasOwn(budgets, request.strategy) ? budgets[request.strategy] : undefined;
  if (limit === undefined || isSale(request, view)) return undefined;
  const without = request.type === 'order' ? request.replaces : undefined;
  const near = view.nearExposureOf(request.strategy, limit.currency, without) + nearValueOf(request, limit.currency);
  if (isSurelyBelow(near, nearNumber(limit.amount), nearNumber(limit.amount))) return undefined;
  const used = view.exposureOf(request.strategy, limit.currency, without);
  const more = valueOf(request, view, limit.currency);
  if (used === undefined || more === undefined) return refused('budget', () => `no book tells what this is worth in ${limit.currency}`);
  return used.plus(more).gt(limit.amount)
    ? refused(
        'budget',
        () =>
          `${used.toDecimalPlaces(8)} ${limit.currency} in use and ${more.toDecimalPlaces(8)} more is above the budget of ${limit.amount} ${limit.currency}`,
      )
    : undefined;
};

/** A conversion out of a market's base currency is a sale. */
function isSale(request: RiskRequest, { markets }: RiskView): boolean {
  return request.type === 'order' ? request.side === 'Sell' : markets.get(`${request.fromCurrency}/${request.toCurrency}`) !== undefined;
}
