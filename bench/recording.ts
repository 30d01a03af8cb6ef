import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import { dec } from '../src/base/decimal.ts';
import { type BookSide, createBook, showLevels } from '../src/model/book.ts';
import { gridOf } from '../src/model/grid.ts';
import { END } from '../src/recording/marketCursor.ts';
import { openMarket } from '../src/recording/openMarket.ts';
import { median } from './harness.ts';
import { recordMarket } from './recordMarket.ts';
import { type Pace, type PlainBook, plainBookOf, SyntheticMarket } from './syntheticMarket.ts';

/**
 * Compares a recorded market with the usual forms of keeping one: its size, and how fast it is read. All hold the same snapshots
 * with 50 levels per side: ours as it is written and as a closed day; gzip'd JSON lines as `sluice data export` writes them;
 * gzip'd CSV of 50 levels as tardis delivers it; hftbacktest's npz (rows of 64 bytes, one per changed level, deflated as numpy
 * does it).
 *
 * Reading is timed in alternating rounds of ours and JSON lines, from the file on disk to whole ticks and lots in typed arrays,
 * and also against JSON.parse alone. First it is checked, level by level, that both read the same.
 */

const SNAPSHOTS = 40_000;
const ROUNDS = 9;
/** Ours is so much faster that one pass is too short to time. */
const PASSES = 20;
const TARGETS = { jsonLines: 0.6, csv: 0.4, npz: 0.35, read: 45 };

