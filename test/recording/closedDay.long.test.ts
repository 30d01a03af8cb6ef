import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '../../src/base/random.ts';
import { FileBytes } from '../../src/recording/byteStream.ts';
import { dataHash } from '../../src/recording/dataHash.ts';
import { walkFrames } from '../../src/recording/findFrames.ts';
import { readFrameIndex } from '../../src/recording/frameIndex.ts';
import { listRecordings } from '../../src/recording/listRecordings.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { verifyRecordings } from '../../src/recording/verifyRecordings.ts';
import { HISTORY, recordDay, textsOf } from './randomDay.ts';
import { DAY, type Kept, keptOf, temporaryFolder } from './worlds.ts';

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

const read = (): Kept[] => keptOf(openMarket(folder.path, 'BTC/EUR'));
test('the frames of a closed day are found without its index too', () => {
  const file = new FileBytes(path);
  const [indexed, walked] = [readFrameIndex(file)!, walkFrames(file)];
  file.close();
  expect(indexed.length).toBeGreaterThan(3);
  const places = (frames: typeof walked): unknown => frames.map(({ offset, bytes: length }) => [offset, length]);
  expect(places(walked)).toEqual(places(indexed));
});

test('a frame of a closed day says how long its content is, so that little memory decompresses it', () => {
  const file = new FileBytes(path);
  const frames = readFrameIndex(file)!;
  file.close();
  for (const { offset } of frames) expect(bytes[offset + 4]! & 0x20, 'the single segment flag of RFC 8878, 3.1.1.1.1').toBe(0x20);
});

test('an index that does not describe all of the file is not gone by, and verify says so', () => {
  const file = new FileBytes(path);
  const last = readFrameIndex(file)!.at(-1)!;
  file.close();
  const end = last.offset + last.bytes;
  const flipped = Buffer.from(bytes);
  flipped[end + 1]! ^= 1;
  const longer = Buffer.from(bytes);
  longer[end + 4]! ^= 1;
  const foreign = Buffer.concat([bytes.subarray(0, end), Buffer.from('no frame'), bytes.subarray(end)]);
  for (const [what, damaged] of Object.entries({ flipped, longer, foreign })) {
    writeFileSync(path, damaged);
    expect(textsOf(read()), what).toEqual(textsOf(HISTORY));
    const { isIntact, files } = verifyRecordings(folder.path);
    expect({ what, isIntact }).toEqual({ what, isIntact: false });
    expect(files[0]!.damage[0]!.what).toContain('index of the closed day is damaged');
  }
});

test('a closed day with a damaged index is read whole, and verify says so', () => {
  for (const at of [bytes.length - 1, bytes.length - 10, bytes.length - 30]) {
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 1;
    writeFileSync(path, damaged);
    expect(textsOf(read())).toEqual(textsOf(HISTORY));
    const range = { from: DAY + 4_000_000, to: DAY + 4_200_000 };
    expect(keptOf(openMarket(folder.path, 'BTC/EUR', range))).toHaveLength(5);
    const { isIntact, files } = verifyRecordings(folder.path);
    expect(isIntact).toBe(false);
    expect(files[0]!.damage[0]!.what).toContain('index of the closed day is damaged');
  }
});

test('a damaged frame of a closed day costs that frame, is a gap, and is told with its time', () => {
  const file = new FileBytes(path);
  const frames = readFrameIndex(file)!;
  file.close();
  for (const [i, { offset, bytes: length, firstAt, lastAt }] of frames.entries()) {
    if (i < 2) continue;
    const damaged = Buffer.from(bytes);
    for (let n = 0; n < 8; n++) damaged[offset + n] = 0;
    damaged[offset + (length >> 1)]! ^= 255;
    writeFileSync(path, damaged);
    const records = read();
    const books = records.filter(({ type }) => type === 'book');
    expect(textsOf(books)).toEqual(textsOf(HISTORY.filter(({ at }) => at < firstAt! || at > lastAt!)));
    const gap = records.find(({ type }) => type === 'gap') as Kept & { type: 'gap' };
    expect(gap.gap).toMatchObject({ reason: 'damaged' });
    expect(gap.gap.from).toBeLessThan(firstAt!);
    if (i < frames.length - 1) expect(gap.gap.to).toBeGreaterThan(lastAt!);
    const { isIntact, files } = verifyRecordings(folder.path);
    expect(isIntact).toBe(false);
    expect(files[0]!.damage.map(({ what }) => what).join()).toContain("can't be decompressed");
  }
});

