import type { Decimal } from '../base/decimal.ts';
import type { Grid } from './grid.ts';

/** A trading pair and its rules (000 Trading pair). `symbol` is `BASE/QUOTE`. */
export interface Pair {
  readonly symbol: string;
  readonly description: string;
  readonly base: string;
  readonly quote: string;
  readonly grid: Grid;
  /** The least and the most that one order may hold, in base currency. */
  readonly minVolume: Decimal;
  readonly maxVolume: Decimal;
}

/** The symbols that were split lately, with their currencies. */
const known = new Map<string, Currencies>();
const MOST_KNOWN = 1000;

interface Currencies {
  readonly base: string;
  readonly quote: string;
}

/** Splits `BTC/EUR` into its two currencies. Undefined when the text is not a symbol. */
export function currenciesOf(symbol: string): Currencies | undefined {
  const before = known.get(symbol);
  if (before !== undefined) return before;
  const match = /^([A-Za-z0-9]{1,20})\/([A-Za-z0-9]{1,20})$/.exec(symbol);
  if (match === null) return undefined;
  const currencies = { base: match[1]!, quote: match[2]! };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(symbol, currencies);
  return currencies;
}
