import { Fault } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { Candle } from '../market/candle.ts';
import type { Book, BookSide } from '../model/book.ts';
import { amountOf, type Grid, priceOf } from '../model/grid.ts';
import type { CandleRow, LevelRow, MarketView } from './contract/controlReplies.ts';
import { fillLine, orderRow } from './controlLines.ts';

/** What a person looks at of one market. Rejects with `not-found` for one that is not polled. */
export async function marketView(
  daemon: Pick<Daemon, 'history' | 'records' | 'trader' | 'status'>,
  { symbol, depth, fills }: { readonly symbol: string; readonly depth: number; readonly fills: number },
): Promise<MarketView> {
  const market = daemon.history.market(symbol);
  if (market === undefined && !daemon.status().markets.some((one) => one.symbol === symbol))
    throw new Fault('not-found', `symbol: ${JSON.stringify(symbol)} is not polled`);
  const logged = await daemon.records.fillLog.fills({ symbol, limit: fills });
  const { at, orders } = daemon.trader.snapshot();
  return {
    symbol,
    ...bookOf(market?.book, depth),
    mids: market?.mids() ?? [],
    candles: (market?.candles ?? []).map(candleRow),
    orders: orders.filter((order) => order.symbol === symbol).map((order) => orderRow(order, at)),
    fills: logged.map(({ fill }) => fillLine(fill)),
  };
}

function bookOf(book: Book | undefined, depth: number): Pick<MarketView, 'tick' | 'lot' | 'receivedAt' | 'exchangeAt' | 'bids' | 'asks'> {
  if (book === undefined) return { tick: undefined, lot: undefined, receivedAt: undefined, exchangeAt: undefined, bids: [], asks: [] };
  const { grid, bids, asks, receivedAt, exchangeAt } = book;
  const times = { receivedAt: isoOf(receivedAt), exchangeAt: isoOf(exchangeAt) };
  return { tick: grid.tick, lot: grid.lot, ...times, bids: levelRows(grid, bids, depth), asks: levelRows(grid, asks, depth) };
}

function levelRows(grid: Grid, { ticks, lots, start, length }: BookSide, depth: number): LevelRow[] {
  return Array.from({ length: Math.min(length, depth) }, (_, n) => [priceOf(grid, ticks[start + n]!), amountOf(grid, lots[start + n]!)]);
}

function candleRow(candle: Candle): CandleRow {
  const [open, high, low, close] = (['open', 'high', 'low', 'close'] as const).map((which) => candle.priceOf(which));
  return { from: candle.from, open: open!, high: high!, low: low!, close: close!, books: candle.books };
}
