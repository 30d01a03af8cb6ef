import { Fault } from '../base/fault.ts';
import type { exchange } from '../contract/exchange.ts';
import type { Reply } from '../contract/operation.ts';
import { gridOf, gridProblem } from '../model/grid.ts';
import { currenciesOf, type Pair } from '../model/pair.ts';

type ListedPair = Reply<(typeof exchange)['symbols.list']>['data'][number];

/** A row that has all of its rules. */
export type PairRow = { readonly [K in keyof ListedPair]: K extends (typeof RULES)[number] ? NonNullable<ListedPair[K]> : ListedPair[K] };

const RULES = ['minVolumeTrade', 'maxVolumeTrade', 'precision', 'volumeStep'] as const;

/** The source of the list of pairs: the client, or a daemon in its place. */
export interface PairSource {
  readonly symbols: { list(params: { readonly count: number }): AsyncIterable<ListedPair> };
}

/** All pairs of the venue with their rules (000 Trading pair). A pair whose rules make no sense is left out and reported. */
export async function readPairs(client: PairSource, onProblem: (message: string) => void): Promise<readonly Pair[]> {
  const pairs = new Map<string, Pair>();
  for await (const row of client.symbols.list({ count: 100 })) {
    const rules = rulesOf(row);
    const problem = typeof rules === 'string' ? rules : (pairProblem(rules) ?? (pairs.has(row.symbol) ? 'it is listed twice' : undefined));
    if (typeof rules === 'string' || problem !== undefined) onProblem(`the pair ${row.symbol} is left out: ${problem}`);
    else pairs.set(row.symbol, pairOf(rules));
  }
  if (pairs.size === 0) throw new Fault('venue-failure', 'the venue lists no pair that can be traded', { retryable: true });
  return [...pairs.values()];
}

/** The row, or which of a pair's rules it lacks. */
function rulesOf(row: ListedPair): PairRow | string {
  const missing = RULES.find((rule) => row[rule] === undefined);
  return missing === undefined ? (row as PairRow) : `its ${missing} is missing`;
}

/** A row of the wire as a pair. Its rules must make sense: see `pairProblem`. */
export function pairOf(row: PairRow): Pair {
  return {
    symbol: row.symbol,
    description: row.description ?? '',
    base: row.baseCurrency,
    quote: row.quoteCurrency,
    grid: gridOf(row.precision, row.volumeStep),
    minVolume: row.minVolumeTrade,
    maxVolume: row.maxVolumeTrade,
  };
}

/** Why the pair can't be traded. Undefined when it can. A row without a problem has a valid grid, whatever the venue sends. */
export function pairProblem(row: PairRow): string | undefined {
  const currencies = currenciesOf(row.symbol);
  if (currencies === undefined) return 'its symbol is not BASE/QUOTE';
  if (currencies.base !== row.baseCurrency || currencies.quote !== row.quoteCurrency) return 'its symbol and its currencies differ';
  const problem = gridProblem(row.precision, row.volumeStep);
  if (problem !== undefined) return `its ${problem}`;
  const { minVolumeTrade: least, maxVolumeTrade: most } = row;
  return least.gte(0) && most.gt(0) && least.lte(most) ? undefined : `its volumes are ${least} to ${most}`;
}
