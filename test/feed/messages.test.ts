import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { bookTopic, messageId, placeOf, topicOf, warningTopic } from '../../src/feed/topic.ts';
import { helloOf, helloText } from '../../src/feed/hello.ts';
import { PlaceReader, placedBody, setStreamSequence, streamSequenceOf } from '../../src/feed/placedBody.ts';
import { PublishQueue } from '../../src/feed/publishQueue.ts';
import { RowCount } from '../../src/feed/rowCount.ts';
import { BookDecoder, decodeStatistics } from '../../src/feed/rowDecoder.ts';
import { BookEncoder, encodeStatistics } from '../../src/feed/rowEncoder.ts';
import { warningOf, warningText, WarningStates } from '../../src/feed/warningStates.ts';
import { createBook, showLevels } from '../../src/model/book.ts';
import { DAY, keptBook, PAIR } from '../recording/worlds.ts';
import { bookWith } from './streamPair.ts';
import { copyBook } from '../model/copyBook.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a book in a message', () => {
  const side = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2 ** 40 }), fc.integer({ min: 1, max: 2 ** 45 })), {
    maxLength: 60,
    selector: ([ticks]) => ticks,
  });

  it('comes out as it went in, each by itself', () => {
    const encoder = new BookEncoder(PAIR);
    const decoder = new BookDecoder(PAIR.symbol, PAIR.grid);
    fc.assert(
      fc.property(side, side, fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 9 }), (bids, asks, age, sequence) => {
        const book = createBook(PAIR.symbol, PAIR.grid, 60, true);
        for (const [levels, into] of [
          [bids.toSorted((a, b) => b[0] - a[0]), book.bids],
          [asks.toSorted((a, b) => a[0] - b[0]), book.asks],
        ] as const) {
          for (const [i, [ticks, lots]] of levels.entries()) {
            into.ticks[i] = ticks;
            into.lots[i] = lots;
          }
          showLevels(into, 0, levels.length);
        }
        Object.assign(book, { receivedAt: DAY + age, exchangeAt: DAY, depth: 60 });
        const read = decoder.read(encoder.encode(book, undefined, sequence), sequence);
        if (typeof read === 'string') throw new Error(read);
        expect(keptBook(read.book)).toEqual(keptBook(book));
        expect([read.book.receivedAt, read.book.sequence, read.gap]).toEqual([book.receivedAt, sequence + 1, undefined]);
      }),
    );
  });

  it.each(['poll-failed', 'not-published'] as const)('brings the gap before it along: %s', (reason) => {
    const gap = { from: DAY, to: DAY + 900, reason, detail: 'it took too long' };
    const body = new BookEncoder(PAIR).encode(bookWith(3, DAY + 1000), gap, 0);
    expect(new BookDecoder(PAIR.symbol, PAIR.grid).read(body, 0)).toMatchObject({ gap: { ...gap, to: DAY + 1000 } });
  });

  it('is refused whole when a single bit is another, or a part is missing', () => {
    const body = new BookEncoder(PAIR).encode(bookWith(3, DAY), undefined, 0);
    const decoder = new BookDecoder(PAIR.symbol, PAIR.grid);
    for (let bit = 0; bit < body.length * 8; bit++) {
      const wrong = body.slice();
      wrong[bit >> 3]! ^= 1 << (bit & 7);
      expect(typeof decoder.read(wrong, 0)).toBe('string');
    }
    for (let length = 0; length < body.length; length++) expect(typeof decoder.read(body.slice(0, length), 0)).toBe('string');
    expect(decoder.read(bytes('{"format":"something else"}'.repeat(9)), 0)).toBe('the message holds no book');
  });

  it('is of its own symbol when books of two are read in turn, though both are decoded in the same place', () => {
    const other = { ...PAIR, symbol: 'ETH/EUR' };
    const [encoder, otherEncoder] = [new BookEncoder(PAIR), new BookEncoder(other)];
    const [decoder, otherDecoder] = [new BookDecoder(PAIR.symbol, PAIR.grid), new BookDecoder(other.symbol, other.grid)];
    const first = decoder.read(encoder.encode(bookWith(5, DAY), undefined, 0), 0);
    const second = otherDecoder.read(otherEncoder.encode({ ...bookWith(9, DAY + 3), symbol: other.symbol, depth: 7 }, undefined, 4), 4);
    const third = decoder.read(encoder.encode(bookWith(6, DAY + 8), undefined, 1), 1);
    const shown = [first, second, third].map((read) => {
      if (typeof read === 'string') throw new Error(read);
      const { symbol, bids, receivedAt, depth, sequence } = read.book;
      return [symbol, bids.bestLots, receivedAt, depth, sequence];
    });
    const { depth } = bookWith(5, DAY);
    expect(shown).toEqual([
      [PAIR.symbol, 5, DAY, depth, 1],
      [other.symbol, 9, DAY + 3, 7, 5],
      [PAIR.symbol, 6, DAY + 8, depth, 2],
    ]);
  });

  it('stays whole while three more are read', () => {
    const encoder = new BookEncoder(PAIR);
    const decoder = new BookDecoder(PAIR.symbol, PAIR.grid);
    const read = [1, 2, 3, 4].map((lots) => decoder.read(encoder.encode(bookWith(lots, DAY), undefined, lots), lots));
    const kept = read.map((one) => (typeof one === 'string' ? one : copyBook(one.book).bids.bestLots));
    expect(kept).toEqual([1, 2, 3, 4]);
  });
});