test('a damaged recording is the same data wherever it lies', () => {
  const file = new FileBytes(path);
  const { offset, bytes: length } = readFrameIndex(file)![2]!;
  file.close();
  writeFileSync(path, Buffer.from(bytes).fill(0, offset, offset + length));
  const elsewhere = temporaryFolder();
  cpSync(folder.path, elsewhere.path, { recursive: true });
  const gap = read().find(({ type }) => type === 'gap') as Kept & { type: 'gap' };
  expect(gap.gap).toMatchObject({ reason: 'damaged', detail: expect.stringMatching(/^2026-11-20\.slm\.zst: /) as string });
  expect(dataHash(elsewhere.path, 'BTC/EUR')).toBe(dataHash(folder.path, 'BTC/EUR'));
  elsewhere.remove();
});

test('a closed day that is cut off, or has a wrong bit in its frames, never gives a wrong book', () => {
  const known = new Set(textsOf(HISTORY));
  const chance = seededRandom(5);
  for (let i = 0; i < 20; i++) {
    const damaged = i % 2 === 0 ? bytes.subarray(0, 2000 + chance.int(bytes.length - 2000)) : Buffer.from(bytes);
    if (i % 2 === 1) damaged[chance.int(bytes.length)]! ^= 1 << chance.int(8);
    writeFileSync(path, damaged);
    const records = read();
    const wrong = textsOf(records.filter(({ type }) => type === 'book')).filter((text) => !known.has(text));
    expect(wrong).toEqual([]);
    expect(verifyRecordings(folder.path).isIntact).toBe(false);
  }
});

test('a closed day that is cut off ends with a gap, wherever it is cut, and verify names it', () => {
  const file = new FileBytes(path);
  const frames = readFrameIndex(file)!;
  file.close();
  const third = frames[2]!;
  for (const [cut, kept] of [
    [third.offset, 2],
    [third.offset + 1, 2],
    [third.offset + 100, 2],
    [third.offset + third.bytes, 3],
    [third.offset + third.bytes + 3, 3],
  ] as const) {
    writeFileSync(path, bytes.subarray(0, cut));
    const records = read();
    const books = records.filter(({ type }) => type === 'book');
    expect(textsOf(books), `cut at ${cut}`).toEqual(textsOf(HISTORY.slice(0, books.length)));
    expect(books.at(-1)!.at, `cut at ${cut}`).toBe(frames[kept - 1]!.lastAt);
    expect(records.at(-1), `cut at ${cut}`).toMatchObject({ type: 'gap', gap: { reason: 'damaged' } });
    const { isIntact, files } = verifyRecordings(folder.path);
    expect(isIntact).toBe(false);
    expect(files[0]!.damage.map(({ what }) => what).join('\n')).toContain(`at ${frames[kept]!.offset} of the compressed file`);
  }
});

test('a closed day with a missing byte in its first frame and a damaged index is read whole, and is among the recordings', () => {
  writeFileSync(path, Buffer.concat([bytes.subarray(0, 40), bytes.subarray(41, -10)]));
  expect(read().filter(({ type }) => type === 'book')).toHaveLength(HISTORY.length);
  expect(listRecordings(folder.path)).toMatchObject([{ symbol: 'BTC/EUR', snapshots: HISTORY.length }]);
});