// hftbacktest's kinds of events, and the size of its rows.
const EXCHANGE_AND_LOCAL = 2 ** 31 + 2 ** 30;
const BUY = 2 ** 29;
const SELL = 2 ** 28;
const DEPTH_EVENT = 1;
const NPZ_ROW_BYTES = 64;
/** The local and central headers of a zip file with one member, and the header of an npy file. */
const NPZ_OVERHEAD_BYTES = 30 + 46 + 22 + 2 * 8 + 256;

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
let hasMissed = false;
try {
  for (const pace of ['calm', 'busy'] as const) await measure(pace, join(folder, pace));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = hasMissed ? 1 : 0;

async function measure(pace: Pace, dir: string): Promise<void> {
  const market = (): SyntheticMarket => new SyntheticMarket({ pace, snapshots: SNAPSHOTS });
  // It is recorded in the present, so that the day is not compressed at once, and compressed with a clock of the next day.
  const plain = await record(market(), join(dir, 'plain'), market().nextAt);
  const closed = await record(market(), join(dir, 'closed'), market().nextAt + 2 * 86_400_000);
  const jsonPath = `${dir}.jsonl.gz`;
  writeFileSync(jsonPath, gzipSync(Buffer.from(jsonLines(market()))));
  const sizes = {
    jsonLines: statSync(jsonPath).size,
    csv: gzipSync(Buffer.from(csvLines(market()))).length,
    npz: npzBytes(market()),
  };
  const perSnapshot = (bytes: number): string => (bytes / SNAPSHOTS).toFixed(1);
  console.log(`${pace}: ${changesOf(market()).toFixed(1)} of 100 levels change from one snapshot to the next (Node ${process.version})`);
  console.table([
    { form: 'ours', 'bytes per snapshot': perSnapshot(plain) },
    { form: 'ours, closed day', 'bytes per snapshot': perSnapshot(closed), ratio: (closed / plain).toFixed(2) },
    row('gzip JSON lines', sizes.jsonLines, TARGETS.jsonLines),
    row('gzip CSV, 50 levels', sizes.csv, TARGETS.csv),
    row('hftbacktest npz', sizes.npz, TARGETS.npz),
  ]);
  checkEqual(join(dir, 'plain'), jsonPath);
  checkEqual(join(dir, 'closed'), jsonPath);
  console.table([
    readRow('gzip JSON lines to ticks and lots', join(dir, 'plain'), () => readJsonToTicks(jsonPath), TARGETS.read),
    readRow('gzip JSON lines by JSON.parse alone', join(dir, 'plain'), () => readJson(jsonPath), undefined),
    readRow('the first, ours from a closed day', join(dir, 'closed'), () => readJsonToTicks(jsonPath), undefined),
  ]);

  function row(form: string, bytes: number, target: number): Record<string, string> {
    const ratio = plain / bytes;
    return {
      form,
      'bytes per snapshot': perSnapshot(bytes),
      'ours to it': ratio.toFixed(3),
      target: verdict(`<= ${target}`, ratio <= target),
    };
  }
}

function verdict(target: string, isMet: boolean): string {
  if (!isMet) hasMissed = true;
  return `${target} ${isMet ? 'ok' : 'MISSED'}`;
}

/** Records a market and returns the size of its file. */
async function record(market: SyntheticMarket, dir: string, now: number): Promise<number> {
  await recordMarket(dir, market, now);
  const name = join(dir, 'BTC-EUR', '2026-11-20.slm');
  return statSync(now > Date.UTC(2026, 10, 21) ? `${name}.zst` : name).size;
}

function* plainBooks(market: SyntheticMarket): Generator<PlainBook> {
  while (market.next() !== END) yield plainBookOf(market.book);
}

function jsonLines(market: SyntheticMarket): string {
  const lines: string[] = [];
  for (const book of plainBooks(market)) lines.push(JSON.stringify(book), '\n');
  return lines.join('');
}

/** As tardis writes `book_snapshot_50`: times in microseconds, and the levels of both sides alternating. */
function csvLines(market: SyntheticMarket): string {
  const levels = Array.from({ length: 50 }, (_, i) => `asks[${i}].price,asks[${i}].amount,bids[${i}].price,bids[${i}].amount`);
  const lines = [`exchange,symbol,timestamp,local_timestamp,${levels.join(',')}`];
  for (const { bids, asks, exchangeAt, receivedAt } of plainBooks(market)) {
    const values = asks.map((ask, i) => `${ask.join(',')},${bids[i]!.join(',')}`);
    lines.push(`venue,BTC/EUR,${exchangeAt}000,${receivedAt}000,${values.join(',')}`);
  }
  return lines.join('\n');
}

/** hftbacktest's events: ev, exch_ts, local_ts, px, qty, order_id, ival, fval. A removed level has quantity 0. */
function npzBytes(market: SyntheticMarket): number {
  const parts: Buffer[] = [];
  const known = [new Map<number, number>(), new Map<number, number>()];
  while (market.next() !== END) {
    const { book } = market;
    for (const [i, side] of [book.bids, book.asks].entries()) {
      for (const [ticks, lots] of changes(known[i]!, side)) {
        const row = Buffer.alloc(NPZ_ROW_BYTES);
        row.writeBigUInt64LE(BigInt(EXCHANGE_AND_LOCAL + (i === 0 ? BUY : SELL) + DEPTH_EVENT), 0);
        row.writeBigInt64LE(BigInt(book.exchangeAt) * 1_000_000n, 8);
        row.writeBigInt64LE(BigInt(book.receivedAt) * 1_000_000n, 16);
        row.writeDoubleLE(ticks / 100, 24);
        row.writeDoubleLE(lots / 100_000, 32);
        parts.push(row);
      }
    }
  }
  return deflateRawSync(Buffer.concat(parts)).length + NPZ_OVERHEAD_BYTES;
}

/** The levels of a side that differ from `known`, which is then updated. */
function changes(known: Map<number, number>, { ticks, lots, length }: SyntheticMarket['book']['bids']): [number, number][] {
  const changed: [number, number][] = [];
  const there = new Set(ticks.subarray(0, length));
  for (const price of known.keys()) if (!there.has(price)) changed.push([price, 0]);
  for (let i = 0; i < length; i++) if (known.get(ticks[i]!) !== lots[i]) changed.push([ticks[i]!, lots[i]!]);
  for (const [price, amount] of changed) {
    if (amount === 0) known.delete(price);
    else known.set(price, amount);
  }
  return changed;
}

function changesOf(market: SyntheticMarket): number {
  const known = [new Map<number, number>(), new Map<number, number>()];
  let count = 0;
  let books = 0;
  while (market.next() !== END) {
    const changed = [market.book.bids, market.book.asks].map((side, i) => changes(known[i]!, side).length);
    if (books++ > 0) count += changed[0]! + changed[1]!;
  }
  return count / (books - 1);
}

/** Throws when the two files do not hold the same, digit by digit. */
function checkEqual(dir: string, jsonPath: string): void {
  const cursor = openMarket(dir, 'BTC/EUR');
  let checked = 0;
  for (const line of gunzipSync(readFileSync(jsonPath)).toString().trimEnd().split('\n')) {
    if (cursor.next() === END) throw new Error(`the recording ends after ${checked} snapshots`);
    // Every hundredth book is compared to the last digit, the others by a checksum of their digits.
    const ours = plainBookOf(cursor.book);
    const isSame = checked % 100 === 0 ? JSON.stringify(ours) === line : crc32(JSON.stringify(ours)) === crc32(line);
    if (!isSame) throw new Error(`snapshot ${checked} differs:\n${JSON.stringify(ours)}\n${line}`);
    checked++;
  }
  if (cursor.next() !== END || checked !== SNAPSHOTS) throw new Error('the recording has more than the JSON lines');
}

/** Reads everything and returns a number that must be the same for every way of reading. */
function readOurs(dir: string): number {
  const cursor = openMarket(dir, 'BTC/EUR');
  const { bids } = cursor.book;
  let sum = 0;
  while (cursor.next() !== END) sum = (sum + bids.ticks[bids.start]! + cursor.book.receivedAt) % 1_000_000_007;
  return sum;
}

function readJson(path: string): number {
  let sum = 0;
  for (const line of gunzipSync(readFileSync(path)).toString().split('\n')) {
    if (line === '') continue;
    const book = JSON.parse(line) as PlainBook;
    sum = (sum + Math.round(Number(book.bids[0]![0]) * 100) + book.receivedAt) % 1_000_000_007;
  }
  return sum;
}

/** Like the last one, but up to the same result as ours: whole ticks and lots in typed arrays. */
function readJsonToTicks(path: string): number {
  const { bids, asks } = createBook('BTC/EUR', gridOf(2, dec('0.00001')));
  let sum = 0;
  for (const line of gunzipSync(readFileSync(path)).toString().split('\n')) {
    if (line === '') continue;
    const book = JSON.parse(line) as PlainBook;
    fill(bids, book.bids);
    fill(asks, book.asks);
    sum = (sum + bids.ticks[0]! + book.receivedAt) % 1_000_000_007;
  }
  return sum;
}

function fill(side: BookSide, levels: PlainBook['bids']): void {
  for (let i = 0; i < levels.length; i++) {
    side.ticks[i] = Math.round(Number(levels[i]![0]) * 100);
    side.lots[i] = Math.round(Number(levels[i]![1]) * 100_000);
  }
  showLevels(side, 0, levels.length);
}

function readRow(form: string, dir: string, other: () => number, target: number | undefined): Record<string, string> {
  const rounds: { ours: number; json: number }[] = [];
  for (let i = -1; i < ROUNDS; i++) {
    const begun = performance.now();
    let sum = 0;
    for (let pass = 0; pass < PASSES; pass++) sum = readOurs(dir);
    const between = performance.now();
    if (other() !== sum) throw new Error('the two did not read the same');
    // The first round is for the compiler.
    if (i >= 0) rounds.push({ ours: (between - begun) / PASSES, json: performance.now() - between });
  }
  const ratios = rounds.map(({ ours, json }) => json / ours);
  const ratio = median(ratios);
  const rate = (ms: number): string => `${((SNAPSHOTS / ms) * 1000).toLocaleString('en', { maximumFractionDigits: 0 })}/s`;
  return {
    against: form,
    'ours reads': rate(median(rounds.map(({ ours }) => ours))),
    'the other reads': rate(median(rounds.map(({ json }) => json))),
    'times as fast': ratio.toFixed(1),
    range: `${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)}`,
    target: target === undefined ? '' : verdict(`>= ${target}`, ratio >= target),
  };
}
