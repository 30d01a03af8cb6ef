import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { SendOptions } from '../client/call.ts';
import type { InterfaceCalls } from '../client/interfaceClient.ts';
import type { exchange } from '../contract/exchange.ts';
import type { Operation, Reply } from '../contract/operation.ts';
import type { processing } from '../contract/processing.ts';
import { type ConversionRow, conversionsReader, readerOf } from '../gateway/accountLists.ts';
import { readNewestFirst } from '../gateway/newestFirst.ts';
import { everyPage } from './everyPage.ts';

/** The operations of any interface, by their key in its table. */
export type TransferCalls = Pick<InterfaceCalls<Readonly<Record<string, Operation>>>, 'prepare' | 'send' | 'venueClock'>;

type BalanceRow = Reply<(typeof exchange)['balances.list']>[number];
export type HistoryRow = Reply<(typeof exchange)['transactions.list']>['data'][number];
export type DraftReply = Reply<(typeof exchange)['withdrawalBatches.get']>;
export type PaymentRow = Reply<(typeof processing)['paymentIntents.get']>;
export type PayoutRow = Reply<(typeof processing)['payouts.get']>;

/** Complete reads of what transfers show in. Each rejects rather than give a part. Times are the venue's. */
export interface TransferReads {
  /** Crypto transactions back to `since`. */
  history(since: Instant): Promise<readonly HistoryRow[]>;
  /** Conversions back to `since`. */
  conversions(since: Instant): Promise<readonly ConversionRow[]>;
  /** What there is of each currency. */
  balances(options?: Pick<SendOptions, 'signal'>): Promise<ReadonlyMap<string, Decimal>>;
  /** Those with a reference of ours, or all. */
  payments(customOrderId: string | undefined, since: Instant): Promise<readonly PaymentRow[]>;
  payouts(customOrderId: string | undefined, since: Instant): Promise<readonly PayoutRow[]>;
  payment(paymentIntentId: string): Promise<PaymentRow>;
  payout(payoutIntentId: string): Promise<PayoutRow>;
  batch(withdrawalBatchId: string): Promise<DraftReply>;
  /** The withdrawals of a batch that was confirmed, which has so many (000 Transaction history, withdrawalBatchId). */
  batchRows(withdrawalBatchId: string, count: number): Promise<readonly HistoryRow[]>;
}

/** `firstPage` is where the venue begins to count pages. */
export function transferReads(calls: TransferCalls, firstPage: number): TransferReads {
  const ask = async <T>(operation: string, params: Readonly<Record<string, unknown>>, options?: Pick<SendOptions, 'signal'>): Promise<T> =>
    (await calls.send(calls.prepare(operation, params), options)).reply as T;
  const search = async <T extends { readonly id: string; readonly customOrderId?: string | undefined }>(
    operation: string,
    customOrderId: string | undefined,
    since: Instant,
  ): Promise<readonly T[]> => {
    const rows = await everyPage(
      (skip, take) => ask<readonly T[]>(operation, { customOrderId, createdDateFrom: since, skip, take }),
      ({ id }) => id,
    );
    return rows.filter((row) => customOrderId === undefined || row.customOrderId === customOrderId);
  };
  const historyOf = (filter: { readonly withdrawalBatchId?: string }) =>
    readerOf<HistoryRow>(
      firstPage,
      async (page, count) => {
        const { data, total } = await ask<{ data: readonly HistoryRow[]; total: number }>('transactions.list', { page, count, ...filter });
        return { items: data, total };
      },
      (a, b) => a.id === b.id,
    );
  const conversions = conversionsReader(firstPage, (page, count) => ask('conversions.list', { page, count }));
  return {
    history: async (since) =>
      (await readNewestFirst(historyOf({}), (row) => row.createdOn < since)).filter((row) => row.createdOn >= since),
    conversions: async (since) =>
      (await readNewestFirst(conversions, (row) => row.operationExecutionTime < since)).filter(
        (row) => row.operationExecutionTime >= since,
      ),
    balances: async (options) => {
      const sums = new Map<string, Decimal>();
      for (const { currency, totalBalance } of await ask<readonly BalanceRow[]>('balances.list', {}, options))
        sums.set(currency, (sums.get(currency) ?? ZERO).plus(totalBalance));
      return sums;
    },
    payments: (customOrderId, since) => search('paymentIntents.search', customOrderId, since),
    payouts: (customOrderId, since) => search('payouts.search', customOrderId, since),
    payment: (paymentIntentId) => ask('paymentIntents.get', { paymentIntentId }),
    payout: (payoutIntentId) => ask('payouts.get', { payoutIntentId }),
    batchRows: (withdrawalBatchId, rows) => {
      const reader = historyOf({ withdrawalBatchId });
      const seen = new Set<string>();
      const readPage: typeof reader.readPage = async (page, count) => {
        const read = await reader.readPage(page, count);
        for (const { id } of read.items) seen.add(id);
        return read;
      };
      // No other row belongs to the batch, so none of them can be missing once so many were seen.
      return readNewestFirst({ ...reader, readPage }, () => seen.size >= rows);
    },
    batch: (withdrawalBatchId) => ask('withdrawalBatches.get', { withdrawalBatchId }),
  };
}
