import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { invalid, notFound, type RefusalAnswer } from '../answer.ts';
import { restrictedOf } from '../region.ts';
import type { Venue } from '../venue.ts';
import { banksFor, depositFee, type SimulatedBank } from './banks.ts';
import type { FiatDeposit } from './fiatDeposit.ts';
import type { FiatLedger } from './fiatLedger.ts';
import { isIban } from './iban.ts';

export interface WireRequest {
  readonly netAmount: Decimal;
  readonly feeAmount: Decimal;
  readonly currency: string;
  readonly customerBankName: string;
  readonly customerIban: string;
  readonly customerBankCountryIso2: string;
  readonly bankAccountId: number;
}

export interface WireQuote {
  readonly netAmount: Decimal;
  readonly feeAmount: Decimal;
  readonly grossAmount: Decimal;
}

/** Deposits by wire transfer (000 Wire-transfer deposit). The `amount` of a fee request is gross, that is, the whole transfer. */
export class WireCounter {
  readonly #venue: Venue;
  readonly #ledger: FiatLedger;

  constructor(venue: Venue, ledger: FiatLedger) {
    this.#venue = venue;
    this.#ledger = ledger;
  }

  banks(currency: string, country: string): SimulatedBank[] | RefusalAnswer {
    return this.#refusal(currency) ?? banksFor(currency, country);
  }

  quote(amount: Decimal, currency: string, country: string, bankAccountId: number): WireQuote | RefusalAnswer {
    const bank = this.#bank(currency, country, bankAccountId);
    if ('type' in bank) return bank;
    const fault = amountFault(bank, amount);
    if (fault !== undefined) return invalid({ amount: [fault] });
    const feeAmount = depositFee(bank, amount);
    return { netAmount: amount.minus(feeAmount), feeAmount, grossAmount: amount };
  }

  create(request: WireRequest, at: Instant): { deposit: FiatDeposit; bank: SimulatedBank } | RefusalAnswer {
    const country = request.customerBankCountryIso2;
    const bank = this.#bank(request.currency, country, request.bankAccountId);
    if ('type' in bank) return bank;
    if (!isIban(request.customerIban)) return invalid({ customerIban: ['has wrong check digits'] });
    const gross = request.netAmount.plus(request.feeAmount);
    const fault = amountFault(bank, gross);
    if (fault !== undefined) return invalid({ netAmount: [fault] });
    const feeOf = (arrived: Decimal): Decimal => depositFee(bank, arrived);
    const fee = feeOf(gross);
    if (!fee.eq(request.feeAmount)) return invalid({ feeAmount: [`must be ${fee.toFixed()} of a transfer of ${gross.toFixed()}`] });
    const deposit = this.#ledger.add({
      method: 'wire',
      currency: request.currency,
      createdAt: at,
      gross,
      net: request.netAmount,
      feeOf,
      referenceId: `WT-${this.#ledger.nextId()}`,
      customerBank: { name: request.customerBankName, country, account: request.customerIban },
      acquirer: { name: bank.name, address: `${bank.address}, ${bank.zip} ${bank.city}`, swift: bank.swift, account: bank.iban },
    });
    return { deposit, bank };
  }

  #bank(currency: string, country: string, id: number): SimulatedBank | RefusalAnswer {
    const refusal = this.#refusal(currency);
    if (refusal !== undefined) return refusal;
    const bank = banksFor(currency, country).find((each) => each.id === id);
    return bank ?? invalid({ bankAccountId: [`is no bank account for ${currency} from ${country}`] });
  }

  /** 000 Errors 3 and 7. */
  #refusal(currency: string): RefusalAnswer | undefined {
    const known = this.#venue.catalog.currencies.find(({ code }) => code === currency);
    if (known === undefined) return notFound(`currency ${currency} is not known`);
    if (known.type !== 'Fiat') return notFound(`currency ${currency} is not a fiat currency`);
    return restrictedOf(this.#venue.region, [currency]);
  }
}

function amountFault(bank: SimulatedBank, gross: Decimal): string | undefined {
  if (gross.decimalPlaces() > 2) return 'must have at most 2 decimals';
  return gross.lt(bank.minDeposit) ? `must come to at least ${bank.minDeposit.toFixed()}` : undefined;
}
