import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../src/base/instant.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { openMarketWriter } from '../../src/recording/marketWriter.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { DAY, giver, type Kept, keptOf, PAIR, records, temporaryFolder, writerOptions } from './worlds.ts';

const READER = fileURLToPath(new URL('reader.py', import.meta.url));
const FIELDS = [
  'lastPrice',
  'lowestAsk',
  'highestBid',
  'baseVolume',
  'quoteVolume',
  'priceChangePercent',
  'highestPrice',
  'lowestPrice',
] as const;

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** What the reader in Python prints for files. Whole numbers beyond 2^53 do not occur. */
function readElsewhere(paths: readonly string[]): Record<string, unknown>[] {
  const lines = execFileSync('python3', [READER, ...paths], { encoding: 'utf8', maxBuffer: 1e8 })
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function asPrinted(record: Kept): Record<string, unknown> {
  if (record.type === 'book')
    return { ...record, bids: record.bids.map((level) => [...level]), asks: record.asks.map((level) => [...level]) };
  if (record.type === 'gap') {
    const { from, reason, detail } = record.gap;
    return { type: 'gap', at: record.at, from, reason, detail };
  }
  return { type: 'statistics', at: record.at, ...Object.fromEntries(FIELDS.map((field) => [field, record.row[field]?.toFixed() ?? null])) };
}

/** The statistics of a keyframe name only the fields that have a value. */
function filled(record: Record<string, unknown>): Record<string, unknown> {
  return record['type'] === 'statistics' ? { ...Object.fromEntries(FIELDS.map((field) => [field, null])), ...record } : record;
}

test('a reader in another language, of about a hundred lines, reads the same', async () => {
  const histories = fc.sample(records(2 ** 40, 60), { seed: 42, numRuns: 12 }).filter(({ length }) => length > 0);
  for (const [i, history] of histories.entries()) {
    const dir = `${folder.path}/${i}`;
    const writer = await openMarketWriter(dir, [PAIR], writerOptions({ chunks: { mostBytes: 100, keyframeBooks: 5 } }));
    const give = giver();
    for (const record of history) give(writer, record);
    await writer.close();
    const files = readdirSync(`${dir}/BTC-EUR`)
      .toSorted((a, b) => a.length - b.length)
      .map((name) => `${dir}/BTC-EUR/${name}`);
    const [header, ...read] = readElsewhere(files);
    expect(header).toMatchObject({ format: 'sluice-market', version: 1, symbol: 'BTC/EUR', precision: 2, volumeStep: '0.00001' });
    expect(read.filter(({ type }) => type !== 'header').map(filled)).toEqual(history.map(asPrinted));
  }
});

test('it reads an unpacked closed day, and passes over damage as ours does', async () => {
  const history = fc.sample(records(5000, 200), { seed: 8, numRuns: 4 }).toSorted((a, b) => b.length - a.length)[0]!;
  const writer = await openMarketWriter(
    folder.path,
    [PAIR],
    writerOptions({ clock: new VirtualClock(DAY + 2 * DAY_MS), chunks: { keyframeBooks: 3 } }),
  );
  const give = giver();
  for (const record of history) give(writer, record);
  await writer.close();
  const unpacked = zstdDecompressSync(readFileSync(`${folder.path}/BTC-EUR/2026-11-20.slm.zst`));
  const path = `${folder.path}/BTC-EUR/2026-11-20.1.slm`;
  writeFileSync(path, unpacked);
  const read = (): Record<string, unknown>[] =>
    readElsewhere([path])
      .filter(({ type }) => type !== 'header')
      .map(filled);
  expect(read()).toEqual(history.map(asPrinted));
  unpacked[unpacked.length >> 1]! ^= 16;
  writeFileSync(path, unpacked);
  rmSync(`${folder.path}/BTC-EUR/2026-11-20.slm.zst`);
  const ours = keptOf(openMarket(folder.path, 'BTC/EUR')).filter((record) => record.type !== 'gap' || record.gap.reason !== 'damaged');
  expect(ours.length).toBeLessThan(history.length);
  expect(read()).toEqual(ours.map(asPrinted));
});
