import { type Decimal, dec } from '../../base/decimal.ts';
import { BATCH_FIELDS, type BatchRow, DENOMINATION_FIELDS } from '../../contract/exchange/withdrawalBatches.ts';
import type { FieldErrors, RefusalAnswer } from '../answer.ts';
import { destinationFaults, type FieldFaults } from '../destinationFaults.ts';
import type { Readable } from '../requestParameters.ts';
import type { SimulatedCurrency } from '../market/catalog.ts';
import { usdValue } from '../usdValue.ts';
import type { Venue } from '../venue.ts';
import type { AddressBook } from './addressBook.ts';
import type { CryptoLedger } from './cryptoLedger.ts';
import type { SimulatedNetwork } from './networks.ts';
import { travelRuleApplies } from './travelRule.ts';
import type { WithdrawalCounter } from './withdrawalCounter.ts';

/** What a row comes to, as far as it can be told, and what is wrong with it. */
interface Look {
  readonly network: SimulatedNetwork | undefined;
  readonly amount: Decimal | undefined;
  readonly faults: FieldErrors;
}

export interface RowLooks {
  readonly looks: readonly Look[];
  /** The messages for each row and field, under `[row].field`. Empty when every row is good. */
  readonly errors: FieldErrors;
}

const DESTINATION = { address: 'destinationAddress', tag: 'destinationTag' };
const ROUND_DOWN = 1;

/** What is wrong with the rows of a batch, of which some fields may be unreadable. */
export class BatchRowCheck {
  readonly #venue: Venue;
  readonly #addresses: AddressBook;
  readonly #ledger: CryptoLedger;
  readonly #withdrawals: WithdrawalCounter;

  constructor(venue: Venue, addresses: AddressBook, ledger: CryptoLedger, withdrawals: WithdrawalCounter) {
    this.#venue = venue;
    this.#addresses = addresses;
    this.#ledger = ledger;
    this.#withdrawals = withdrawals;
  }

  /** `unread` are the errors of the fields that could not be read or have a wrong form. About those nothing more is said. */
  check(rows: readonly (Readable<BatchRow> | undefined)[], unread: FieldErrors = {}): RowLooks {
    const seen = new Set<string>();
    const errors = new Map(Object.entries(unread));
    const looks = rows.map((row = {}, index) => {
      const nameOf = (field: string): string => `[${index}].${field}`;
      const isAmountWrong = DENOMINATION_FIELDS.some((field) => errors.has(nameOf(field)));
      const look = this.#look(row, isAmountWrong, seen);
      for (const [field, messages] of Object.entries(look.faults)) {
        if (!errors.has(nameOf(field))) errors.set(nameOf(field), messages);
      }
      return look;
    });
    return { looks, errors: Object.fromEntries([...errors].toSorted(([one], [other]) => byPlace(one, other))) };
  }

  #look(row: Readable<BatchRow>, isAmountWrong: boolean, seen: Set<string>): Look {
    const { currency, networkCode = '', destinationAddress = '', destinationTag, beneficiary, referenceId } = row;
    const found = currency === undefined ? undefined : this.#addresses.networkOf(currency, networkCode);
    const network = found === undefined || 'type' in found ? undefined : found;
    const coin = this.#venue.catalog.currencies.find(({ code, type }) => code === currency && type === 'Crypto');
    const fiat = this.#venue.catalog.currencies.find(({ code, type }) => code === row.fiatCurrency && type === 'Fiat');
    const amount = isAmountWrong ? undefined : (row.amount ?? this.#cryptoAmount(row.fiatEquivalent, fiat, coin));
    const isNeeded = coin !== undefined && amount !== undefined && travelRuleApplies(this.#venue, coin.code, amount);
    const faults = {
      ...(found !== undefined && 'type' in found && networkFaults(found)),
      ...(row.fiatCurrency !== undefined &&
        fiat === undefined && { fiatCurrency: [`${row.fiatCurrency} is not a fiat currency of this venue`] }),
      ...(network !== undefined && destinationFaults(network, destinationAddress, destinationTag, DESTINATION)),
      ...(network !== undefined && amount !== undefined && this.#withdrawals.minimumFaults(amount, network)),
      ...(coin !== undefined && amount !== undefined && this.#withdrawals.amountFaults({ currency: coin.code, amount })),
      ...this.#withdrawals.beneficiaryFaults(beneficiary, isNeeded),
      ...this.#referenceFaults(referenceId, seen),
    };
    return { network, amount, faults };
  }

  #referenceFaults(referenceId: string | undefined, seen: Set<string>): FieldFaults {
    if (referenceId === undefined || referenceId === '') return {};
    if (this.#ledger.isUsed(referenceId)) return { referenceId: ['was used before'] };
    if (seen.has(referenceId)) return { referenceId: ['stands in another row of the batch'] };
    seen.add(referenceId);
    return {};
  }

  /** In fiat mode the amount is converted at the current price and rounded down. */
  #cryptoAmount(
    equivalent: Decimal | undefined,
    fiat: SimulatedCurrency | undefined,
    coin: SimulatedCurrency | undefined,
  ): Decimal | undefined {
    if (equivalent === undefined || fiat === undefined || coin === undefined) return undefined;
    const price = usdValue(this.#venue, coin.code, dec(1));
    return usdValue(this.#venue, fiat.code, equivalent).div(price).toDecimalPlaces(coin.decimals, ROUND_DOWN);
  }
}

function networkFaults(refusal: RefusalAnswer): FieldErrors {
  return refusal.type === 'invalid' ? refusal.errors : { currency: [refusal.message] };
}

function byPlace(one: string, other: string): number {
  const [row, field] = placeOf(one);
  const [otherRow, otherField] = placeOf(other);
  return row - otherRow || field - otherField;
}

/** The number of the row and that of the field. What is about all rows comes first. */
function placeOf(name: string): readonly [row: number, field: number] {
  const { row = -1, field = '' } = /^\[(?<row>\d+)\](?:\.(?<field>\w+))?/.exec(name)?.groups ?? {};
  return [Number(row), BATCH_FIELDS.indexOf(field)];
}
