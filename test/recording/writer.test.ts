import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { type Fault, isFault } from '../../src/base/fault.ts';
import { DAY_MS, HOUR_MS } from '../../src/base/instant.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { dataHash } from '../../src/recording/dataHash.ts';
import { listRecordings } from '../../src/recording/listRecordings.ts';
import { openMarketWriter } from '../../src/recording/marketWriter.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import type { PairStatistics } from '../../src/model/statistics.ts';
import { verifyRecordings } from '../../src/recording/verifyRecordings.ts';
import { takeProcessLock } from '../../src/store/processLock.ts';
import { book, DAY, gapOf, giver, type Kept, keptOf, PAIR, pairOf, settle, temporaryFolder, writerOptions } from './worlds.ts';

let folder: ReturnType<typeof temporaryFolder>;
let dir: string;
beforeEach(() => {
  folder = temporaryFolder();
  dir = folder.path;
});
afterEach(() => folder.remove());

const names = (): string[] =>
  readdirSync(`${dir}/BTC-EUR`)
    .filter((name) => /\.slm/.test(name))
    .toSorted();
test(
  'each UTC day has its file; a day that is over is compressed, read as before, and can be unpacked by any zstd',
  { tags: 'long' },
  async () => {
    const clock = new VirtualClock(DAY + 10);
    const writer = await openMarketWriter(dir, [PAIR], writerOptions({ clock }));
    const give = giver();
    const history = Array.from({ length: 3000 }, (_, i) => book(DAY + i * 60_000));
    for (const record of history) {
      give(writer, record);
      if (record.at % HOUR_MS === 0) await clock.advance(HOUR_MS, settle);
    }
    expect(names()).toEqual(['2026-11-20.slm.zst', '2026-11-21.slm.zst', '2026-11-22.slm']);
    await writer.close();
    expect(keptOf(openMarket(dir, 'BTC/EUR'))).toEqual(history);
    const [from, to] = [DAY + DAY_MS - 30 * 60_000, DAY + DAY_MS + 90 * 60_000];
    const part = keptOf(openMarket(dir, 'BTC/EUR', { from, to }));
    expect(part).toEqual(history.filter(({ at }) => at >= from && at < to));
    expect(verifyRecordings(dir)).toMatchObject({ isIntact: true, files: [{ end: 'rotated' }, { end: 'rotated' }, { end: 'stopped' }] });
    expect(listRecordings(dir)).toMatchObject([{ days: 3, snapshots: 3000, gaps: 0, from: DAY, to: history.at(-1)!.at, isStopped: true }]);
    const unpacked = zstdDecompressSync(readFileSync(`${dir}/BTC-EUR/2026-11-20.slm.zst`));
    expect(unpacked.subarray(0, 4).toString()).toBe('SLCK');
  },
);

test('compressing a day does not change the hash of its data', { tags: 'long' }, async () => {
  const clock = new VirtualClock(DAY);
  const history = Array.from({ length: 500 }, (_, i) => book(DAY + i * 60_000));
  const record = async (): Promise<void> => {
    const writer = await openMarketWriter(dir, [PAIR], writerOptions({ clock }));
    for (const one of history) giver()(writer, one);
    await writer.close();
  };
  await record();
  const before = dataHash(dir, 'BTC/EUR');
  expect(names()).toEqual(['2026-11-20.slm']);
  clock.stepWall(2 * DAY_MS);
  await (await openMarketWriter(dir, [PAIR], writerOptions({ clock }))).close();
  expect(names()).toEqual(['2026-11-20.slm.zst']);
  expect(dataHash(dir, 'BTC/EUR')).toBe(before);
  // A recorder that did nothing leaves no trace: the end that the first one wrote still counts.
  expect(listRecordings(dir)[0]!.isStopped).toBe(true);
});

test('days past their time are deleted when a later one begins', { tags: 'long' }, async () => {
  const clock = new VirtualClock(DAY);
  const options = writerOptions({ clock, keepMs: 2 * DAY_MS });
  const writer = await openMarketWriter(dir, [PAIR], options);
  for (let day = 0; day < 5; day++) {
    giver()(writer, book(DAY + day * DAY_MS + 1));
    await clock.advance(DAY_MS, settle);
  }
  expect(names()).toEqual(['2026-11-22.slm.zst', '2026-11-23.slm.zst', '2026-11-24.slm']);
  await writer.close();
  expect(names()).toEqual(['2026-11-23.slm.zst', '2026-11-24.slm.zst']);
});

