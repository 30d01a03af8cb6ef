import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';

/** A fiat deposit (000 Fiat transaction; 000 States, ViBAN deposit). */
export interface FiatDeposit {
  readonly kind: 'Deposit';
  readonly id: string;
  /** Those by card and by `Apm` are made in the client area (000 Fiat transaction, `paymentMethod`). */
  readonly method: 'wire' | 'viban' | 'card' | 'apm';
  status: 'Pending' | 'Completed' | 'Declined' | 'Failed';
  readonly currency: string;
  readonly createdAt: Instant;
  /** What is to be transferred or, once the deposit is completed, what was transferred. */
  gross: Decimal;
  net: Decimal;
  /** The fee on the amount that arrives. */
  readonly feeOf: (gross: Decimal) => Decimal;
  readonly referenceId: string;
  readonly customerBank: { readonly name: string; readonly country: string; readonly account: string } | undefined;
  readonly acquirer: { readonly name: string; readonly address: string; readonly swift: string; readonly account: string } | undefined;
  readonly lastCardDigits?: string | undefined;
}
