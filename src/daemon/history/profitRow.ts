import { dec, type Decimal, ZERO } from '../../base/decimal.ts';
import { counted } from '../../base/counted.ts';
import { isoOf } from '../../base/instant.ts';
import { signedMoney } from '../../base/moneyText.ts';
import { currenciesOf } from '../../model/pair.ts';
import type { PeriodProfit } from '../../model/profitPeriod.ts';

/** What a strategy made on one pair in a period, with money as text. */
export interface ProfitRow {
  /** The first day of the period (UTC): `2026-11-30`. */
  readonly from: string;
  readonly strategy: string;
  readonly symbol: string;
  /** The pair's quote currency, in which all of it is counted. */
  readonly currency: string;
  readonly fills: number;
  readonly fees: string;
  /** Fees in a third currency, by currency. No sum includes them. */
  readonly otherFees: Readonly<Record<string, string>>;
  readonly realised: string;
  /** Null where nobody knows what open positions were worth when the period began or ended. */
  readonly profit: string | null;
}

export function profitRow({ from, strategy, symbol, fills, fees, otherFees, realised, profit }: PeriodProfit): ProfitRow {
  return {
    from: isoOf(from).slice(0, 10),
    strategy,
    symbol,
    currency: currenciesOf(symbol)?.quote ?? '',
    fills,
    fees: fees.toFixed(),
    otherFees: Object.fromEntries(Object.entries(otherFees).map(([currency, fee]) => [currency, fee.toFixed()])),
    realised: realised.toFixed(),
    profit: profit?.toFixed() ?? null,
  };
}

/**
 * The newest rows, so many at the most. A period of which not all would be there is left out as a whole, since what is there would look like all of
 * it; only one that is too long by itself is cut.
 */
export function newestPeriods(rows: readonly ProfitRow[], most: number): readonly ProfitRow[] {
  const newest = rows.slice(-most);
  const cut = rows.at(-most - 1)?.from;
  const whole = newest.filter(({ from }) => from !== cut);
  return whole.length === 0 ? newest : whole;
}

/** What rows come to, a line for each currency. */
export function profitSums(rows: readonly ProfitRow[]): readonly string[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => {
    const money = (sum: Decimal): string => `${signedMoney(sum, currency)} ${currency}`;
    const sum = (values: readonly (string | null)[]): Decimal => values.reduce((total, value) => total.plus(dec(value ?? '0')), ZERO);
    const unknown = own.filter(({ profit }) => profit === null).length;
    const besides = unknown === 0 ? '' : `, without ${counted(unknown, 'row')} whose open positions nobody valued`;
    return `in all ${money(sum(own.map(({ profit }) => profit)))}${besides}; realised ${money(sum(own.map(({ realised }) => realised)))}`;
  });
}
