import { minDecimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import { firstListPage } from '../client/firstListPage.ts';
import type { exchange } from '../contract/exchange.ts';
import type { Reply } from '../contract/operation.ts';
import type { Balance } from '../model/balance.ts';
import { earliestAtVenue } from './atVenue.ts';
import { timeOf, type TradeRow } from './fillRows.ts';
import { type ListReader, type Page, PAGE_ITEMS, readAllNewestFirst, readNewestFirst } from './newestFirst.ts';

export type OpenOrderRow = Reply<(typeof exchange)['orders.list']>['items'][number];
export type ConversionRow = Reply<(typeof exchange)['conversions.list']>['items'][number];

/** Complete, consistent reads of the account's lists. Each rejects rather than give a part. Times are the venue's. */
export interface AccountLists {
  openOrders(): Promise<readonly OpenOrderRow[]>;
  /** Executions and closed orders back to `since`, that time included, newest first. */
  trades(since: Instant): Promise<readonly TradeRow[]>;
  /** The rows of one order back to `since`, newest first. */
  tradesOf(orderId: string, since: Instant): Promise<readonly TradeRow[]>;
  /**
   * The rows of a span of time, newest first, read at the lowest priority. `too-many`: there are more than `most`, and nothing was
   * read but the first page; `unheeded`: the venue gives rows of other times.
   */
  tradesBetween(from: Instant, to: Instant, options: SpanOptions): Promise<readonly TradeRow[] | 'too-many' | 'unheeded'>;
  conversions(since: Instant): Promise<readonly ConversionRow[]>;
  balances(): Promise<readonly Balance[]>;
  /** The venue's clock minus ours: what we stamped is moved by it before it is compared with what the venue stamped. */
  venueOffsetMs(): number;
  /** The earliest that the venue's clock can show now. */
  earliestVenueTime(): Instant;
}

export interface SpanOptions {
  readonly most: number;
  readonly signal?: AbortSignal | undefined;
}

/** Times on the wire may be rounded to a second. */
const SLACK_MS = 1000;

/**
 * `firstPage` is where the venue begins to count pages (docs/assumptions.md). Open orders are always read from page 0: their
 * `page` has a default of its own (000 Spot trading), and 0 is right for either base.
 */
export function accountLists(client: ExchangeClient, firstPage: number): AccountLists {
  const openOrders = readerOf<OpenOrderRow>(
    0,
    async (page, count) => client.orders.list({ page, count }),
    (a, b) => a.id === b.id,
  );
  const ofTrades: FoundBase = {};
  const trades = readerOf<TradeRow>(firstPage, async (page, count) => client.trades.list({ page, count }), isSameTrade, ofTrades);
  const conversions = conversionsReader(firstPage, async (page, count) => client.conversions.list({ page, count }));
  return {
    openOrders: () => readAllNewestFirst(openOrders),
    trades: (since) => readNewestFirst(trades, isOlderThan(since)),
    tradesOf: async (orderId, since) => {
      const ask = async (page: number, count: number): Promise<Page<TradeRow>> => client.trades.list({ orderId, page, count });
      const reader = readerOf<TradeRow>(firstPage, ask, isSameTrade, ofTrades);
      // A venue that does not heed the id gives the rows of others too.
      return (await readNewestFirst(reader, isOlderThan(since))).filter((row) => row.id === orderId);
    },
    tradesBetween: async (from, to, { most, signal }) => {
      const span = { dateFrom: from - SLACK_MS, dateTo: to + SLACK_MS };
      const options = { priority: 'history', signal } as const;
      const reader = readerOf<TradeRow>(
        firstPage,
        async (page, count) => client.trades.list({ ...span, page, count }, options),
        isSameTrade,
        ofTrades,
      );
      let head: Page<TradeRow> | undefined = await reader.readPage(firstPage, PAGE_ITEMS);
      const isOutside = ({ tradeDate }: TradeRow): boolean =>
        tradeDate !== undefined && (tradeDate < from - 2 * SLACK_MS || tradeDate > to + 2 * SLACK_MS);
      if (head.items.some(isOutside)) return 'unheeded';
      if ((head.total ?? 0) > most) return 'too-many';
      const readPage: typeof reader.readPage = async (page, count) => {
        const known = page === firstPage && count === PAGE_ITEMS ? head : undefined;
        head = undefined;
        return known ?? reader.readPage(page, count);
      };
      return readNewestFirst({ ...reader, readPage }, () => false);
    },
    conversions: (since) => readNewestFirst(conversions, (oldest) => oldest.operationExecutionTime < since),
    balances: async () => byCurrency(await client.balances.list({})),
    venueOffsetMs: () => Math.round(client.venueClock.offsetMs),
    earliestVenueTime: () => earliestAtVenue(client),
  };
}

/** The history of conversions, by whoever asks for its pages. */
export function conversionsReader(
  firstPage: number,
  ask: (page: number, count: number) => Promise<{ readonly items: readonly ConversionRow[]; readonly count: number }>,
): ListReader<ConversionRow> {
  return readerOf<ConversionRow>(
    firstPage,
    async (page, count) => {
      const { items, count: total } = await ask(page, count);
      // `count` is the number of records, of the page or of all: only one that is larger than the page tells anything.
      return { items, total: total > items.length ? total : undefined };
    },
    (a, b) => a.id === b.id,
  );
}

/** Only the time of a trade tells where a row stands: a cancellation without one may be of an order that is years old. */
function isOlderThan(since: Instant): (row: TradeRow) => boolean {
  return ({ tradeDate = Infinity }) => tradeDate < since;
}

/** Which page of a list was found to be its first, by all who read it. Undefined until one with items was read: an empty list tells nothing. */
interface FoundBase {
  page?: 0 | 1;
  /** Page 0 was empty, which a copy that is behind may show, too: it is looked at each time. */
  isDoubtful?: boolean;
}

/**
 * A venue that counts from 1 may refuse page 0, or show nothing there: then its pages are asked for one further. What a refusal has shown holds, whatever is
 * refused later. An empty page 1 proves nothing: it is that of a short list which counts from 0, too.
 */
export function readerOf<T>(
  firstPage: number,
  ask: (page: number, count: number) => Promise<Page<T>>,
  sameItem: ListReader<T>['sameItem'],
  found: FoundBase = {},
): ListReader<T> {
  const learn = (page: 0 | 1, { items }: Page<T>, isDoubtful: boolean): void => {
    if (items.length > 0) Object.assign(found, { page, isDoubtful });
  };
  const readFirst = async (count: number): Promise<Page<T>> => {
    if (found.isDoubtful === true) {
      const known = await ask(0, count);
      learn(0, known, false);
      return known.items.length > 0 ? known : ask(1, count);
    }
    const { page, answer, isDoubtful } = await firstListPage<Page<T>, T>({
      ask: (number, some = count) => ask(number, some),
      count,
      itemsOf: ({ items }) => items,
      lengthOf: ({ total }) => total,
      isSame: sameItem,
    });
    learn(page, answer, page === 1 && isDoubtful);
    return answer;
  };
  const readPage = (page: number, count: number): Promise<Page<T>> => {
    const isKnown = found.page !== undefined && found.isDoubtful !== true;
    return page > 0 || isKnown ? ask(page + (found.page ?? 0), count) : readFirst(count);
  };
  return { firstPage, readPage, sameItem };
}

/** Rows of this list have no id of their own: those that are alike to the last digit count as the same. */
function isSameTrade(a: TradeRow, b: TradeRow): boolean {
  const alike = a.id === b.id && timeOf(a) === timeOf(b) && a.amount.eq(b.amount) && a.status === b.status;
  return alike && a.price?.toFixed() === b.price?.toFixed() && a.fee?.toFixed() === b.fee?.toFixed();
}

/** One balance for each currency: the wallets of a currency together. Lent funds may be available beyond what there is; they don't count. */
function byCurrency(wallets: Reply<(typeof exchange)['balances.list']>): readonly Balance[] {
  const balances = new Map<string, Balance>();
  for (const { currency, totalBalance, availableBalance } of wallets) {
    const { total, available } = balances.get(currency) ?? { total: ZERO, available: ZERO };
    balances.set(currency, {
      currency,
      total: total.plus(totalBalance),
      available: available.plus(minDecimal(availableBalance, totalBalance)),
    });
  }
  return [...balances.values()];
}
