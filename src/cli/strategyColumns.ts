import { marketText } from '../model/tradedMarkets.ts';
import type { StrategyStatus } from '../daemon/status.ts';
import { currenciesOf } from '../model/pair.ts';
import type { Column } from './column.ts';
import { amountText, moneyText } from '../base/moneyText.ts';

/** A strategy as `sluice status` and the end of a run show it. Over the control socket, money arrives as text. */
export type StrategyRow = Pick<
  StrategyStatus,
  'name' | 'symbol' | 'state' | 'position' | 'fills' | 'conversions' | 'realised' | 'unrealised' | 'profit' | 'fees'
> & { readonly market?: string | undefined };

type Money = 'realised' | 'unrealised' | 'profit' | 'fees';

export const strategyColumns: readonly Column<StrategyRow>[] = [
  { key: 'strategy', value: (row) => row.name },
  { key: 'symbol', value: (row) => row.symbol, short: (row) => marketText(row.symbol, row.market) },
  { key: 'state', value: (row) => row.state },
  { key: 'position', kind: 'number', value: (row) => row.position, short: (row) => amountText(row.position) },
  // These are counted since the daemon's start, and what follows over all runs.
  { key: 'fills', kind: 'number', title: 'RUN FILLS', value: (row) => row.fills },
  { key: 'conversions', kind: 'number', title: 'RUN CONV', value: (row) => row.conversions },
  money('realised'),
  money('unrealised'),
  money('profit'),
  money('fees'),
];

function money(key: Money): Column<StrategyRow> {
  const short = (row: StrategyRow): string | undefined => {
    const value = row[key];
    return value === undefined ? undefined : moneyText(value, quoteOf(row));
  };
  return { key, kind: 'number', value: (row) => row[key], short };
}

export function quoteOf({ symbol }: Pick<StrategyRow, 'symbol'>): string {
  return currenciesOf(symbol)?.quote ?? '';
}
