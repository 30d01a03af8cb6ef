import { isFault } from '../base/fault.ts';
import { judged, noted, type Question, unseen } from './finding.ts';
import type { ReadContext } from './questionContext.ts';
import { strangeStatuses, tradeRowsText } from './tradeRows.ts';

const MOST_FILLS = 1000;

const PAGE_BASE: Question = {
  question: 'page-base',
  asked: 'pages 0, 1 and 2 of the list of pairs, one pair each',
  document: { says: 'pages count from 0: page 2 of 10 gives records 20 to 30', section: '000 Common conventions 6' },
};
const BOOK_DEPTH: Question = {
  question: 'book-depth',
  asked: 'a book of depth 1, and one of the default depth',
  document: { says: 'applied to each side, 50 unless given', section: '000 Limits' },
};
const TRADES_ORDER: Question = {
  question: 'trades-newest-first',
  asked: 'the newest trades of the account',
  document: { says: 'lists are returned newest first', section: '000 Common conventions 3' },
};
const TRADE_ROWS: Question = {
  question: 'trade-rows',
  asked: 'the newest trades of the account: whether a row is an order or an execution',
  document: undefined,
};
const TRADE_STATUSES: Question = {
  question: 'trade-statuses',
  asked: 'the status of the newest trades',
  document: { says: 'Executed, Canceled or PartiallyExecuted', section: '000 Other statuses' },
};
const BALANCES: Question = { question: 'balances', asked: 'the balances at the configured path', document: undefined };

/** How lists are paged and ordered, and what their rows are, as far as reads tell. */
export async function askLists(context: ReadContext): Promise<void> {
  await askPageBase(context);
  await askBook(context);
  const { client, tell } = context;
  try {
    tell(noted(BALANCES, `${(await client.balances.list({})).length} wallets`));
  } catch (error) {
    if (!isFault(error)) throw error;
    tell(unseen(BALANCES, `${error.message}; venue.exchange.balancesPath names another path`));
  }
}

async function askPageBase({ client, tell, learned }: ReadContext): Promise<void> {
  const symbolOn = (page: number, count = 1): Promise<string | undefined> =>
    onPage(async () => (await client.send(client.prepare('symbols.list', { page, count }))).reply.data[0]?.symbol);
  let failed = false;
  const zero = await symbolOn(0).catch((error: unknown) => {
    if (!isFault(error, 'venue-failure') || error.status !== 500) throw error;
    failed = true;
    return undefined;
  });
  const [one, two] = [await symbolOn(1), await symbolOn(2)];
  if (one === undefined || two === undefined || one === two) {
    tell(unseen(PAGE_BASE, 'the list is too short, or its pages are alike'));
    return;
  }
  // A failure says nothing by itself. Page 1 of two begins with page 1 of one only where it is the first.
  if (failed && (await symbolOn(1, 2)) !== one) {
    tell(unseen(PAGE_BASE, 'page 0 fails with HTTP 500, and page 1 is not the first'));
    return;
  }
  learned.pageBase = zero === undefined || zero === one ? 1 : 0;
  const seen =
    zero === undefined
      ? `page 0 ${failed ? 'fails with HTTP 500' : 'is refused'}, so they count from 1`
      : zero === one
        ? 'page 0 and page 1 are the same: they count from 1'
        : 'they count from 0';
  tell(judged(PAGE_BASE, seen, learned.pageBase === 0));
}

/** What a page gives; undefined for one that is refused or empty. */
async function onPage<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isFault(error, 'refused')) return undefined;
    throw error;
  }
}

async function askBook({ client, tell }: ReadContext): Promise<void> {
  const [pair] = (await client.send(client.prepare('symbols.list', { page: 1, count: 1 }))).reply.data;
  if (pair === undefined) {
    tell(unseen(BOOK_DEPTH, 'no pair is listed'));
    return;
  }
  const { symbol } = pair;
  const one = await client.book.get({ symbol, depth: 1 });
  const standard = await client.book.get({ symbol });
  const isRight =
    [one.bids, one.asks].every((side) => side.length <= 1) && [standard.bids, standard.asks].every((side) => side.length <= 50);
  const seen = `depth 1: ${one.bids.length} and ${one.asks.length} levels; default: ${standard.bids.length} and ${standard.asks.length}`;
  tell(judged(BOOK_DEPTH, seen, isRight));
}

/** What the rows of `trades` are; asked last, when the probe's own orders are among them. */
export async function askTrades({ client, tell, learned, fillLog }: ReadContext): Promise<void> {
  const { reply } = await client.send(client.prepare('trades.list', { page: learned.pageBase ?? 0, count: 100 }));
  const times = reply.items.flatMap(({ tradeDate }) => (tradeDate === undefined ? [] : [tradeDate]));
  if (times.length < 2) tell(unseen(TRADES_ORDER, 'there are fewer than two trades'));
  else
    tell(
      judged(
        TRADES_ORDER,
        `${times.length} rows`,
        times.every((time, index) => index === 0 || time <= times[index - 1]!),
      ),
    );
  const strange = strangeStatuses(reply.items);
  if (reply.items.length === 0) tell(unseen(TRADE_STATUSES, 'there are no trades'));
  else tell(judged(TRADE_STATUSES, strange.length === 0 ? 'no other' : `also ${strange.join(', ')}`, strange.length === 0));
  const fills = await fillLog.fills({ limit: MOST_FILLS });
  const rows = tradeRowsText(reply.items, (orderId) => fills.filter(({ fill }) => fill.orderId === orderId).length);
  if (rows === undefined)
    tell(unseen(TRADE_ROWS, 'no order in the list was executed more than once, and a probe executes nothing; ask again after trading'));
  else tell(noted(TRADE_ROWS, rows));
}
