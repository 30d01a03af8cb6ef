import type { Clock } from '../base/clock.ts';
import type { Pair } from '../model/pair.ts';
import { pairsBetween } from './pairsBetween.ts';
import type { Trader } from './trader.ts';

/** The currencies of a deal, and those that it is to go over. */
export interface DealAsked {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly via?: readonly string[] | undefined;
}

/** Books of paths are read for so long. What is not read by then is told: the books that were read first would be old. */
const READ_WITHIN_MS = 2000;
/** So many reads wait for the budget of requests at a time. */
const AT_ONCE = 4;

/** The pairs by which a deal can be done: that of its two currencies, and those of all paths over one other currency, or of the path that is asked for. */
export function dealSymbols(pairs: readonly Pair[], { fromCurrency, toCurrency, via }: DealAsked): readonly string[] {
  const stops = [fromCurrency, ...(via ?? []), toCurrency];
  const direct = stops.slice(1).flatMap((next, i) => pairsBetween(stops[i]!, next));
  const listed = new Set(pairs.map(({ symbol }) => symbol));
  return [...direct, ...(via === undefined ? pathSymbols(pairs, fromCurrency, toCurrency) : [])].filter((symbol) => listed.has(symbol));
}

/** Reads the books of a deal that are not polled: those of its own path, whatever comes, and those of other paths as far as the time goes. */
export async function readDealBooks(trader: Trader, clock: Clock, deal: DealAsked): Promise<void> {
  const own = new Set(dealSymbols(trader.pairs, { ...deal, via: deal.via ?? [] }));
  for (const symbol of own) await trader.ensureBook(symbol);
  const others = dealSymbols(trader.pairs, deal).filter((symbol) => !own.has(symbol));
  const until = clock.monotonicMs() + READ_WITHIN_MS;
  const readOn = async (): Promise<void> => {
    for (let next = others.shift(); next !== undefined && clock.monotonicMs() < until; next = others.shift()) {
      // A book that can't be read is none of the deal's troubles: its path is told as impossible.
      await trader.ensureBook(next).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
}

/** Two pairs for each currency that both currencies are traded for, one after the other, so that whole paths are read first. */
function pathSymbols(pairs: readonly Pair[], from: string, to: string): readonly string[] {
  const thirds = new Set(pairs.flatMap(({ base, quote }) => [base, quote]));
  thirds.delete(from);
  thirds.delete(to);
  const between = (a: string, b: string): string | undefined => {
    const names = pairsBetween(a, b);
    return pairs.find(({ symbol }) => names.includes(symbol))?.symbol;
  };
  return [...thirds].flatMap((third) => {
    const [first, second] = [between(from, third), between(third, to)];
    return first === undefined || second === undefined ? [] : [first, second];
  });
}
