import type { Decimal } from '../../base/decimal.ts';
import type { FeeType } from '../../contract/exchange/feeType.ts';

/** What leaves the account, what arrives, and the fee between the two. */
export interface FeeAmounts {
  /** The amount as it was entered. */
  readonly amount: Decimal;
  readonly feeAmount: Decimal;
  readonly netAmount: Decimal;
  readonly grossAmount: Decimal;
}

/**
 * The amounts of a withdrawal under a fee mode (000 Withdrawals). `net` adds the fee, `gross` takes it from the amount. `default`
 * adds it when `available` allows, and takes it from the amount when `available` covers only that.
 */
export function feeAmounts(mode: FeeType | undefined, amount: Decimal, fee: Decimal, available: Decimal): FeeAmounts {
  const onTop = amount.plus(fee);
  const fromAmount = mode === 'gross' || (mode !== 'net' && available.lt(onTop) && available.gte(amount));
  return fromAmount
    ? { amount, feeAmount: fee, netAmount: amount.minus(fee), grossAmount: amount }
    : { amount, feeAmount: fee, netAmount: amount, grossAmount: onTop };
}
