import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';

/** A fiat deposit (000 Fiat transaction; 000 States, ViBAN deposit). */
export interface FiatDeposit {
  readonly id: string;
  readonly method: 'wire' | 'viban';
  status: 'Pending' | 'Completed' | 'Declined' | 'Failed';
  readonly currency: string;
  readonly createdAt: Instant;
  /** What is to be transferred; once it is completed, what was. */
  gross: Decimal;
  net: Decimal;
  /** On the amount that arrives. */
  readonly feeOf: (gross: Decimal) => Decimal;
  readonly referenceId: string;
  readonly customerBank: { readonly name: string; readonly country: string; readonly account: string } | undefined;
  readonly acquirer: { readonly name: string; readonly address: string; readonly swift: string; readonly account: string };
}
