import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { FiatDeposit } from './fiatDeposit.ts';
import type { FiatWithdrawal } from './fiatWithdrawal.ts';
import type { Venue } from '../venue.ts';
import { payIn } from './fundsMoves.ts';

export interface FiatFilter {
  readonly currency: string | undefined;
  readonly dateFrom: Instant | undefined;
  readonly dateTo: Instant | undefined;
}

/** Called when the status of a deposit changes. `reason` is given when it was declined or has failed. */
export type FiatStatusListener = (deposit: FiatDeposit, reason: string | undefined) => void;

const FIRST_ID = 40_000;
const MOST_ROWS = 500_000;

/** A row of the history of fiat transactions. */
export type FiatRow = FiatDeposit | FiatWithdrawal;

/** All fiat deposits and withdrawals of the user's account, and how deposits end. */
export class FiatLedger {
  /** Oldest first. */
  readonly rows: FiatRow[] = [];
  readonly #venue: Venue;
  readonly #changed: FiatStatusListener;
  #count = 0;

  constructor(venue: Venue, changed: FiatStatusListener) {
    this.#venue = venue;
    this.#changed = changed;
  }

  nextId(): string {
    return String(FIRST_ID + this.#count);
  }

  add(row: Omit<FiatDeposit, 'kind' | 'id' | 'status'>): FiatDeposit {
    const added: FiatDeposit = { kind: 'Deposit', id: this.nextId(), status: 'Pending', ...row };
    this.keep(added);
    this.#changed(added, undefined);
    return added;
  }

  /** Keeps a row that has taken the next id. */
  keep(row: FiatRow): void {
    this.#count++;
    this.rows.push(row);
    if (this.rows.length > MOST_ROWS) this.rows.splice(0, MOST_ROWS / 10);
  }

  find(id: string): FiatRow | undefined {
    return this.rows.find((row) => row.id === id);
  }

  /** The transfer has arrived, whatever its amount, and the net amount is credited. The deposit must be pending. */
  complete(deposit: FiatDeposit, arrived: Decimal): void {
    deposit.gross = arrived;
    deposit.net = arrived.minus(deposit.feeOf(arrived));
    deposit.status = 'Completed';
    payIn(this.#venue, deposit);
    this.#changed(deposit, undefined);
  }

  /** Nothing is credited. The deposit must be pending. */
  end(deposit: FiatDeposit, status: 'Declined' | 'Failed', reason: string): void {
    deposit.status = status;
    this.#changed(deposit, reason);
  }

  /** Newest first. */
  list({ currency, dateFrom, dateTo }: FiatFilter): FiatRow[] {
    return this.rows
      .filter(
        (row) =>
          (currency === undefined || row.currency === currency) &&
          (dateFrom === undefined || row.createdAt >= dateFrom) &&
          (dateTo === undefined || row.createdAt <= dateTo),
      )
      .toReversed();
  }
}
