import { dec } from '../../../src/base/decimal.ts';
import type { Instant } from '../../../src/base/instant.ts';
import { type Book, createBook, MAX_DEPTH, showLevels } from '../../../src/model/book.ts';
import { lotsOf, ticksOf } from '../../../src/model/grid.ts';
import type { Pair } from '../../../src/model/pair.ts';
import type { PairStatistics } from '../../../src/model/statistics.ts';
import { BOOK, END, GAP, type GapReason, type MarketCursor, STATISTICS } from '../../../src/recording/marketCursor.ts';
import type { BacktestMarket } from '../../../src/research/backtest/backtestOptions.ts';

/** Best first. A text is in currency; a number is whole ticks or lots already. */
export type Levels = readonly (readonly [price: string | number, amount: string | number])[];

/** What was recorded, as a person writes it. Times are in ms since the recording's beginning. */
export type Row =
  | { readonly at: number; readonly bids: Levels; readonly asks: Levels; readonly exchangeAt?: number; readonly depth?: number }
  | { readonly at: number; readonly baseVolume: string; readonly touch?: readonly [bid: string, ask: string] }
  | { readonly from: number; readonly at: number; readonly reason: GapReason };

/** A market in memory; each pass over it has its own cursor, and like any cursor it shows one reused book. */
export function recordedMarket(pair: Pair, rows: readonly Row[], beginsAt: Instant = 0, isWide = false): BacktestMarket {
  return { symbol: pair.symbol, hash: `hash of ${pair.symbol}`, open: () => cursorOf(pair, rows, beginsAt, isWide) };
}

function cursorOf(pair: Pair, rows: readonly Row[], beginsAt: Instant, isWide: boolean): MarketCursor {
  const book = createBook(pair.symbol, pair.grid, MAX_DEPTH, isWide);
  let i = -1;
  let sequence = 0;
  let statistics: PairStatistics | undefined;
  let gap: MarketCursor['gap'];
  return {
    pair,
    book,
    get statistics() {
      return statistics;
    },
    get gap() {
      return gap;
    },
    get at() {
      return beginsAt + (rows[Math.min(i, rows.length - 1)]?.at ?? 0);
    },
    get nextAt() {
      const row = rows[i + 1];
      return row === undefined ? Infinity : beginsAt + row.at;
    },
    get nextType() {
      const row = rows[i + 1];
      return row === undefined ? END : 'bids' in row ? BOOK : 'from' in row ? GAP : STATISTICS;
    },
    nextBookAt: -Infinity,
    lookAhead() {
      Object.assign(this, { nextBookAt: this.nextType === BOOK ? this.nextAt : -Infinity });
    },
    next() {
      const row = rows[++i];
      if (row === undefined) return END;
      const at = beginsAt + row.at;
      if ('bids' in row) {
        write(book.bids, pair, row.bids);
        write(book.asks, pair, row.asks);
        const exchangeAt = row.exchangeAt === undefined ? at : beginsAt + row.exchangeAt;
        Object.assign(book, { receivedAt: at, exchangeAt, sequence: sequence++, depth: row.depth ?? 50 });
        return BOOK;
      }
      if ('from' in row) {
        gap = { from: beginsAt + row.from, to: at, reason: row.reason, detail: 'as told' };
        return GAP;
      }
      statistics = statisticsOf(pair.symbol, row);
      return STATISTICS;
    },
    close: () => undefined,
  };
}

function write(side: Book['bids'], { grid }: Pair, levels: Levels): void {
  for (const [level, [price, amount]] of levels.entries()) {
    side.ticks[level] = typeof price === 'number' ? price : ticksOf(grid, dec(price), 'exact');
    side.lots[level] = typeof amount === 'number' ? amount : lotsOf(grid, dec(amount), 'exact');
  }
  showLevels(side, 0, levels.length);
}

function statisticsOf(symbol: string, { baseVolume, touch }: Extract<Row, { readonly baseVolume: string }>): PairStatistics {
  const [highestBid, lowestAsk] = touch?.map(dec) ?? [];
  const unknown = { lastPrice: undefined, priceChangePercent: undefined, highestPrice: undefined, lowestPrice: undefined };
  return { symbol, baseVolume: dec(baseVolume), quoteVolume: dec('0'), highestBid, lowestAsk, ...unknown };
}
