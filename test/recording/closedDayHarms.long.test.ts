import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '../../src/base/random.ts';
import { FileBytes } from '../../src/recording/byteStream.ts';
import { readFrameIndex } from '../../src/recording/frameIndex.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { verifyRecordings } from '../../src/recording/verifyRecordings.ts';
import { HISTORY, recordDay } from './randomDay.ts';
import { keptOf, temporaryFolder } from './worlds.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let bytes: Buffer;

beforeEach(async () => {
  folder = temporaryFolder();
  path = `${folder.path}/BTC-EUR/2026-11-20.slm.zst`;
  await recordDay(folder.path);
  bytes = readFileSync(path);
});
afterEach(() => folder.remove());

/** The harms that may come to the byte at a place. */
const HARMS = {
  'a flipped bit': (at: number) => [bytes.subarray(0, at), Buffer.of(bytes[at]! ^ 16), bytes.subarray(at + 1)],
  'a missing byte': (at: number) => [bytes.subarray(0, at), bytes.subarray(at + 1)],
  'nine missing bytes': (at: number) => [bytes.subarray(0, at), bytes.subarray(at + 9)],
  'a byte too many': (at: number) => [bytes.subarray(0, at), Buffer.of(7), bytes.subarray(at)],
};

test.each(Object.entries(HARMS))(
  '%s anywhere in a closed day costs at most the frame that it lies in, and a gap and verify tell of it',
  (_, harm) => {
    const file = new FileBytes(path);
    const frames = readFrameIndex(file)!;
    file.close();
    const end = frames.at(-1)!.offset + frames.at(-1)!.bytes;
    const chance = seededRandom(17);
    const inFrames = frames.flatMap(({ offset, bytes: length }) => [0, 4, 9, length >> 1, length - 1].map((n) => offset + n));
    const inIndex = [end, end + 3, end + 4, end + 8, end + 60, ...[13, 12, 9, 8, 4, 1].map((n) => bytes.length - n)];
    const expected = new Map(HISTORY.map((record) => [record.at, JSON.stringify(record)]));
    // A harm that destroys both copies of the header, on the two sides of a border, destroys the file.
    const isBothHeaders = (at: number): boolean => at < frames[1]!.offset && at + 9 > frames[1]!.offset && harm(at).length === 2;
    for (const at of [...inFrames, ...inIndex, ...Array.from({ length: 6 }, () => chance.int(bytes.length))]) {
      if (isBothHeaders(at)) continue;
      writeFileSync(path, Buffer.concat(harm(at)));
      const records = keptOf(openMarket(folder.path, 'BTC/EUR'));
      const books = records.filter(({ type }) => type === 'book');
      expect(
        books.filter((book) => JSON.stringify(book) !== expected.get(book.at)),
        `at ${at}`,
      ).toEqual([]);
      const [verified] = verifyRecordings(folder.path).files;
      expect(verified!.snapshots, `verify reads what a reader does, at ${at}`).toBe(books.length);
      const lost = new Set(HISTORY.map((record) => record.at)).difference(new Set(books.map((book) => book.at)));
      if (lost.size === 0) continue;
      const [first, last] = [Math.min(...lost), Math.max(...lost)];
      // Nine bytes reach from the end of one frame into the next.
      const hit = frames.slice(1).filter(({ offset, bytes: length }) => at + 9 > offset && at < offset + length);
      expect(first, `at ${at}`).toBeGreaterThanOrEqual(hit[0]!.firstAt!);
      expect(last, `at ${at}`).toBeLessThanOrEqual(hit.at(-1)!.lastAt!);
      const gaps = records.flatMap((record) => (record.type === 'gap' ? [record.gap] : []));
      const isTold = (time: number): boolean => gaps.some(({ reason, from, to }) => reason === 'damaged' && from <= time && time <= to);
      expect(isTold(first), `the gap that begins with the damage at ${at}`).toBe(true);
      // The index says where the last frame ends.
      if (end - at > 9)
        expect(
          [...lost].filter((time) => !isTold(time)),
          `damage at ${at}`,
        ).toEqual([]);
      expect(verified!.damage.length, `at ${at}`).toBeGreaterThan(0);
    }
  },
);
