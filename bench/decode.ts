import ccxt from 'ccxt';
import { parse as parseLossless } from 'lossless-json';
import { dec } from '../src/base/decimal.ts';
import { decodeBook } from '../src/gateway/bookDecoder.ts';
import { type Book, createBook } from '../src/model/book.ts';
import { amountOf, gridOf, priceOf } from '../src/model/grid.ts';
import { bookBody } from './bookBody.ts';
import { compare, report, type Side, type Verdict } from './harness.ts';

/**
 * Decodes one order book body (000 Orderbook) in memory, without network. The contenders are ours, from bytes to exact ticks and
 * lots; `JSON.parse` alone, from text to floats that nothing has checked; lossless-json, which keeps every digit as text; and
 * what ccxt does with the text of an answer: its `parseJson` (JSON.parse and a search for integers that lost digits) and
 * `parseOrderBook`. The last one also runs over a plain JSON.parse, to show which part costs what. The bodies are like a venue's:
 * prices like 61249.90, quantities with 8 decimals.
 */

const BODIES = 10;
const GRID = gridOf(2, dec('0.00000001'));

interface Plain {
  readonly bids: readonly (readonly number[])[];
  readonly asks: readonly (readonly number[])[];
  readonly timestamp: number;
}

const verdicts: Verdict[] = [];
for (const levels of [50, 250]) {
  const texts = Array.from({ length: BODIES }, (_, i) => bookBody(levels, 1_763_630_000_000 + i * 1000, i));
  const bytes = texts.map((text) => new TextEncoder().encode(text));
  const book = createBook('BTC/EUR', GRID);
  const venue = new ccxt.Exchange();

  const ours: Side = {
    name: 'decodeBook',
    run: (i) => {
      if (!decodeBook(bytes[i % BODIES]!, book).ok) throw new Error('the body was refused');
      return book;
    },
  };
  const json: Side = { name: 'JSON.parse', run: (i) => JSON.parse(texts[i % BODIES]!) as Plain };
  const library = (parse: (text: string) => unknown): Side => ({
    name: 'ccxt',
    run: (i) => {
      const raw = parse(texts[i % BODIES]!) as Plain;
      return venue.parseOrderBook(raw, 'BTC/EUR', raw.timestamp);
    },
  });
  const against = (name: string, b: Side, target?: number): Promise<Verdict> =>
    compare({ name: `${levels} levels a side, ${name}`, a: ours, b, checksum, ...(target === undefined ? {} : { target }) });
  verdicts.push(
    await against('JSON.parse alone', json, 4.5),
    await against('lossless-json', { name: 'lossless-json', run: (i) => parseLossless(texts[i % BODIES]!) }, 12),
    await against(
      'ccxt: parseJson + parseOrderBook',
      library((text) => venue.parseJson(text)),
      11,
    ),
    await against(
      'JSON.parse + ccxt parseOrderBook',
      library((text) => JSON.parse(text)),
    ),
  );
}
report('Decoding an order book body', verdicts);

/** The digits of every level, in whatever form they are held. */
function checksum(result: unknown): string {
  const book = result as Book | Plain;
  if ('grid' in book) {
    const side = ({ ticks, lots, length }: Book['bids']): string =>
      Array.from({ length }, (_, i) => `${priceOf(GRID, ticks[i]!).toFixed(2)}:${amountOf(GRID, lots[i]!).toFixed(8)}`).join();
    return `${side(book.bids)}|${side(book.asks)}|${book.exchangeAt}`;
  }
  const number = (value: number | { readonly value: string }): number => (typeof value === 'number' ? value : Number(value.value));
  const side = (rows: Plain['bids']): string =>
    rows.map(([price, amount]) => `${number(price!).toFixed(2)}:${number(amount!).toFixed(8)}`).join();
  return `${side(book.bids)}|${side(book.asks)}|${book.timestamp}`;
}
