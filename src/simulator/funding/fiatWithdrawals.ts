import { type Decimal, dec } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { FeeType } from '../../contract/exchange/feeType.ts';
import { invalid, notFound, type RefusalAnswer, standard } from '../answer.ts';
import { restrictedOf } from '../region.ts';
import type { Venue } from '../venue.ts';
import { type FeeAmounts, feeAmounts } from './feeModes.ts';
import type { FiatLedger } from './fiatLedger.ts';
import type { FiatWithdrawal } from './fiatWithdrawal.ts';
import { blockFunds, payOut, releaseFunds } from './fundsMoves.ts';

/** The simulator's own figures (docs/assumptions.md). */
const FEE = dec(5);
export const FIAT_MINIMUM = dec(20);

export interface FiatWithdrawalRequest {
  readonly amount: Decimal;
  readonly currency: string;
  readonly feeType: FeeType | undefined;
  readonly bank: FiatWithdrawal['bank'];
}

/**
 * Withdrawals of fiat money to a bank. The documents show only their fee and their rows in the history (000 Withdrawals); they are
 * made in the client area, which the control side plays.
 */
export class FiatWithdrawals {
  readonly #venue: Venue;
  readonly #ledger: FiatLedger;

  constructor(venue: Venue, ledger: FiatLedger) {
    this.#venue = venue;
    this.#ledger = ledger;
  }

  quote({ amount, currency, feeType }: Omit<FiatWithdrawalRequest, 'bank'>): FeeAmounts | RefusalAnswer {
    const known = this.#venue.catalog.currencies.find(({ code }) => code === currency);
    if (known === undefined) return notFound(`currency ${currency} is not known`);
    if (known.type !== 'Fiat') return notFound(`currency ${currency} is not a fiat currency`);
    const restricted = restrictedOf(this.#venue.region, [currency]);
    if (restricted !== undefined) return restricted;
    if (amount.decimalPlaces() > 2) return invalid({ amount: ['must have at most 2 decimals'] });
    const amounts = feeAmounts(feeType, amount, FEE, this.#venue.withdrawable(currency));
    return amounts.netAmount.gt(0) ? amounts : invalid({ amount: [`must be greater than the fee of ${FEE.toFixed()}`] });
  }

  /** Holds the money until the bank has sent it. */
  create(request: FiatWithdrawalRequest, at: Instant): FiatWithdrawal | RefusalAnswer {
    const { amount, currency, bank } = request;
    const quote = this.quote(request);
    if ('type' in quote) return quote;
    if (amount.lt(FIAT_MINIMUM)) return invalid({ amount: [`must be at least ${FIAT_MINIMUM.toFixed()}`] });
    if (quote.grossAmount.gt(this.#venue.withdrawable(currency))) {
      return standard('insufficient-balance', `the available withdrawal balance of ${currency} does not cover the withdrawal and its fee`);
    }
    const withdrawal: FiatWithdrawal = {
      kind: 'Withdrawal',
      id: this.#ledger.nextId(),
      status: 'Pending',
      currency,
      createdAt: at,
      gross: quote.grossAmount,
      net: quote.netAmount,
      referenceId: `FW-${this.#ledger.nextId()}`,
      bank,
    };
    blockFunds(this.#venue, withdrawal);
    this.#ledger.keep(withdrawal);
    return withdrawal;
  }

  /** Pays out or gives the money back. The withdrawal must be pending. */
  end(withdrawal: FiatWithdrawal, end: 'Completed' | 'Declined'): void {
    withdrawal.status = end;
    if (end === 'Completed') payOut(this.#venue, withdrawal);
    else releaseFunds(this.#venue, withdrawal);
  }
}
