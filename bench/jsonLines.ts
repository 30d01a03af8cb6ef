import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Book, BookSide } from '../src/model/book.ts';
import { amountOf, priceOf } from '../src/model/grid.ts';
import { BOOK, type MarketCursor } from '../src/recording/marketCursor.ts';
import type { PlainBook } from './syntheticMarket.ts';

/** Proves that two programs have read the same books: the sums of times and best prices in ticks, and the number of levels. */
export class BookSum {
  books = 0;
  #at = 0;
  #ticks = 0;
  #levels = 0;

  add(at: number, bestTicks: number, levels: number): void {
    this.books++;
    this.#at = (this.#at + at) % 1e12;
    this.#ticks += bestTicks;
    this.#levels += levels;
  }

  get text(): string {
    return [this.books, this.#at, this.#ticks, this.#levels].join(' ');
  }
}

export function sumOfMarket(market: MarketCursor): BookSum {
  const sum = new BookSum();
  while (nextBook(market)) {
    const { bids, asks, receivedAt } = market.book;
    sum.add(receivedAt, bids.ticks[bids.start]! + asks.ticks[asks.start]!, bids.length + asks.length);
  }
  return sum;
}

/**
 * Writes all books of a market, one line of JSON each. Prices and amounts are texts, since a number would not keep their digits.
 */
export function writeJsonLines(path: string, market: MarketCursor): void {
  const file = openSync(path, 'w');
  const texts = { prices: new Map<number, string>(), amounts: new Map<number, string>() };
  try {
    let lines: string[] = [];
    const flush = (): void => {
      writeSync(file, lines.join(''));
      lines = [];
    };
    while (nextBook(market)) {
      if (lines.push(`${JSON.stringify(plainBook(market.book, texts))}\n`) === LINES_AT_ONCE) flush();
    }
    flush();
  } finally {
    closeSync(file);
  }
}

/** Reads them like a program that has nothing but `JSON.parse`. */
export function readJsonLines(path: string): BookSum {
  const sum = new BookSum();
  const file = openSync(path, 'r');
  const bytes = Buffer.allocUnsafe(READ_AT_ONCE);
  let rest = '';
  for (let read = readSync(file, bytes); read > 0; read = readSync(file, bytes)) {
    const text = rest + bytes.toString('latin1', 0, read);
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const { receivedAt, bids, asks } = JSON.parse(text.slice(from, end)) as PlainBook;
      sum.add(receivedAt, ticksOf(bids[0]!) + ticksOf(asks[0]!), bids.length + asks.length);
      from = end + 1;
    }
    rest = text.slice(from);
  }
  closeSync(file);
  return sum;
}

const LINES_AT_ONCE = 256;
const READ_AT_ONCE = 1 << 18;

interface Texts {
  readonly prices: Map<number, string>;
  readonly amounts: Map<number, string>;
}

function nextBook(market: MarketCursor): boolean {
  return market.next() === BOOK;
}

/** Like `plainBookOf`. The same numbers come again and again, so their texts are made once. */
function plainBook({ bids, asks, grid, receivedAt, exchangeAt }: Book, { prices, amounts }: Texts): PlainBook {
  const levels = ({ ticks, lots, start, length }: BookSide): [string, string][] =>
    Array.from({ length }, (_, i) => [
      prices.getOrInsertComputed(ticks[start + i]!, (value) => priceOf(grid, value).toFixed()),
      amounts.getOrInsertComputed(lots[start + i]!, (value) => amountOf(grid, value).toFixed()),
    ]);
  return { receivedAt, exchangeAt, bids: levels(bids), asks: levels(asks) };
}

function ticksOf([price]: readonly [string, string]): number {
  return Math.round(Number(price) * 100);
}
