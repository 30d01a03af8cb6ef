import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import { readerOf } from './accountLists.ts';
import { readNewestFirst } from './newestFirst.ts';

/** Money that comes in or goes out (000 Transaction history). One that was declined moves nothing and is none. */
export interface FundsMove {
  readonly id: string;
  readonly cause: 'deposit' | 'withdrawal';
  readonly currency: string;
  /** What was sent or received, apart from the fee: below zero for a withdrawal. */
  readonly amount: Decimal;
  /** What the venue has taken for it, in the same currency. */
  readonly fee: Decimal;
  readonly isDone: boolean;
  readonly at: Instant;
}

interface HistoryRow {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly currency: string;
  readonly createdOn: Instant;
  readonly totalAmount: Decimal;
  readonly executedAmount: Decimal;
}

const INCOMING: ReadonlySet<string> = new Set(['receive', 'deposit']);

/** Reads everything that was asked for since then, of crypto and of fiat currency, newest first. Rejects rather than give a part. */
export async function fundsMoves(client: ExchangeClient, firstPage: number, since: Instant): Promise<readonly FundsMove[]> {
  const options = { priority: 'history' } as const;
  const crypto = readerOf<HistoryRow>(
    firstPage,
    async (page, count) => {
      const { data, total } = await client.transactions.list({ page, count }, options);
      return { items: data, total };
    },
    isSame,
  );
  const fiat = readerOf<HistoryRow>(
    firstPage,
    async (page, count) => {
      const { data, total } = await client.fiatTransactions.list({ page, count }, options);
      return { items: data, total };
    },
    isSame,
  );
  const isOlder = ({ createdOn }: HistoryRow): boolean => createdOn < since;
  const rows = [
    ...(await readNewestFirst(crypto, isOlder)).map((row) => ({ ...row, id: `crypto ${row.id}` })),
    ...(await readNewestFirst(fiat, isOlder)).map((row) => ({ ...row, id: `fiat ${row.id}` })),
  ];
  return rows.filter((row) => row.createdOn >= since && row.status.toLowerCase() !== 'declined').map(moveOf);
}

function isSame(a: HistoryRow, b: HistoryRow): boolean {
  return a.id === b.id;
}

function moveOf({ id, type, status, currency, createdOn: at, totalAmount, executedAmount }: HistoryRow): FundsMove {
  const shared = { id, currency, fee: totalAmount.minus(executedAmount), isDone: status.toLowerCase() === 'completed', at };
  if (INCOMING.has(type.toLowerCase())) return { ...shared, cause: 'deposit', amount: totalAmount };
  return { ...shared, cause: 'withdrawal', amount: executedAmount.negated() };
}
