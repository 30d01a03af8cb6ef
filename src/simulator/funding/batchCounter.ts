import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { BatchRow } from '../../contract/exchange/withdrawalBatches.ts';
import { invalid, notFound, type RefusalAnswer, standard } from '../answer.ts';
import { restrictedOf } from '../region.ts';
import type { AlsoWrong } from '../requestParameters.ts';
import type { Venue } from '../venue.ts';
import type { AddressBook } from './addressBook.ts';
import { BatchRowCheck } from './batchRowCheck.ts';
import type { CryptoLedger, CryptoTransaction } from './cryptoLedger.ts';
import type { SimulatedNetwork } from './networks.ts';
import type { WithdrawalCounter } from './withdrawalCounter.ts';

/** One withdrawal of a batch. Its fee is added on top. In a multi-destination transaction the first row bears the fee for all. */
interface PlannedRow {
  readonly row: BatchRow;
  readonly network: SimulatedNetwork;
  readonly amount: Decimal;
  readonly fee: Decimal;
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

/** Mass withdrawals (000 Mass withdrawal). A batch has one currency, so the rows of each currency make a batch of their own. */
export class BatchCounter {
  readonly batches: WithdrawalBatch[] = [];
  readonly #venue: Venue;
  readonly #ledger: CryptoLedger;
  readonly #withdrawals: WithdrawalCounter;
  readonly #check: BatchRowCheck;

  constructor(venue: Venue, addresses: AddressBook, ledger: CryptoLedger, withdrawals: WithdrawalCounter) {
    this.#venue = venue;
    this.#ledger = ledger;
    this.#withdrawals = withdrawals;
    this.#check = new BatchRowCheck(venue, addresses, ledger, withdrawals);
  }

  /** Takes all rows or none. A fault in any row refuses them all, with the messages for each under `[row].field`. */
  validate(rows: readonly BatchRow[], at: Instant): WithdrawalBatch[] | RefusalAnswer {
    const restricted = this.#restricted(rows);
    if (restricted !== undefined) return restricted;
    const { looks, errors } = this.#check.check(rows);
    if (Object.keys(errors).length > 0) return invalid(errors);
    if (this.batches.length >= MOST_BATCHES) return standard('too-many-batches', `the account has ${MOST_BATCHES} batches already`);
    const good = looks.flatMap(({ network, amount }, index) => {
      return network === undefined || amount === undefined ? [] : [{ row: rows[index]!, network, amount, fee: ZERO }];
    });
    return [...Map.groupBy(good, ({ row }) => row.currency)].map(([currency, group]) => this.#draft(currency, group, at));
  }

  /** All that is wrong with rows that could not all be read. Where a batch is of a wrong size, only that is told. */
  readonly alsoWrong: AlsoWrong<{ readonly rows: readonly BatchRow[] }> = (errors, readable) =>
    'rows' in errors ? errors : this.#check.check(readable().rows ?? [], errors).errors;

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