describe('statistics in a message', () => {
  const row = {
    symbol: 'BTC/EUR',
    lastPrice: dec('1.50'),
    lowestAsk: undefined,
    highestBid: dec('0'),
    baseVolume: dec('1e-8'),
    quoteVolume: dec('123456789012345678901234567890'),
    priceChangePercent: dec('-1.25'),
    highestPrice: undefined,
    lowestPrice: dec('1'),
  };

  it('come out as they went in', () => {
    const rows = [row, { ...row, symbol: 'ETH/EUR', lastPrice: undefined }];
    expect(JSON.stringify(decodeStatistics(encodeStatistics(rows, DAY)))).toBe(JSON.stringify({ at: DAY, rows }));
  });

  it('are none when a part is missing', () => {
    const body = encodeStatistics([row, row], DAY);
    for (let length = 0; length < body.length; length++) expect(decodeStatistics(body.slice(0, length))).toBeUndefined();
  });
});

describe('the place of a message', () => {
  const run = fc.stringMatching(/^[0-9A-Za-z]{1,40}$/);

  it('stands in front of what it says, whichever was read before', () => {
    const reader = new PlaceReader();
    fc.assert(
      fc.property(run, fc.integer({ min: 0, max: 10 ** 14 }), fc.uint8Array({ maxLength: 20 }), (of, sequence, content) => {
        const body = placedBody({ run: of, sequence }, content);
        for (let again = 0; again < 2; again++) {
          const read = reader.read(body);
          expect([read?.place, [...(read?.content ?? [])]]).toEqual([{ run: of, sequence }, [...content]]);
        }
      }),
    );
  });

  it('is as docs/feed.md says it: six bytes of the place in the stream, a length, the run, and six bytes of the number', () => {
    const body = placedBody({ run: '01ABC', sequence: 2 ** 32 + 17 }, bytes('what it says'));
    const rest = [5, ...bytes('01ABC'), 0, 1, 0, 0, 0, 17, ...bytes('what it says')];
    expect([...body]).toEqual([0, 0, 0, 0, 0, 0, ...rest]);
    setStreamSequence(body, 3 * 2 ** 32 + 258);
    expect([...body]).toEqual([0, 3, 0, 0, 1, 2, ...rest]);
    expect(streamSequenceOf(body)).toBe(3 * 2 ** 32 + 258);
    expect(streamSequenceOf(body.slice(0, 5))).toBe(0);
  });

  it('is none where a part of it is missing, or the run is no word', () => {
    const body = placedBody({ run: '01ABC', sequence: 17 }, new Uint8Array());
    const reader = new PlaceReader();
    for (let length = 0; length < body.length; length++) expect(reader.read(body.slice(0, length))).toBeUndefined();
    expect(['', '01/BC', '0'.repeat(41)].map((of) => reader.read(placedBody({ run: of, sequence: 1 }, body)))).toEqual(
      Array.from({ length: 3 }),
    );
  });

  it('says of an end what remains, of that which was known before', () => {
    const states = new WarningStates();
    for (const kind of ['crossed', 'poll-failed'] as const)
      states.take({ type: 'market-warning', symbol: 'BTC/EUR', kind, detail: `it is ${kind}` });
    const over = { type: 'market-warning', symbol: 'BTC/EUR', kind: 'recovered', detail: '', others: ['crossed', 'empty'] } as const;
    expect(states.take(over).wrong).toEqual({ crossed: 'it is crossed' });
  });
});

