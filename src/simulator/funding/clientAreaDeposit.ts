import { type Decimal, ZERO } from '../../base/decimal.ts';
import { invalid, notFound, type RefusalAnswer } from '../answer.ts';
import { restrictedOf } from '../region.ts';
import type { Venue } from '../venue.ts';
import type { FiatDeposit } from './fiatDeposit.ts';
import type { FiatLedger } from './fiatLedger.ts';

/** A deposit that is made in the client area. The documents show only its row in the history (000 Fiat transaction). */
export interface MadeFiatDeposit {
  readonly amount: Decimal;
  readonly currency: string;
  readonly method: 'card' | 'apm';
  readonly lastCardDigits: string | undefined;
}

/** It costs nothing, which is the simulator's own choice. */
export function clientAreaDeposit(venue: Venue, ledger: FiatLedger, made: MadeFiatDeposit): FiatDeposit | RefusalAnswer {
  const { amount, currency, method, lastCardDigits } = made;
  const known = venue.catalog.currencies.find(({ code }) => code === currency);
  if (known?.type !== 'Fiat') return notFound(`currency ${currency} is not a fiat currency`);
  const restricted = restrictedOf(venue.region, [currency]);
  if (restricted !== undefined) return restricted;
  if (amount.decimalPlaces() > 2) return invalid({ amount: ['must have at most 2 decimals'] });
  return ledger.add({
    method,
    currency,
    createdAt: venue.now(),
    gross: amount,
    net: amount,
    feeOf: () => ZERO,
    referenceId: `CA-${ledger.nextId()}`,
    customerBank: undefined,
    acquirer: undefined,
    lastCardDigits: method === 'card' ? lastCardDigits : undefined,
  });
}
