import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import type { exchange } from '../contract/exchange.ts';
import type { Reply } from '../contract/operation.ts';
import type { Balance } from '../model/balance.ts';
import { type Page, readNewestFirst } from './newestFirst.ts';
import { timeOf, type TradeRow } from './fillRows.ts';

export type OpenOrderRow = Reply<(typeof exchange)['orders.list']>['items'][number];
export type ConversionRow = Reply<(typeof exchange)['conversions.list']>['items'][number];

/** Complete, consistent reads of the account's lists. Each rejects rather than give a part. */
export interface AccountLists {
  openOrders(): Promise<readonly OpenOrderRow[]>;
  /** Executions and closed orders back to `since`, that time included, newest first. */
  trades(since: Instant): Promise<readonly TradeRow[]>;
  conversions(since: Instant): Promise<readonly ConversionRow[]>;
  balances(): Promise<readonly Balance[]>;
}

/** `firstPage` is where the venue begins to count pages (docs/assumptions.md). */
export function accountLists(client: ExchangeClient, firstPage: number): AccountLists {
  const options = { firstPage };
  return {
    openOrders: () =>
      readNewestFirst<OpenOrderRow>(
        {
          ...options,
          readPage: async (page, count) => {
            const { items, total } = await client.orders.list({ page, count });
            return { items, total };
          },
          sameItem: (a, b) => a.id === b.id && a.amount.eq(b.amount),
        },
        () => false,
      ),
    trades: (since) =>
      readNewestFirst<TradeRow>(
        {
          ...options,
          readPage: async (page, count) => {
            const { items, total } = await client.trades.list({ page, count });
            return { items, total };
          },
          sameItem: (a, b) => a.id === b.id && timeOf(a) === timeOf(b) && a.amount.eq(b.amount) && a.status === b.status,
        },
        (oldest) => (timeOf(oldest) ?? 0) < since,
      ),
    conversions: (since) =>
      readNewestFirst<ConversionRow>(
        {
          ...options,
          readPage: async (page, count): Promise<Page<ConversionRow>> => {
            const { items, count: total } = await client.conversions.list({ page, count });
            // `count` is the number of records, of the page or of all: only one that is larger than the page tells anything.
            return { items, total: total > items.length ? total : undefined };
          },
          sameItem: (a, b) => a.id === b.id,
        },
        (oldest) => oldest.operationExecutionTime < since,
      ),
    balances: async () => {
      const rows = await client.balances.list({});
      return rows.map((row) => {
        if (row.availableBalance.gt(row.totalBalance)) {
          throw new Fault(
            'unreadable-reply',
            `balance of ${row.currency}: more is available (${row.availableBalance}) than there is (${row.totalBalance})`,
          );
        }
        return { currency: row.currency, total: row.totalBalance, available: row.availableBalance };
      });
    },
  };
}
