import { type Decimal, dec } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Random } from '../../base/random.ts';
import { VIBAN_CURRENCIES, VIBAN_REFUSALS } from '../../contract/exchange/vibanDeposits.ts';
import { invalid, type RefusalAnswer, standard } from '../answer.ts';
import { restrictedOf } from '../region.ts';
import type { Venue } from '../venue.ts';
import { depositFee } from './banks.ts';
import type { FiatDeposit } from './fiatDeposit.ts';
import type { FiatLedger } from './fiatLedger.ts';
import { makeIban } from './iban.ts';

/** A code of 000 Errors 8. */
export type VibanCode = (typeof VIBAN_REFUSALS)[number]['code'];

export interface VibanQuote {
  readonly netAmount: Decimal;
  readonly feeAmount: Decimal;
  readonly grossAmount: Decimal;
  readonly currency: string;
}

export interface VibanAccount {
  readonly iban: string;
  readonly bic: string;
  readonly bankName: string;
  readonly bankCountry: string;
  readonly bankAddress: string;
  readonly accountHolderName: string;
  readonly accountNumber: string;
}

/** The simulator's own figures (docs/assumptions.md), since the specification gives no limits for deposits. */
const FEE = { feeFixed: dec('0.5'), feePercent: dec('0.2') };
const LEAST = dec(10);
const MOST = dec(1_000_000);
/** How long another deposit of the same amount and currency is refused. */
const LOCK_MS = 600_000;
/** How many locks are remembered; the oldest are forgotten. */
const MOST_LOCKS = 10_000;

/** Deposits to the customer's personal virtual IBAN (000 ViBAN deposit). */
export class VibanCounter {
  readonly account: VibanAccount;
  /** The refusal that creating a deposit gets because of the customer's profile or the provider. */
  refusedWith: VibanCode | undefined;
  readonly #venue: Venue;
  readonly #ledger: FiatLedger;
  /** When a deposit of each amount and currency was last requested. */
  readonly #lastAsked = new Map<string, Instant>();

  constructor(venue: Venue, ledger: FiatLedger, random: Random) {
    this.#venue = venue;
    this.#ledger = ledger;
    const iban = makeIban(random);
    this.account = {
      iban,
      bic: 'SIMUDEFFXXX',
      bankName: 'Virtual Simulated Bank',
      bankCountry: 'DE',
      bankAddress: 'Hafenstrasse 2, 60311 Frankfurt am Main',
      accountHolderName: 'Simulated Customer',
      accountNumber: iban.slice(-10),
    };
  }

  /** The currency may be written in either case; the answer has it in capitals. */
  quote(amount: Decimal, given: string): VibanQuote | RefusalAnswer {
    const currency = given.toUpperCase();
    const restricted = restrictedOf(this.#venue.region, [currency]);
    if (restricted !== undefined) return restricted;
    if (!VIBAN_CURRENCIES.some((each) => each === currency)) return vibanRefusal('currency-not-supported');
    if (amount.lt(LEAST)) return invalid({ amount: [`must be at least ${LEAST.toFixed()}`] });
    if (amount.gt(MOST)) return vibanRefusal('entity-not-valid');
    const feeAmount = depositFee(FEE, amount);
    return { netAmount: amount.minus(feeAmount), feeAmount, grossAmount: amount, currency };
  }

  /** A failure at the provider locks the amount too, so the same request may then be refused (000 ViBAN deposit, rule 2). */
  create(amount: Decimal, given: string, at: Instant): FiatDeposit | RefusalAnswer {
    const quote = this.quote(amount, given);
    if ('type' in quote) return quote;
    if (this.refusedWith !== undefined && this.refusedWith !== 'server-error') return vibanRefusal(this.refusedWith);
    const key = `${quote.currency} ${amount.toFixed()}`;
    const lastAsked = this.#lastAsked.get(key);
    if (lastAsked !== undefined && at - lastAsked < LOCK_MS) return vibanRefusal('deposit-locked');
    this.#remember(key, at);
    if (this.refusedWith === 'server-error') return standard('server-error', 'Server Error', 500);
    const { bankName: name, bankAddress: address, bic: swift, iban: account } = this.account;
    return this.#ledger.add({
      method: 'viban',
      currency: quote.currency,
      createdAt: at,
      gross: quote.grossAmount,
      net: quote.netAmount,
      feeOf: (arrived) => depositFee(FEE, arrived),
      referenceId: `VB-${this.#ledger.nextId()}`,
      customerBank: undefined,
      acquirer: { name, address, swift, account },
    });
  }

  #remember(key: string, at: Instant): void {
    // Deleting the entry first keeps the map in the order of the requests.
    this.#lastAsked.delete(key);
    this.#lastAsked.set(key, at);
    if (this.#lastAsked.size > MOST_LOCKS) this.#lastAsked.delete(this.#lastAsked.keys().next().value!);
  }
}

function vibanRefusal(code: VibanCode): RefusalAnswer {
  const { status, when } = VIBAN_REFUSALS.find((each) => each.code === code)!;
  return standard(code, when, status);
}
