import type { Decimal } from '../base/decimal.ts';

/** A wallet (000 Wallet balance). What is total but not available is held by open orders. */
export interface Balance {
  readonly currency: string;
  readonly total: Decimal;
  readonly available: Decimal;
}
