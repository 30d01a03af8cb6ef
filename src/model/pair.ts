import type { Decimal } from '../base/decimal.ts';
import type { Grid } from './grid.ts';

/** A trading pair and its rules (000 Trading pair). `symbol` is `BASE/QUOTE`. */
export interface Pair {
  readonly symbol: string;
  readonly description: string;
  readonly base: string;
  readonly quote: string;
  readonly grid: Grid;
  /** Least and most amount of one order, in base currency. */
  readonly minVolume: Decimal;
  readonly maxVolume: Decimal;
}

/** `BTC/EUR` to its two currencies; undefined when the text is no symbol. */
export function currenciesOf(symbol: string): { base: string; quote: string } | undefined {
  const match = /^([A-Za-z0-9]{1,20})\/([A-Za-z0-9]{1,20})$/.exec(symbol);
  return match === null ? undefined : { base: match[1]!, quote: match[2]! };
}
