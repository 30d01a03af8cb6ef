import { type Decimal, ZERO } from '../base/decimal.ts';
import type { StrategySnapshot } from '../engine/snapshot.ts';

/** What a strategy has earned on its pair since its beginning, in quote currency. All displays take these figures from here. */
export interface StrategyProfit {
  /** Profit of what was closed, before fees. */
  readonly gross: Decimal;
  readonly fees: Decimal;
  /** Profit of what was closed, after fees. */
  readonly realised: Decimal;
  /** Profit of what is open, at the mid. Undefined where something is open and no book tells. */
  readonly unrealised: Decimal | undefined;
  /** `realised` plus `unrealised`. */
  readonly profit: Decimal | undefined;
  /** Fees in a third currency. None of the sums above include them. */
  readonly otherFees: Readonly<Record<string, Decimal>>;
}

export function strategyProfit({ position, unrealised: atMid }: Pick<StrategySnapshot, 'position' | 'unrealised'>): StrategyProfit {
  const { gross, fees, realised, amount, cost, otherFees } = position;
  const unrealised = atMid ?? (amount.isZero() ? ZERO.minus(cost) : undefined);
  return { gross, fees, realised, unrealised, profit: unrealised && realised.plus(unrealised), otherFees };
}
