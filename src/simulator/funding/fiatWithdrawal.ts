import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';

/** A fiat withdrawal (000 Fiat transaction). */
export interface FiatWithdrawal {
  readonly kind: 'Withdrawal';
  readonly id: string;
  status: 'Pending' | 'Completed' | 'Declined';
  readonly currency: string;
  readonly createdAt: Instant;
  /** Includes the fee. */
  readonly gross: Decimal;
  readonly net: Decimal;
  readonly referenceId: string;
  readonly bank: { readonly country: string; readonly account: string; readonly name: string | undefined };
}
