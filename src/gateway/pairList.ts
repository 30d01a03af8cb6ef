import { Fault } from '../base/fault.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import type { exchange } from '../contract/exchange.ts';
import type { Reply } from '../contract/operation.ts';
import { gridOf } from '../model/grid.ts';
import { currenciesOf, type Pair } from '../model/pair.ts';

type PairRow = Reply<(typeof exchange)['symbols.list']>['data'][number];

/** All pairs of the venue with their rules (000 Trading pair). A pair whose rules make no sense is left out and told of. */
export async function readPairs(client: ExchangeClient, onProblem: (message: string) => void): Promise<readonly Pair[]> {
  const pairs = new Map<string, Pair>();
  for await (const row of client.symbols.list({ page: 0, count: 100 })) {
    const problem = problemOf(row);
    if (problem === undefined) pairs.set(row.symbol, pairOf(row));
    else onProblem(`the pair ${row.symbol} is left out: ${problem}`);
  }
  if (pairs.size === 0) throw new Fault('venue-failure', 'the venue lists no pair that can be traded', { retryable: true });
  return [...pairs.values()];
}

/** A row of the wire as a pair; its rules must make sense. */
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

function problemOf(row: PairRow): string | undefined {
  const currencies = currenciesOf(row.symbol);
  if (currencies === undefined) return 'its symbol is not BASE/QUOTE';
  if (currencies.base !== row.baseCurrency || currencies.quote !== row.quoteCurrency) return 'its symbol and its currencies differ';
  if (row.precision < 0 || row.precision > 18) return `its precision is ${row.precision}`;
  if (!row.volumeStep.gt(0) || row.volumeStep.decimalPlaces() > 18) return `its volumeStep is ${row.volumeStep}`;
  return row.minVolumeTrade.gte(0) && row.maxVolumeTrade.gt(0) ? undefined : 'its volumes are not above 0';
}
