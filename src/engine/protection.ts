import type { Decimal } from '../base/decimal.ts';
import type { TradingStop } from '../model/tradingStop.ts';

/** What a protection does: no new positions, no orders at all, or no positions at all. */
export type ProtectionAction = 'no-entries' | 'cancel' | 'close';

/** Which loss a limit counts. */
export type LossCause = 'max-loss' | 'daily-loss' | 'max-drawdown';

/**
 * A rule that stops trading for a while, or until a person resumes it, after what has happened. A trade is the part of one order that made
 * a position smaller; what it earned is counted after fees, in the quote currency.
 */
export type Protection = {
  /** Undefined: until a person resumes it. */
  readonly pauseMs: number | undefined;
  readonly action: ProtectionAction;
} & (
  | { readonly kind: 'losing-trades'; readonly trades: number; readonly withinMs: number }
  | { readonly kind: 'low-profit'; readonly trades: number; readonly withinMs: number; readonly least: Decimal }
  | { readonly kind: 'cool-down'; readonly after: 'loss' | 'trade' | 'stop' }
  | { readonly kind: 'repeated-fills'; readonly fills: number; readonly withinMs: number; readonly move: Decimal }
);

export function stopOfProtection(action: ProtectionAction): Pick<TradingStop, 'state' | 'orders'> {
  if (action === 'no-entries') return { state: 'reducing', orders: 'cancel' };
  return { state: 'halted', orders: action };
}
