import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { FiatDeposit } from './fiatDeposit.ts';
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

/** All fiat deposits of the user's account, and how they end. */
export class FiatLedger {
  /** Oldest first. */
  readonly rows: FiatDeposit[] = [];
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

  add(row: Omit<FiatDeposit, 'id' | 'status'>): FiatDeposit {
    const added: FiatDeposit = { id: this.nextId(), status: 'Pending', ...row };
    this.#count++;
    this.rows.push(added);
    if (this.rows.length > MOST_ROWS) this.rows.splice(0, MOST_ROWS / 10);
    this.#changed(added, undefined);
    return added;
  }

  find(id: string): FiatDeposit | undefined {
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
  list({ currency, dateFrom, dateTo }: FiatFilter): FiatDeposit[] {
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
