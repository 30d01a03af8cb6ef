import type { Decimal } from '../base/decimal.ts';
import { dec, ZERO } from '../base/decimal.ts';
import type { Fill } from '../model/fill.ts';
import type { LedgerCause } from '../model/ledger.ts';
import { currenciesOf } from '../model/pair.ts';

/** What an execution changes of one currency, and why. */
export interface Posting {
  readonly cause: LedgerCause | 'rounding';
  readonly currency: string;
  readonly amount: Decimal;
}

/** A price with so many decimals may be an average that the venue has rounded. */
const AVERAGE_DECIMALS = 8;
const HALF_A_UNIT = dec('0.000000005');

/** What was bought, what was paid for it, and the fee; `rounding` says by how much an average price may be off. */
export function executionPostings({ symbol, side, price, amount, fee, feeCurrency }: Fill): readonly Posting[] {
  const { base, quote } = currenciesOf(symbol) ?? { base: symbol, quote: symbol };
  const value = price.times(amount);
  const isBuy = side === 'Buy';
  const postings: readonly Posting[] = [
    { cause: 'fill', currency: base, amount: isBuy ? amount : amount.negated() },
    { cause: 'fill', currency: quote, amount: isBuy ? value.negated() : value },
    { cause: 'fee', currency: feeCurrency, amount: fee.negated() },
    { cause: 'rounding', currency: quote, amount: price.decimalPlaces() < AVERAGE_DECIMALS ? ZERO : amount.times(HALF_A_UNIT) },
  ];
  return postings.filter((posting) => !posting.amount.isZero());
}
