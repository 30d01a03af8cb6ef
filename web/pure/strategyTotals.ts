import { quoteOf } from './atRisk.ts';
import { isAtOldMid } from './oldFigures.ts';
import { productOfFigures, sumOfFigures } from './figures.ts';
import type { Status } from './status.ts';

type StrategyRow = Status['strategies'][number];

/** All strategies of a quote currency together. What one of them does not tell is not told of all. */
export interface StrategyTotal {
  readonly currency: string;
  readonly worth: string | undefined;
  readonly profit: string | undefined;
  readonly realised: string | undefined;
  readonly unrealised: string | undefined;
  readonly fees: string;
  /** Whether an old mid is in worth and profit. */
  readonly isOld: boolean;
  readonly openOrders: number;
  readonly fills: number;
  readonly conversions: number;
}

/** What a position is worth at the mid; below 0 what is owed. Undefined where no book tells. */
export function worthOf({ symbol, position }: StrategyRow, { markets }: Pick<Status, 'markets'>): string | undefined {
  const mid = markets.find((market) => market.symbol === symbol)?.mid;
  return mid === undefined ? undefined : productOfFigures(position, mid);
}

/** By quote currency, in the order in which the strategies stand. */
export function strategyTotals(status: Pick<Status, 'strategies' | 'markets'>): readonly StrategyTotal[] {
  const currencies = [...new Set(status.strategies.map(({ symbol }) => quoteOf(symbol)))];
  return currencies.map((currency) => {
    const rows = status.strategies.filter(({ symbol }) => quoteOf(symbol) === currency);
    const count = (of: (row: StrategyRow) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
    return {
      currency,
      worth: sumOf(rows.map((row) => worthOf(row, status))),
      profit: sumOf(rows.map(({ profit }) => profit)),
      realised: sumOf(rows.map(({ realised }) => realised)),
      unrealised: sumOf(rows.map(({ unrealised }) => unrealised)),
      fees: sumOfFigures(rows.map(({ fees }) => fees)),
      isOld: rows.some((row) => isAtOldMid(row, status)),
      openOrders: count(({ openOrders }) => openOrders),
      fills: count(({ fills }) => fills),
      conversions: count(({ conversions }) => conversions),
    };
  });
}

function sumOf(figures: readonly (string | undefined)[]): string | undefined {
  const known = figures.filter((figure) => figure !== undefined);
  return known.length < figures.length ? undefined : sumOfFigures(known);
}
