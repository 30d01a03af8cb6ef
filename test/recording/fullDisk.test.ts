import { afterEach, beforeEach, expect, test } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { type Disk, systemDisk } from '../../src/recording/disk.ts';
import { openMarketWriter } from '../../src/recording/marketWriter.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { verifyRecordings } from '../../src/recording/verifyRecordings.ts';
import { book, DAY, gapOf, giver, keptOf, PAIR, settle, temporaryFolder, writerOptions } from './worlds.ts';

let folder: ReturnType<typeof temporaryFolder>;
let dir: string;
beforeEach(() => {
  folder = temporaryFolder();
  dir = folder.path;
});
afterEach(() => folder.remove());

/** A disk that is full while `isFull` says so. It keeps half of each failed write. */
function fillingDisk(isFull: () => boolean): Disk {
  return {
    async open(path) {
      const file = await systemDisk.open(path);
      return {
        ...file,
        async write(bytes, position) {
          if (!isFull()) return file.write(bytes, position);
          await file.write(bytes.subarray(0, bytes.length / 2), position);
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
        },
      };
    },
  };
}

test('a full disk stops the recording and not the program; when there is room again it goes on, with a gap', async () => {
  const clock = new VirtualClock(DAY);
  let full = false;
  const told: string[] = [];
  const options = writerOptions({
    clock,
    flushMs: 100,
    retryMs: 5000,
    disk: fillingDisk(() => full),
    onTrouble: (what, fault) => told.push(`${what}: ${fault.code} ${/ENOSPC/.test(fault.message)}`),
    onRecovered: (what) => told.push(`${what}: well`),
  });
  const writer = await openMarketWriter(dir, [PAIR], options);
  const give = giver();
  const history = Array.from({ length: 40 }, (_, i) => book(DAY + i * 1000));
  for (const [i, record] of history.entries()) {
    full = i >= 10 && i < 23;
    give(writer, record);
    await clock.advance(1000, settle);
  }
  await writer.close();
  expect(told).toEqual(['BTC/EUR: store true', 'BTC/EUR: store true', 'BTC/EUR: store true', 'BTC/EUR: well']);
  const read = keptOf(openMarket(dir, 'BTC/EUR'));
  const gap = read.find(({ type }) => type === 'gap')!;
  const resumed = history.findIndex(({ at }) => at === gap.at);
  expect(resumed).toBeGreaterThanOrEqual(23);
  expect(resumed).toBeLessThanOrEqual(28);
  const [before, after] = [history.slice(0, 10), history.slice(resumed)];
  expect(read).toEqual([...before, gapOf(before.at(-1)!.at, gap.at, 'disk-full', 'the disk took no more'), ...after]);
  expect(verifyRecordings(dir).isIntact).toBe(true);
  expect(writer.usage()[0]).toMatchObject({ isWriting: true, lastAt: history.at(-1)!.at });
  const recorded = before.length + after.length;
  expect(writer.usage()[0], 'books that were lost with the queue used to count as recorded').toMatchObject({
    books: recorded,
    dropped: history.length - recorded,
    gaps: 1,
  });
});

test('a disk that falls behind is not waited for: the queue has an end, and what did not fit is a gap', async () => {
  const clock = new VirtualClock(DAY);
  let open = (): void => {};
  let gate: Promise<void> = Promise.resolve();
  const disk: Disk = {
    async open(path) {
      const file = await systemDisk.open(path);
      return { ...file, write: (bytes, position) => gate.then(() => file.write(bytes, position)) };
    },
  };
  const writer = await openMarketWriter(dir, [PAIR], writerOptions({ clock, disk, mostQueuedBytes: 2000, chunks: { mostBytes: 100 } }));
  const give = giver();
  give(writer, book(DAY));
  await writer.flushed();
  gate = new Promise((resolve) => {
    open = resolve;
  });
  for (let i = 1; i < 400; i++) give(writer, book(DAY + i * 1000));
  const { queuedBytes, dropped, isWriting } = writer.usage()[0]!;
  expect(queuedBytes).toBeLessThan(2500);
  expect(dropped).toBeGreaterThan(100);
  expect(isWriting).toBe(false);
  open();
  await writer.flushed();
  give(writer, book(DAY + 400_000));
  await writer.close();
  const read = keptOf(openMarket(dir, 'BTC/EUR'));
  const last = read.at(-3)!.at;
  expect(read).toEqual([
    ...Array.from({ length: read.length - 2 }, (_, i) => book(DAY + i * 1000)),
    gapOf(last, DAY + 400_000, 'disk-full', 'the disk was too slow'),
    book(DAY + 400_000),
  ]);
  expect(read.length + dropped).toBe(401 + 1);
});
