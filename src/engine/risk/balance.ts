import type { Decimal } from '../../base/decimal.ts';
import { currenciesOf } from '../../model/pair.ts';
import { marketOf, type RiskCheck, type RiskRequest, type RiskView, refused } from './riskCheck.ts';

/**
 * What is needed must be free, the worst case of every live order taken off. As long as the venue has told no balances at
 * all the check can't be made and says nothing; `status` shows that.
 */
export const balance: RiskCheck = (request, view) => {
  if (!view.account.known) return undefined;
  const needed = needOf(request, view);
  if (needed === undefined) return undefined;
  const without = request.type === 'order' ? request.replaces : undefined;
  const free = view.account.free(needed.currency, view.reserved(needed.currency, without));
  if (free === undefined) return refused('balance', `the account has no ${needed.currency}`);
  return needed.amount.gt(free)
    ? refused('balance', `needs ${needed.amount} ${needed.currency}, ${free} ${needed.currency} is free`)
    : undefined;
};

function needOf(request: RiskRequest, view: RiskView): { currency: string; amount: Decimal } | undefined {
  if (request.type === 'conversion') {
    return request.fromAmount === undefined ? undefined : { currency: request.fromCurrency, amount: request.fromAmount };
  }
  const { base, quote } = currenciesOf(request.symbol) ?? { base: '', quote: '' };
  if (request.side === 'Sell') return { currency: base, amount: request.amount };
  const price = request.price ?? marketOf(request, view)?.book?.bestAsk;
  return price === undefined ? undefined : { currency: quote, amount: price.times(request.amount) };
}
