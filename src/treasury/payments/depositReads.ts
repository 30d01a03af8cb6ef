import type { Instant } from '../../base/instant.ts';
import type { exchange } from '../../contract/exchange.ts';
import type { Reply } from '../../contract/operation.ts';
import { readerOf } from '../../gateway/accountLists.ts';
import { readNewestFirst } from '../../gateway/newestFirst.ts';
import type { HistoryRow } from '../transferReads.ts';
import type { Ask } from './ask.ts';

export type FiatRow = Reply<(typeof exchange)['fiatTransactions.list']>['data'][number];

/** Fiat deposits back to `since`, newest first, read completely. Rejects rather than give a part. */
export async function readFiatDeposits(ask: Ask<'exchange'>, firstPage: number, since: Instant): Promise<readonly FiatRow[]> {
  const rows = await readBack<FiatRow>((params) => ask('fiatTransactions.list', params), firstPage, since);
  return rows.filter(({ type }) => type.toLowerCase() === 'deposit');
}

/** Crypto deposits back to `since`, newest first, read completely. Rejects rather than give a part. */
export async function readCryptoDeposits(ask: Ask<'exchange'>, firstPage: number, since: Instant): Promise<readonly HistoryRow[]> {
  const rows = await readBack<HistoryRow>((params) => ask('transactions.list', params), firstPage, since);
  return rows.filter(({ type }) => type.toLowerCase() === 'receive');
}

async function readBack<T extends { readonly id: string; readonly createdOn: Instant }>(
  ask: (params: { readonly page: string; readonly count: string }) => Promise<{ readonly data: readonly T[]; readonly total: number }>,
  firstPage: number,
  since: Instant,
): Promise<readonly T[]> {
  const reader = readerOf<T>(
    firstPage,
    async (page, count) => {
      const { data, total } = await ask({ page: String(page), count: String(count) });
      return { items: data, total };
    },
    (a, b) => a.id === b.id,
  );
  return (await readNewestFirst(reader, (row) => row.createdOn < since)).filter((row) => row.createdOn >= since);
}
