import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { openMarketWriter } from '../../src/recording/marketWriter.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { verifyRecordings } from '../../src/recording/verifyRecordings.ts';
import { DAY, giver, type Kept, keptOf, PAIR, temporaryFolder, writerOptions } from './worlds.ts';

const FILE = 'BTC-EUR/2026-11-20.slm';
const HISTORY: readonly Kept[] = fc.sample(historyOf(24), { seed: 7, numRuns: 1 })[0]!;

let folder: ReturnType<typeof temporaryFolder>;
let bytes: Buffer;

beforeEach(async () => {
  folder = temporaryFolder();
  const writer = await openMarketWriter(folder.path, [PAIR], writerOptions({ chunks: { mostBytes: 90, keyframeBooks: 6 } }));
  const give = giver();
  for (const record of HISTORY) give(writer, record);
  await writer.close();
  bytes = readFileSync(`${folder.path}/${FILE}`);
});
afterEach(() => folder.remove());

/** Only books, all different, one per second. */
function historyOf(count: number): fc.Arbitrary<Kept[]> {
  const level = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 1_000_000 }));
  const side = fc.uniqueArray(level, { selector: ([ticks]) => ticks, minLength: 1, maxLength: 8 });
  return fc.array(fc.tuple(side, side), { minLength: count, maxLength: count }).map((sides) =>
    sides.map(([bids, asks], i): Kept => {
      const at = DAY + 1000 * i;
      return {
        type: 'book',
        at,
        exchangeAt: at - 7,
        depth: 10,
        bids: bids.toSorted((a, b) => b[0] - a[0]),
        asks: asks.toSorted((a, b) => a[0] - b[0]),
      };
    }),
  );
}

/** Replaces the bytes of the recording, and returns what can be read. */
function readInstead(content: Uint8Array): Kept[] | 'unreadable' {
  writeFileSync(`${folder.path}/${FILE}`, content);
  try {
    return keptOf(openMarket(folder.path, 'BTC/EUR'));
  } catch (error) {
    if (isFault(error, 'store')) return 'unreadable';
    throw error;
  }
}

const booksOf = (read: Kept[] | 'unreadable'): Kept[] => (read === 'unreadable' ? [] : read.filter(({ type }) => type === 'book'));

test('a file that was cut off at any byte gives the records before the cut, and says that it does not end in order', () => {
  let before = 0;
  for (let length = 0; length < bytes.length; length++) {
    const read = readInstead(bytes.subarray(0, length));
    const books = booksOf(read);
    expect(books).toEqual(HISTORY.slice(0, books.length));
    expect(books.length).toBeGreaterThanOrEqual(before);
    before = books.length;
    const verified = verifyRecordings(folder.path);
    const said = !verified.isIntact || verified.files.some(({ end }) => end === 'open');
    expect(said, `cut at byte ${length}`).toBe(true);
    if (read !== 'unreadable' && !verified.isIntact && books.length > 0) {
      expect(read.at(-1), `cut at byte ${length}`).toMatchObject({ type: 'gap', gap: { reason: 'damaged' } });
    }
  }
  expect(booksOf(readInstead(bytes))).toEqual(HISTORY);
});

test('a wrong bit anywhere is noticed, costs at most the records up to the next keyframe, and no wrong book is delivered', () => {
  for (let at = 0; at < bytes.length; at++) {
    const flipped = Uint8Array.from(bytes);
    flipped[at]! ^= 1 << (at % 8);
    const read = readInstead(flipped);
    const books = booksOf(read);
    const known = new Map(HISTORY.map((record) => [record.at, record]));
    for (const book of books) expect(book).toEqual(known.get(book.at));
    expect(verifyRecordings(folder.path).isIntact, `byte ${at}`).toBe(false);
    expect(books.length, `byte ${at}`).toBeGreaterThanOrEqual(HISTORY.length - 6);
    const lost = books.length < HISTORY.length;
    if (lost) {
      const gap = (read as Kept[]).find(({ type }) => type === 'gap');
      expect(gap).toMatchObject({ gap: { reason: 'damaged' } });
      const missing = HISTORY.filter((record) => !books.some((book) => book.at === record.at));
      const { from, to } = (gap as Kept & { type: 'gap' }).gap;
      expect(from).toBeLessThanOrEqual(missing[0]!.at);
      expect(to).toBeGreaterThanOrEqual(missing.at(-1)!.at);
    }
  }
});

