import { type Decimal, dec, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { BatchRow } from '../../contract/exchange/withdrawalBatches.ts';
import { invalid, notFound, type RefusalAnswer, standard } from '../answer.ts';
import { destinationFaults, type FieldFaults } from '../destinationFaults.ts';
import { restrictedOf } from '../region.ts';
import { usdWorth } from '../usdValue.ts';
import type { Venue } from '../venue.ts';
import type { AddressBook } from './addressBook.ts';
import type { CryptoLedger, CryptoTransaction } from './cryptoLedger.ts';
import type { SimulatedNetwork } from './networks.ts';
import { travelRuleApplies } from './travelRule.ts';
import type { WithdrawalCounter } from './withdrawalCounter.ts';

const DESTINATION = { address: 'destinationAddress', tag: 'destinationTag' };

/** One withdrawal of a batch. Its fee is added on top. In a multi-destination transaction the first row bears the fee for all. */
interface PlannedRow {
  readonly row: BatchRow;
  readonly network: SimulatedNetwork;
  readonly amount: Decimal;
  readonly fee: Decimal;
}

interface FaultyRow {
  readonly faults: Readonly<Record<string, readonly string[]>>;
}

export interface WithdrawalBatch {
  readonly id: string;
  readonly currency: string;
  readonly rows: readonly PlannedRow[];
  readonly amount: Decimal;
  readonly fee: Decimal;
  readonly createdAt: Instant;
  /** The withdrawals since the batch was confirmed; empty when it was declined on confirmation. */
  transactions: readonly CryptoTransaction[];
  confirmedAt: Instant | undefined;
}

export type BatchState = 'Draft' | 'Processing' | 'Processed' | 'Declined';

const FIRST_ID = 310;
const MOST_BATCHES = 100_000;
const ROUND_DOWN = 1;

/** Mass withdrawals (000 Mass withdrawal). A batch has one currency, so the rows of each currency make a batch of their own. */
export class BatchCounter {
  readonly batches: WithdrawalBatch[] = [];
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

  /** Takes all rows or none. A fault in any row refuses them all, with the messages for each under `[row].field`. */
  validate(rows: readonly BatchRow[], at: Instant): WithdrawalBatch[] | RefusalAnswer {
    const restricted = this.#restricted(rows);
    if (restricted !== undefined) return restricted;
    const faults: Record<string, readonly string[]> = {};
    const seen = new Set<string>();
    const planned = rows.map((row, index) => {
      const plan = this.#planned(row, seen);
      if (!('faults' in plan)) return plan;
      for (const [field, messages] of Object.entries(plan.faults)) faults[`[${index}].${field}`] = messages;
      return undefined;
    });
    if (Object.keys(faults).length > 0) return invalid(faults);
    if (this.batches.length >= MOST_BATCHES) return standard('too-many-batches', `the account has ${MOST_BATCHES} batches already`);
    const good = planned.filter((plan) => plan !== undefined);
    return [...Map.groupBy(good, ({ row }) => row.currency)].map(([currency, group]) => this.#draft(currency, group, at));
  }

  /**
   * A batch that can't be paid for on confirmation is declined, and nothing is locked (000 States, withdrawal batch). One with a
   * currency that was restricted meanwhile stays a draft.
   */
  confirm(id: string, at: Instant): WithdrawalBatch | RefusalAnswer {
    const batch = this.find(id);
    if (batch === undefined) return notFound(`there is no withdrawal batch ${id}`);
    if (batch.confirmedAt !== undefined) return standard('batch-not-draft', `withdrawal batch ${id} is ${batchState(batch)}, not Draft`);
    const restricted = this.#restricted(batch.rows.map(({ row }) => row));
    if (restricted !== undefined) return restricted;
    batch.confirmedAt = at;
    const covered = this.#withdrawals.uncovered(batch.currency, batch.amount.plus(batch.fee)) === undefined;
    const fresh = batch.rows.every(({ row }) => row.referenceId === undefined || !this.#ledger.isUsed(row.referenceId));
    if (!covered || !fresh) return batch;
    batch.transactions = batch.rows.map(({ row, network, amount, fee }) => {
      const { destinationTag: destinationAdditionalAddress, referenceId } = row;
      const request = { ...row, destinationAdditionalAddress, referenceId, clientTag: undefined };
      return this.#withdrawals.send(request, { network, grossAmount: amount.plus(fee), netAmount: amount }, id, at);
    });
    return batch;
  }

  /** An error in the batch: a draft is never sent, and what of it is under way is not sent either (000 States, withdrawal batch). */
  decline(batch: WithdrawalBatch, at: Instant): void {
    batch.confirmedAt ??= at;
    for (const transaction of batch.transactions) this.#withdrawals.decline(transaction, at);
  }

  find(id: string): WithdrawalBatch | undefined {
    return this.batches.find((batch) => batch.id === id);
  }

  /** The fiat currency of a row is used as its coin is. */
  #restricted(rows: readonly BatchRow[]): RefusalAnswer | undefined {
    return restrictedOf(
      this.#venue.region,
      rows.flatMap(({ currency, fiatCurrency = '' }) => [currency, fiatCurrency]),
    );
  }

  #draft(currency: string, group: readonly PlannedRow[], at: Instant): WithdrawalBatch {
    const rows = withFees(group, (network) => this.#withdrawals.feeOf(currency, network));
    const sum = (key: 'amount' | 'fee'): Decimal => rows.reduce((total, row) => total.plus(row[key]), ZERO);
    const id = String(FIRST_ID + this.batches.length);
    const batch = { id, currency, rows, amount: sum('amount'), fee: sum('fee'), createdAt: at, transactions: [], confirmedAt: undefined };
    this.batches.push(batch);
    return batch;
  }

  /** The row with its network and amount, or what is wrong with it. */
  #planned(row: BatchRow, seen: Set<string>): PlannedRow | FaultyRow {
    const network = this.#addresses.networkOf(row.currency, row.networkCode);
    if ('type' in network) return { faults: network.type === 'invalid' ? network.errors : { currency: [network.message] } };
    const amount = row.amount ?? this.#cryptoAmount(row);
    if (amount === undefined) return { faults: { fiatCurrency: [`${row.fiatCurrency} is not a fiat currency of this venue`] } };
    const needsBeneficiary = travelRuleApplies(this.#venue, row.currency, amount);
    const faults: FieldFaults = {
      ...destinationFaults(network, row.destinationAddress, row.destinationTag, DESTINATION),
      ...this.#withdrawals.ruleFaults({ amount, beneficiary: row.beneficiary }, { network, needsBeneficiary }),
      ...this.#withdrawals.amountFaults({ currency: row.currency, amount }),
      ...this.#referenceFaults(row.referenceId, seen),
    };
    return Object.keys(faults).length > 0 ? { faults } : { row, network, amount, fee: ZERO };
  }

  #referenceFaults(referenceId: string | undefined, seen: Set<string>): FieldFaults {
    if (referenceId === undefined || referenceId === '') return {};
    if (this.#ledger.isUsed(referenceId)) return { referenceId: ['was used before'] };
    if (seen.has(referenceId)) return { referenceId: ['stands in another row of the batch'] };
    seen.add(referenceId);
    return {};
  }

  /** In fiat mode the amount is converted at the current price and rounded down. Undefined when the code is not a fiat currency. */
  #cryptoAmount({ currency, fiatEquivalent, fiatCurrency }: BatchRow): Decimal | undefined {
    const { currencies } = this.#venue.catalog;
    const fiat = currencies.find(({ code, type }) => code === fiatCurrency && type === 'Fiat');
    if (fiat === undefined || fiatEquivalent === undefined) return undefined;
    const { decimals } = currencies.find(({ code }) => code === currency)!;
    const price = usdWorth(this.#venue, currency, dec(1));
    return usdWorth(this.#venue, fiat.code, fiatEquivalent).div(price).toDecimalPlaces(decimals, ROUND_DOWN);
  }
}

/** The state follows from the withdrawals. It is `Processed` when the last one has ended and at least one was sent. */
export function batchState({ confirmedAt, transactions }: WithdrawalBatch): BatchState {
  if (confirmedAt === undefined) return 'Draft';
  if (transactions.some(({ status }) => status === 'Pending')) return 'Processing';
  return transactions.some(({ status }) => status === 'Completed') ? 'Processed' : 'Declined';
}

/** On a multi-destination network there is one fee for all rows, elsewhere one for each row (000 Mass withdrawal, fee rule). */
function withFees(rows: readonly PlannedRow[], feeOf: (network: SimulatedNetwork) => Decimal): PlannedRow[] {
  const charged = new Set<SimulatedNetwork>();
  return rows.map((row) => {
    const isFree = row.network.isMultiDestination && charged.has(row.network);
    charged.add(row.network);
    return { ...row, fee: isFree ? ZERO : feeOf(row.network) };
  });
}