test('a clock that is far ahead for a moment deletes nothing', async () => {
  const clock = new VirtualClock(DAY);
  const first = await openMarketWriter(dir, [PAIR], writerOptions({ clock }));
  const give = giver();
  for (const day of [0, 1, 2]) give(first, book(DAY + day * DAY_MS));
  await first.close();
  clock.stepWall(4000 * DAY_MS);
  const ahead = await openMarketWriter(dir, [PAIR], writerOptions({ clock, keepMs: 90 * DAY_MS }));
  give(ahead, book(clock.now()));
  await ahead.close();
  expect(names().slice(0, 3)).toEqual(['2026-11-20.slm.zst', '2026-11-21.slm.zst', '2026-11-22.slm.zst']);
});

test('a recorder that is started again goes on in the same file, and the time between is a gap', async () => {
  const give = giver();
  for (const start of [0, HOUR_MS, 2 * HOUR_MS]) {
    const writer = await openMarketWriter(dir, [PAIR], writerOptions());
    give(writer, book(DAY + start));
    give(writer, book(DAY + start + 1000));
    await writer.close();
  }
  expect(names()).toEqual(['2026-11-20.slm']);
  const stopped = (from: number, to: number): unknown => gapOf(DAY + from, DAY + to, 'stopped', 'the recorder was stopped');
  expect(keptOf(openMarket(dir, 'BTC/EUR'))).toEqual([
    book(DAY),
    book(DAY + 1000),
    stopped(1000, HOUR_MS),
    book(DAY + HOUR_MS),
    book(DAY + HOUR_MS + 1000),
    stopped(HOUR_MS + 1000, 2 * HOUR_MS),
    book(DAY + 2 * HOUR_MS),
    book(DAY + 2 * HOUR_MS + 1000),
  ]);
});

test('the time after a restart is a gap until a book comes, and no part of it is lost when statistics come first', async () => {
  const row = { symbol: 'BTC/EUR', baseVolume: dec('1'), quoteVolume: dec('2') } as PairStatistics;
  const give = giver();
  for (const at of [0, HOUR_MS, 2 * HOUR_MS]) {
    const writer = await openMarketWriter(dir, [PAIR], writerOptions());
    if (at > 0) writer.statistics(row, DAY + at - 5000);
    if (at !== HOUR_MS) give(writer, book(DAY + at));
    await writer.close();
  }
  const gaps = keptOf(openMarket(dir, 'BTC/EUR')).flatMap((record) =>
    record.type === 'gap' ? [[record.gap.from - DAY, record.gap.to - DAY]] : [],
  );
  expect(gaps).toEqual([
    [0, HOUR_MS - 5000],
    [HOUR_MS - 5000, 2 * HOUR_MS - 5000],
    [2 * HOUR_MS - 5000, 2 * HOUR_MS],
  ]);
});

test('gaps are those that are told, and those that two books far apart show', async () => {
  const writer = await openMarketWriter(dir, [PAIR], writerOptions({ normalMs: 5000 }));
  const give = giver();
  give(writer, book(DAY));
  give(writer, book(DAY + 5000));
  give(writer, book(DAY + 11_000));
  writer.gap('BTC/EUR', { from: DAY + 12_000, to: DAY + 30_000, reason: 'withheld', detail: 'crossed' });
  give(writer, book(DAY + 30_500));
  // Reported late, so it is extended to the last record.
  writer.gap('BTC/EUR', { from: DAY + 30_100, to: DAY + 30_200, reason: 'poll-failed', detail: 'late' });
  await writer.close();
  expect(keptOf(openMarket(dir, 'BTC/EUR')).filter(({ type }) => type === 'gap')).toEqual([
    gapOf(DAY + 5000, DAY + 11_000, 'poll-failed', 'no book for 6.0 s'),
    gapOf(DAY + 12_000, DAY + 30_000, 'withheld', 'crossed'),
    gapOf(DAY + 30_100, DAY + 30_500, 'poll-failed', 'late'),
  ]);
});

