import type { Decimal } from '../../base/decimal.ts';
import { isSurelyBelow, nearNumber } from '../../base/nearNumber.ts';
import { currenciesOf } from '../../model/pair.ts';
import { type RiskCheck, type RiskRequest, type RiskView, refused, touchOf } from './riskCheck.ts';

/** No order or conversion is worth more than `maxOrderValue`. What can't be valued is refused. */
export const orderValue: RiskCheck = (request, view) => {
  const limit = view.limits.maxOrderValue;
  if (limit === undefined) return undefined;
  if (isSurelyBelow(nearValueOf(request, limit.currency), nearNumber(limit.amount), nearNumber(limit.amount))) return undefined;
  const value = valueOf(request, view, limit.currency);
  if (value === undefined) return refused('order-value', () => `no book tells what this is worth in ${limit.currency}`);
  return value.gt(limit.amount)
    ? refused(
        'order-value',
        () => `worth ${value.toDecimalPlaces(8)} ${limit.currency}, above the limit of ${limit.amount} ${limit.currency}`,
      )
    : undefined;
};

/** What a request is worth in a currency; undefined when no book tells. */
export function valueOf(request: RiskRequest, view: RiskView, currency: string): Decimal | undefined {
  if (request.type === 'conversion') {
    if (request.fromAmount !== undefined) return view.markets.worth(request.fromAmount, request.fromCurrency, currency);
    return request.toAmount && view.markets.worth(request.toAmount, request.toCurrency, currency);
  }
  const quote = currenciesOf(request.symbol)?.quote;
  const price = request.price ?? touchOf(request, view);
  return quote === undefined || price === undefined ? undefined : view.markets.worth(price.times(request.amount), quote, currency);
}

/** The same in a near number, for a limit order in its quote currency; NaN for anything else. */
export function nearValueOf(request: RiskRequest, currency: string): number {
  if (request.type === 'conversion' || request.price === undefined) return NaN;
  return currenciesOf(request.symbol)?.quote === currency ? nearNumber(request.price) * nearNumber(request.amount) : NaN;
}