test('a byte that is missing or too many costs at most the records up to the next keyframe, and a gap and verify tell of it', () => {
  const known = new Map(HISTORY.map((record) => [record.at, record]));
  for (let at = 0; at < bytes.length; at++) {
    for (const put of [Buffer.alloc(0), Buffer.of(bytes[at]!, 83)]) {
      const where = `${put.length === 0 ? 'missing' : 'too many'} at ${at}`;
      const read = readInstead(Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + 1)]));
      const books = booksOf(read);
      for (const book of books) expect(book, where).toEqual(known.get(book.at));
      expect(books.length, where).toBeGreaterThanOrEqual(HISTORY.length - 6);
      const { isIntact, files } = verifyRecordings(folder.path);
      expect({ where, isIntact, snapshots: files[0]!.snapshots }).toEqual({ where, isIntact: false, snapshots: books.length });
      const lost = HISTORY.filter((record) => !books.some((book) => book.at === record.at));
      if (lost.length === 0) continue;
      const gaps = (read as Kept[]).flatMap((record) => (record.type === 'gap' ? [record.gap] : []));
      expect(gaps, where).toMatchObject([{ reason: 'damaged' }]);
      expect(gaps[0]!.from, where).toBeLessThanOrEqual(lost[0]!.at);
    }
  }
});

test('bytes that are taken out, put in or overwritten never give a book that was not recorded', () => {
  const known = new Map(HISTORY.map((record) => [record.at, record]));
  const place = fc.nat(bytes.length);
  const operation = fc.record({ place, length: fc.integer({ min: 1, max: 200 }), put: fc.uint8Array({ maxLength: 100 }) });
  fc.assert(
    fc.property(operation, ({ place: at, length, put }) => {
      const content = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + length)]);
      const books = booksOf(readInstead(content));
      for (const book of books) expect(book).toEqual(known.get(book.at));
      const times = books.map((book) => book.at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }),
    { numRuns: 300 },
  );
});

test('a recorder that comes after a cut goes on behind the last whole chunk, and writes how long it was away', async () => {
  for (const length of [bytes.length - 1, bytes.length - 200, 900, 700, 300, 20, 0]) {
    writeFileSync(`${folder.path}/${FILE}`, bytes.subarray(0, length));
    const before = booksOf(length < 700 ? 'unreadable' : keptOf(openMarket(folder.path, 'BTC/EUR')));
    const writer = await openMarketWriter(folder.path, [PAIR], writerOptions());
    const late: Kept = { ...HISTORY[0]!, at: DAY + 3_600_000 };
    giver()(writer, late);
    await writer.close();
    const from = before.at(-1)?.at;
    const gap = { from, to: late.at, reason: 'crashed', detail: 'the recorder ended without saying so' };
    const gaps = from === undefined ? [] : [{ type: 'gap', at: late.at, gap }];
    expect(keptOf(openMarket(folder.path, 'BTC/EUR'))).toEqual([...before, ...gaps, late]);
    expect(verifyRecordings(folder.path).isIntact).toBe(true);
  }
});

test('a file that is missing between two others is noticed by the one that follows', async () => {
  const dir = `${folder.path}/days`;
  const writer = await openMarketWriter(dir, [PAIR], writerOptions());
  const give = giver();
  const book = HISTORY[0] as Kept & { type: 'book' };
  const days = [0, 1, 2].map((day): Kept => ({ ...book, at: DAY + day * 86_400_000 + 5000 }));
  for (const record of days) give(writer, record);
  await writer.close();
  mkdirSync(`${dir}/kept`);
  copyFileSync(`${dir}/BTC-EUR/2026-11-21.slm`, `${dir}/kept/copy`);
  truncateSync(`${dir}/BTC-EUR/2026-11-21.slm`, 0);
  const read = keptOf(openMarket(dir, 'BTC/EUR'));
  expect(read.map(({ type }) => type)).toEqual(['book', 'gap', 'book']);
  expect(read[1]).toMatchObject({ gap: { from: days[0]!.at, to: days[2]!.at, reason: 'damaged' } });
  expect(verifyRecordings(dir).isIntact).toBe(false);
});
