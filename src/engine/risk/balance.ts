import type { Decimal } from '../../base/decimal.ts';
import { nearNumber } from '../../base/nearNumber.ts';
import { currenciesOf } from '../../model/pair.ts';
import { type RiskCheck, type RiskRequest, type RiskView, refused, touchOf } from './riskCheck.ts';

/**
 * What is needed must be free, the worst case of every live order taken off. As long as the venue has told no balances at
 * all the check can't be made and says nothing; `status` shows that. Of a conversion whose cost is not known yet, the quote
 * is checked.
 */
export const balance: RiskCheck = (request, view) => {
  if (!view.account.known) return undefined;
  if (request.type === 'conversion' && request.fromAmount === undefined) return undefined;
  const without = request.type === 'order' ? request.replaces : undefined;
  if (isSurelyFree(request, view, without)) return undefined;
  const needed = needOf(request, view);
  if (needed === undefined) return refused('balance', 'no book tells what this needs');
  const free = view.account.free(needed.currency, view.reserved(needed.currency, without));
  if (free === undefined) return refused('balance', () => `the account has no ${needed.currency}`);
  return needed.amount.gt(free)
    ? refused('balance', () => `needs ${needed.amount} ${needed.currency}, ${free} ${needed.currency} is free`)
    : undefined;
};

/** Whether a limit order is covered by far. */
function isSurelyFree(request: RiskRequest, view: RiskView, without: string | undefined): boolean {
  if (request.type === 'conversion' || request.price === undefined) return false;
  const currencies = currenciesOf(request.symbol);
  const currency = (request.side === 'Sell' ? currencies?.base : currencies?.quote) ?? '';
  const amount = nearNumber(request.amount);
  const needed = request.side === 'Sell' ? amount : nearNumber(request.price) * amount;
  return view.account.surelyHas(currency, needed + view.nearReserved(currency, without));
}

function needOf(request: RiskRequest, view: RiskView): { currency: string; amount: Decimal } | undefined {
  if (request.type === 'conversion') {
    return request.fromAmount && { currency: request.fromCurrency, amount: request.fromAmount };
  }
  const { base, quote } = currenciesOf(request.symbol) ?? { base: '', quote: '' };
  if (request.side === 'Sell') return { currency: base, amount: request.amount };
  const price = request.price ?? touchOf(request, view);
  return price && { currency: quote, amount: price.times(request.amount) };
}
