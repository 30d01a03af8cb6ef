import type { Decimal } from '../base/decimal.ts';

/** A wallet (000 Wallet balance). Open orders hold the difference between total and available. */
export interface Balance {
  readonly currency: string;
  readonly total: Decimal;
  readonly available: Decimal;
}