describe('what a message is about', () => {
  it('is said by its subject and its id', () => {
    expect([bookTopic('BTC/EUR'), warningTopic('BTC/EUR'), warningTopic('*')].map(topicOf)).toEqual([
      { about: 'book', symbol: 'BTC/EUR' },
      { about: 'warning', symbol: 'BTC/EUR' },
      { about: 'warning', symbol: '*' },
    ]);
    expect(placeOf(messageId({ run: '01ABC', sequence: 17 }, 'book.BTC-EUR'))).toEqual({ run: '01ABC', sequence: 17 });
    expect(['book.', 'book.BTC', 'book.BTC-EUR-X', 'news', 'warning.*'].map(topicOf)).toEqual(Array.from({ length: 5 }));
    expect(['', 'x', '01ABC:x:hello', ':1:hello'].map(placeOf)).toEqual(Array.from({ length: 4 }));
  });

  it('is counted: one that came before is known, and so is what is missing', () => {
    const count = new RowCount();
    const take = (run: string, sequence: number): number | undefined => count.take('book.BTC-EUR', { run, sequence });
    expect([take('a', 5), take('a', 6), take('a', 6), take('a', 5), take('a', 9), take('b', 0), take('c', 2)]).toEqual([
      0,
      0,
      undefined,
      undefined,
      2,
      0,
      2,
    ]);
  });

  it('is counted on when a former publisher comes back; an old one of it that comes again is known', () => {
    const count = new RowCount();
    const take = (run: string, sequence: number): number | undefined => count.take('book.BTC-EUR', { run, sequence });
    expect([
      take('a', 1541),
      take('b', 0),
      take('b', 1),
      take('a', 1542),
      take('b', 1),
      take('a', 1540),
      take('b', 2),
      take('a', 1545),
    ]).toEqual([0, 0, 0, 0, undefined, undefined, 0, 2]);
  });

  it('is remembered for a few lives of publishers, however many there were', () => {
    const count = new RowCount();
    const take = (run: number, sequence: number): number | undefined => count.take('book.BTC-EUR', { run: `run${run}`, sequence });
    for (let run = 0; run < 1000; run++) take(run, 7);
    expect([take(999, 7), take(992, 7), take(992, 8), take(0, 7)]).toEqual([undefined, undefined, 0, 7]);
  });
});

describe('what a publisher says of itself', () => {
  const hello = {
    run: '01ABC',
    venue: 'venue.test',
    by: 'process 1 of alpha',
    ended: false,
    pairs: [{ symbol: 'BTC/EUR', grid: PAIR.grid, depth: 50, everyMs: 1000 }],
  };

  it('comes out as it went in', () => {
    expect(helloOf(bytes(helloText(hello)))).toEqual(hello);
  });

  it.each([
    [
      'another version',
      helloText(hello).replace('"version":3', '"version":4'),
      /its messages are of version 4; this program reads version 3/,
    ],
    ['something else', '{"format":"orders"}', /it holds "orders" and not what sluice publishes/],
    ['no JSON', 'hello', /is not JSON/],
    ['a grid that makes no sense', helloText(hello).replace('"precision":2', '"precision":-2'), /the rules of a pair can't be read/],
    ['no pairs', helloText(hello).replace(/"pairs":.*/, '"pairs":7}'), /what it says of itself can't be read/],
  ])('is refused when it is %s', (_, text, message) => {
    expect(() => helloOf(bytes(text))).toThrow(message);
  });
});

describe('a warning in a message', () => {
  it('says what is wrong with its market now', () => {
    const states = new WarningStates();
    const warn = (kind: 'crossed' | 'stale' | 'recovered') =>
      warningOf(warningText(states.take({ type: 'market-warning', symbol: 'BTC/EUR', kind, detail: `it is ${kind}` })))?.wrong;
    expect([warn('crossed'), warn('stale'), warn('recovered'), warn('stale')]).toEqual([
      { crossed: 'it is crossed' },
      { crossed: 'it is crossed', stale: 'it is stale' },
      {},
      { stale: 'it is stale' },
    ]);
    expect(['', '{}', '{"symbol":"BTC/EUR","kind":"great","detail":"","wrong":{}}'].map((text) => warningOf(bytes(text)))).toEqual(
      Array.from({ length: 3 }),
    );
  });
});

describe('what waits to be published', () => {
  const message = (rows: number) => ({ topic: 'book.BTC-EUR', id: String(rows), body: new Uint8Array(100), rows, sinceMs: rows });

  it('stays in its order until the server has it, and what it has not confirmed goes out again', () => {
    const queue = new PublishQueue(10_000);
    for (let i = 0; i < 4; i++) queue.push(message(i));
    const [a, b, c] = [queue.take()!, queue.take()!, queue.take()!];
    queue.taken(b);
    expect([queue.length, queue.oldest]).toEqual([4, a]);
    queue.again();
    expect([queue.take(), queue.take(), queue.take()?.rows, queue.take()]).toEqual([a, c, 3, undefined]);
    for (const one of [a, c]) queue.taken(one);
    expect([queue.length, queue.oldest?.rows]).toEqual([1, 3]);
  });

  it('takes nothing once it is full, until half of it is gone', () => {
    const queue = new PublishQueue(3000);
    let pushed = 0;
    while (queue.isTaking) queue.push(message(pushed++));
    let taken = 0;
    while (!queue.isTaking) {
      queue.taken(queue.take()!);
      taken++;
    }
    expect([pushed, taken]).toEqual([11, 6]);
  });
});