test('while the clock has gone back nothing is recorded; that is told, and a gap', async () => {
  const told: string[] = [];
  const onTrouble = (what: string, { code, message }: Fault): number => told.push(`${what} ${code}: ${message}`);
  const onRecovered = (what: string): number => told.push(`${what} goes on`);
  const writer = await openMarketWriter(dir, [PAIR], writerOptions({ onTrouble, onRecovered }));
  const give = giver();
  for (const at of [10_000, 4000, 9999, 12_000]) give(writer, book(DAY + at));
  await writer.close();
  const message = 'BTC/EUR is not being recorded: its last record is 6.0 s ahead of the clock';
  expect(told).toEqual([`BTC/EUR clock: ${message}`, 'BTC/EUR goes on']);
  const gap = gapOf(DAY + 10_000, DAY + 12_000, 'withheld', 'the clock went back by 6.0 s');
  expect(keptOf(openMarket(dir, 'BTC/EUR'))).toEqual([book(DAY + 10_000), gap, book(DAY + 12_000)]);
});

test('prices beyond 32 bits begin a file that is read with wide ticks', async () => {
  const writer = await openMarketWriter(dir, [PAIR], writerOptions());
  const give = giver();
  const wide: Kept = {
    ...book(DAY + 1000),
    bids: [
      [Number.MAX_SAFE_INTEGER - 1, 3],
      [1, 2],
    ],
    asks: [[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
  };
  const history = [book(DAY), wide, book(DAY + 2000)];
  for (const record of history) give(writer, record);
  await writer.close();
  expect(names()).toEqual(['2026-11-20.1.slm', '2026-11-20.slm']);
  expect(keptOf(openMarket(dir, 'BTC/EUR'))).toEqual(history);
  expect(openMarket(dir, 'BTC/EUR').book.bids.ticks).toBeInstanceOf(Float64Array);
  expect(verifyRecordings(dir).isIntact).toBe(true);
});

test('a pair whose rules change goes on in a new file, and two grids are not read as one', async () => {
  for (const [i, pair] of [PAIR, { ...PAIR, minVolume: dec('0.5') }, pairOf('BTC/EUR', 3)].entries()) {
    const writer = await openMarketWriter(dir, [pair], writerOptions());
    giver(pair)(writer, book(DAY + i * HOUR_MS));
    await writer.close();
  }
  expect(names()).toEqual(['2026-11-20.1.slm', '2026-11-20.2.slm', '2026-11-20.slm']);
  expect(() => openMarket(dir, 'BTC/EUR')).toThrow(/the grid of BTC\/EUR changed on 2026-11-20 from 2 decimals.* to 3 decimals/);
});

test('a second recorder of the same symbol is refused, naming the first; another symbol is not', { tags: 'long' }, async () => {
  const lock = (path: string): ReturnType<typeof takeProcessLock> => takeProcessLock(path, systemClock);
  const first = await openMarketWriter(dir, [PAIR], writerOptions({ lock }));
  const refusal = await openMarketWriter(dir, [PAIR], writerOptions({ lock })).catch((error: unknown) => error);
  expect(isFault(refusal, 'daemon-running')).toBe(true);
  expect((refusal as Fault).message).toBe(`BTC/EUR can't be recorded in ${dir}: it is being recorded there already`);
  expect((refusal as Fault).suggestion).toContain(`process ${process.pid}`);
  const other = await openMarketWriter(dir, [pairOf('ETH/EUR')], writerOptions({ lock }));
  await Promise.all([first.close(), other.close()]);
  await (await openMarketWriter(dir, [PAIR], writerOptions({ lock }))).close();
});

test('what is waiting is written after a while, without a further record', async () => {
  const clock = new VirtualClock(DAY);
  const writer = await openMarketWriter(dir, [PAIR], writerOptions({ clock, flushMs: 400 }));
  giver()(writer, book(DAY));
  await clock.advance(399, settle);
  expect(existsSync(`${dir}/BTC-EUR/2026-11-20.slm`)).toBe(true);
  expect(keptOf(openMarket(dir, 'BTC/EUR'))).toEqual([]);
  await clock.advance(1, settle);
  expect(keptOf(openMarket(dir, 'BTC/EUR'))).toEqual([book(DAY)]);
  await writer.close();
});

test('a day whose compression was killed before its end leaves nothing behind, and is gone when it is too old', async () => {
  const clock = new VirtualClock(DAY);
  const first = await openMarketWriter(dir, [PAIR], writerOptions({ clock }));
  giver()(first, book(DAY));
  await first.close();
  const path = `${dir}/BTC-EUR/2026-11-20.slm`;
  const plain = readFileSync(path);
  clock.stepWall(2 * DAY_MS);
  await (await openMarketWriter(dir, [PAIR], writerOptions({ clock }))).close();
  expect(names()).toEqual(['2026-11-20.slm.zst']);
  // As it is when the compressed file is in its place and the other one was not deleted any more.
  writeFileSync(path, plain);
  await (await openMarketWriter(dir, [PAIR], writerOptions({ clock }))).close();
  expect(names()).toEqual(['2026-11-20.slm.zst']);
  expect(keptOf(openMarket(dir, 'BTC/EUR'))).toEqual([book(DAY)]);
  writeFileSync(path, plain);
  writeFileSync(`${path}.zst.tmp`, 'half of it');
  clock.stepWall(8 * DAY_MS);
  const later = await openMarketWriter(dir, [PAIR], writerOptions({ clock }));
  giver()(later, book(DAY + 9 * DAY_MS));
  await later.close();
  await (await openMarketWriter(dir, [PAIR], writerOptions({ clock, keepMs: 7 * DAY_MS }))).close();
  expect(names()).toEqual(['2026-11-29.slm.zst']);
});

test('a walk that began before a day was compressed goes on in what has become of it', async () => {
  const clock = new VirtualClock(DAY);
  const history = [book(DAY), book(DAY + DAY_MS), book(DAY + 2 * DAY_MS)];
  const first = await openMarketWriter(dir, [PAIR], writerOptions({ clock }));
  for (const record of history) giver()(first, record);
  await first.close();
  expect(names()).toEqual(['2026-11-20.slm', '2026-11-21.slm', '2026-11-22.slm']);
  const walk = openMarket(dir, 'BTC/EUR');
  clock.stepWall(3 * DAY_MS);
  await (await openMarketWriter(dir, [PAIR], writerOptions({ clock }))).close();
  expect(names()).toEqual(['2026-11-20.slm.zst', '2026-11-21.slm.zst', '2026-11-22.slm.zst']);
  expect(keptOf(walk)).toEqual(history);
});

test('a compressed day that is damaged keeps the uncompressed one beside it', async () => {
  const clock = new VirtualClock(DAY);
  const first = await openMarketWriter(dir, [PAIR], writerOptions({ clock }));
  giver()(first, book(DAY));
  await first.close();
  const plain = readFileSync(`${dir}/BTC-EUR/2026-11-20.slm`);
  clock.stepWall(2 * DAY_MS);
  await (await openMarketWriter(dir, [PAIR], writerOptions({ clock }))).close();
  writeFileSync(`${dir}/BTC-EUR/2026-11-20.slm`, plain);
  const path = `${dir}/BTC-EUR/2026-11-20.slm.zst`;
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 4;
  writeFileSync(path, bytes);
  await (await openMarketWriter(dir, [PAIR], writerOptions({ clock }))).close();
  expect(names()).toEqual(['2026-11-20.slm', '2026-11-20.slm.zst']);
});

test('what has damage is not compressed, and told', async () => {
  const clock = new VirtualClock(DAY);
  const first = await openMarketWriter(dir, [PAIR], writerOptions({ clock }));
  for (let i = 0; i < 50; i++) giver()(first, book(DAY + i * 1000));
  await first.close();
  const path = `${dir}/BTC-EUR/2026-11-20.slm`;
  const bytes = readFileSync(path);
  bytes[bytes.length - 60]! ^= 4;
  writeFileSync(path, bytes);
  clock.stepWall(2 * DAY_MS);
  const told: string[] = [];
  const later = await openMarketWriter(dir, [PAIR], writerOptions({ clock, onHousework: (_, fault) => told.push(fault.message) }));
  await later.close();
  expect(told[0]).toContain('2026-11-20.slm is damaged and is left as it is');
  expect(names()).toEqual(['2026-11-20.slm']);
  expect(readFileSync(path)).toEqual(bytes);
  expect(statSync(path).size).toBe(bytes.length);
});
