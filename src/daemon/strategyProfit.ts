import { type Decimal, ZERO } from '../base/decimal.ts';
import type { StrategySnapshot } from '../engine/snapshot.ts';

/** What a strategy has made on its pair since its beginning, in quote currency. Every display has these words from here. */
export interface StrategyProfit {
  /** Of what was closed, before fees. */
  readonly gross: Decimal;
  readonly fees: Decimal;
  /** Of what was closed, after fees. */
  readonly realised: Decimal;
  /** Of what is open, at the mid; undefined where something is open and no book tells. */
  readonly unrealised: Decimal | undefined;
  /** Realised and unrealised. */
  readonly profit: Decimal | undefined;
  /** Fees in a currency that the pair does not have. They are in none of the sums above. */
  readonly otherFees: Readonly<Record<string, Decimal>>;
}

export function strategyProfit({ position, unrealised: atMid }: Pick<StrategySnapshot, 'position' | 'unrealised'>): StrategyProfit {
  const { gross, fees, realised, amount, cost, otherFees } = position;
  const unrealised = atMid ?? (amount.isZero() ? ZERO.minus(cost) : undefined);
  return { gross, fees, realised, unrealised, profit: unrealised && realised.plus(unrealised), otherFees };
}
