import { durationText } from '../../base/instant.ts';
import { marketOf, type RiskCheck, refused } from './riskCheck.ts';

/** No order without a fresh, sound book of its symbol. */
export const staleData: RiskCheck = (request, view) => {
  if (request.type !== 'order') return undefined;
  const market = marketOf(request, view);
  if (market?.book === undefined) return refused('stale-data', `there is no book of ${request.symbol} yet`);
  const trouble = [...market.trouble.entries()].find(([kind]) => kind !== 'poll-failed' && kind !== 'empty');
  if (trouble !== undefined) return refused('stale-data', `the book of ${request.symbol} is ${trouble[0]}: ${trouble[1]}`);
  const ageMs = view.now - market.book.receivedAt;
  return ageMs > view.limits.staleAfterMs
    ? refused(
        'stale-data',
        `the book of ${request.symbol} is ${durationText(ageMs)} old, the limit is ${durationText(view.limits.staleAfterMs)}`,
      )
    : undefined;
};
