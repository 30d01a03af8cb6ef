import { durationText } from '../../base/instant.ts';
import { marketOf, type RiskCheck, refused } from './riskCheck.ts';

/** No order without a fresh, sound book of its symbol, and no conversion without one of its two currencies. */
export const staleData: RiskCheck = (request, view) => {
  const market = marketOf(request, view);
  const symbol = request.type === 'order' ? request.symbol : (market?.pair.symbol ?? `${request.fromCurrency} and ${request.toCurrency}`);
  if (market?.book === undefined) return refused('stale-data', () => `there is no book of ${symbol} yet`);
  for (const [kind, detail] of market.trouble) {
    if (kind !== 'poll-failed' && kind !== 'empty') return refused('stale-data', () => `the book of ${symbol} is ${kind}: ${detail}`);
  }
  const ageMs = view.now - market.book.receivedAt;
  return ageMs > view.limits.staleAfterMs
    ? refused(
        'stale-data',
        () => `the book of ${symbol} is ${durationText(ageMs)} old, the limit is ${durationText(view.limits.staleAfterMs)}`,
      )
    : undefined;
};
