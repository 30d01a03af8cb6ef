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

/** What of a division's tail is left where the pair is not known yet. */
export const MOST_DECIMALS = 18;

/**
 * Figures that come from a division, the cost of a part of a position, have a tail of up to 40 digits inside. Here they leave the engine, and are
 * rounded half to even to whole units of the quote currency; sums are made of what is rounded, so that they add up as they are shown.
 */
export function strategyProfit({
  position,
  unrealised: atMid,
  quoteDecimals = MOST_DECIMALS,
}: Pick<StrategySnapshot, 'position' | 'unrealised' | 'quoteDecimals'>): StrategyProfit {
  const { amount, cost, otherFees } = position;
  const gross = position.gross.toDecimalPlaces(quoteDecimals);
  const fees = position.fees.toDecimalPlaces(quoteDecimals);
  const realised = gross.minus(fees);
  const unrealised = (atMid ?? (amount.isZero() ? ZERO.minus(cost) : undefined))?.toDecimalPlaces(quoteDecimals);
  return { gross, fees, realised, unrealised, profit: unrealised && realised.plus(unrealised), otherFees };
}
