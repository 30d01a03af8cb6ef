import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { SimulatedNetwork } from './networks.ts';

/** A crypto deposit or withdrawal (000 Crypto transaction). */
export interface CryptoTransaction {
  readonly id: string;
  readonly type: 'Send' | 'Receive';
  status: 'Pending' | 'Completed' | 'Declined';
  readonly currency: string;
  readonly network: SimulatedNetwork;
  readonly createdAt: Instant;
  /** Includes the fee. */
  readonly gross: Decimal;
  net: Decimal;
  readonly destinationAddress: string;
  readonly destinationTag: string | undefined;
  readonly sourceAddress: string | undefined;
  readonly referenceId: string | undefined;
  readonly clientTag: string | undefined;
  readonly batchId: string | undefined;
  /** When its state last changed. */
  updatedAt: Instant;
  networkTransactionId: string | undefined;
}

export interface CryptoFilter {
  readonly currency: string | undefined;
  readonly withdrawalBatchId: string | undefined;
  readonly address: string | undefined;
  readonly clientTag: string | undefined;
  readonly dateFrom: Instant | undefined;
  readonly dateTo: Instant | undefined;
}

const FIRST_ID = 70_000;
const MOST_ROWS = 500_000;

/** All crypto deposits and withdrawals of the user's account, and the references that they have used. */
export class CryptoLedger {
  /** Oldest first. */
  readonly rows: CryptoTransaction[] = [];
  readonly #references = new Set<string>();
  #count = 0;

  add(row: Omit<CryptoTransaction, 'id' | 'status' | 'updatedAt'>): CryptoTransaction {
    const added: CryptoTransaction = { id: String(FIRST_ID + this.#count++), status: 'Pending', updatedAt: row.createdAt, ...row };
    this.rows.push(added);
    if (this.rows.length > MOST_ROWS) this.rows.splice(0, MOST_ROWS / 10);
    if (row.referenceId !== undefined) this.#references.add(row.referenceId);
    return added;
  }

  /** A reference may be used only once across the whole service, whatever became of its transaction (000 Crypto transaction). */
  isUsed(referenceId: string): boolean {
    return this.#references.has(referenceId);
  }

  find(id: string): CryptoTransaction | undefined {
    return this.rows.find((row) => row.id === id);
  }

  /** Newest first. */
  list(filter: CryptoFilter): CryptoTransaction[] {
    const { currency, withdrawalBatchId, address, clientTag, dateFrom, dateTo } = filter;
    return this.rows
      .filter(
        (row) =>
          (currency === undefined || row.currency === currency) &&
          (withdrawalBatchId === undefined || row.batchId === withdrawalBatchId) &&
          (address === undefined || row.destinationAddress === address) &&
          (clientTag === undefined || row.clientTag === clientTag) &&
          (dateFrom === undefined || row.createdAt >= dateFrom) &&
          (dateTo === undefined || row.createdAt <= dateTo),
      )
      .toReversed();
  }
}
