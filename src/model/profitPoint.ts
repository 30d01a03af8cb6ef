import { dec, type Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { EquityPoint } from './chronicle.ts';

interface StrategyNow {
  readonly name: string;
  readonly symbol: string;
  readonly profit?: Decimal | string | undefined;
}

/** What each strategy has made until now, where its open position has a mid. */
export function profitPoint(strategies: readonly StrategyNow[], at: Instant): EquityPoint {
  const known = strategies.flatMap(({ name, symbol, profit }) =>
    profit === undefined ? [] : [[`${name} ${symbol}`, dec(profit).toFixed()] as const],
  );
  return { at, worth: {}, profit: Object.fromEntries(known) };
}
