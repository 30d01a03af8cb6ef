import { quoteOf } from './atRisk.ts';
import { isZeroFigure } from './figures.ts';
import type { Status } from './status.ts';

/** Whether own orders, positions and balances are older than they should be: since then the venue’s lists were not read completely. */
export function areListsOld({ resolver }: Pick<Status, 'resolver'>, agedMs: number): boolean {
  return resolver?.listsAgeMs !== undefined && resolver.listsAgeMs + agedMs > resolver.listsOldAfterMs;
}

/** Whether the mid of a pair is of a book that no longer counts. */
export function isOldPair(symbol: string, { markets }: Pick<Status, 'markets'>): boolean {
  return markets.some((market) => market.symbol === symbol && market.trouble.length > 0);
}

/** Whether something is open whose worth and profit are those at an old mid. */
export function isAtOldMid(
  { symbol, position }: { readonly symbol: string; readonly position: string },
  status: Pick<Status, 'markets'>,
): boolean {
  return !isZeroFigure(position) && isOldPair(symbol, status);
}

/** Whether what the wallets are worth in a currency comes from old mids, too. */
export function isWorthOld(currency: string, { markets }: Pick<Status, 'markets'>): boolean {
  return markets.some(({ symbol, mid, trouble }) => mid !== undefined && trouble.length > 0 && quoteOf(symbol) === currency);
}
