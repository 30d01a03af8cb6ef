import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { isFault } from '../../src/base/fault.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { type Disk, systemDisk } from '../../src/recording/disk.ts';
import { openMarketWriter } from '../../src/recording/marketWriter.ts';
import type { QuoteRecord } from '../../src/recording/quoteTape.ts';
import { readQuotes } from '../../src/recording/readQuotes.ts';
import { verifyRecordings } from '../../src/recording/verifyRecordings.ts';
import { DAY, PAIR, settle, temporaryFolder, writerOptions } from './worlds.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

function quoteAt(askedAt: number, over: Partial<QuoteRecord> = {}): QuoteRecord {
  return {
    askedAt,
    decidedAt: askedAt + 900,
    fromCurrency: 'EUR',
    toCurrency: 'BTC',
    size: { fromAmount: dec('1000.10') },
    offer: {
      fromAmount: dec('1000.10'),
      toAmount: dec('0.01612345678901234567'),
      rate: dec('0.0000161'),
      quotedAt: askedAt + 40,
      validTo: askedAt + 8040,
    },
    outcome: 'accepted',
    code: undefined,
    symbol: 'BTC/EUR',
    mid: dec('61234.565'),
    ...over,
  };
}

const QUOTES: readonly QuoteRecord[] = [
  quoteAt(DAY + 1000),
  quoteAt(DAY + 60_000, { outcome: 'expired', size: { toAmount: dec('0.1') }, decidedAt: DAY + 68_000 }),
  quoteAt(DAY + DAY_MS - 500, { outcome: 'refused', code: 'INSUFFICIENT_FUNDS', offer: undefined, symbol: undefined, mid: undefined }),
  quoteAt(DAY + DAY_MS + 5000),
];

test('every quote that was asked for is on the tape, with exact digits, over several days', async () => {
  const clock = new VirtualClock(DAY);
  const writer = await openMarketWriter(folder.path, [], writerOptions({ clock, quotes: true }));
  for (const quote of QUOTES) {
    await clock.advance(quote.decidedAt - clock.now(), settle);
    writer.quote(quote);
  }
  await writer.close();
  expect([...readQuotes(folder.path)]).toEqual(QUOTES);
  expect([...readQuotes(folder.path, { from: DAY + 1901, to: DAY + DAY_MS + 401 })]).toEqual(QUOTES.slice(1, 3));
  expect(verifyRecordings(folder.path)).toMatchObject({
    isIntact: true,
    files: [
      { symbol: 'quotes', snapshots: 2 },
      { snapshots: 2, end: 'stopped' },
    ],
  });
});

test('the tape goes on after a restart', async () => {
  for (const quote of QUOTES.slice(0, 2)) {
    const writer = await openMarketWriter(folder.path, [PAIR], writerOptions({ quotes: true }));
    writer.quote(quote);
    await writer.close();
  }
  expect([...readQuotes(folder.path)]).toEqual(QUOTES.slice(0, 2));
});

test('a quote that a full disk did not take is written at the end, when there is room again', async () => {
  let full = true;
  const disk: Disk = {
    async open(path) {
      if (full) throw Object.assign(new Error('ENOSPC: no space left on device, open'), { code: 'ENOSPC' });
      return systemDisk.open(path);
    },
  };
  const clock = new VirtualClock(DAY);
  const writer = await openMarketWriter(folder.path, [], writerOptions({ clock, disk, quotes: true, flushMs: 100 }));
  writer.quote(QUOTES[0]!);
  await clock.advance(5000, settle);
  full = false;
  await writer.close();
  expect([...readQuotes(folder.path)]).toEqual(QUOTES.slice(0, 1));
  expect(verifyRecordings(folder.path)).toMatchObject({ isIntact: true, files: [{ end: 'stopped' }] });
});

test('a quote that a full disk did not take stands in its own day, when there is room after midnight', async () => {
  let full = true;
  const disk: Disk = {
    async open(path) {
      if (full) throw Object.assign(new Error('ENOSPC: no space left on device, open'), { code: 'ENOSPC' });
      return systemDisk.open(path);
    },
  };
  const clock = new VirtualClock(DAY);
  const writer = await openMarketWriter(folder.path, [], writerOptions({ clock, disk, quotes: true, flushMs: 100 }));
  writer.quote(QUOTES[0]!);
  await clock.advance(DAY_MS + 5900, settle);
  full = false;
  writer.quote(QUOTES[3]!);
  await writer.close();
  expect([...readQuotes(folder.path)]).toEqual([QUOTES[0], QUOTES[3]]);
  expect([...readQuotes(folder.path, { to: DAY + DAY_MS })]).toEqual([QUOTES[0]]);
  expect(verifyRecordings(folder.path).isIntact).toBe(true);
});

test('damage on the tape costs the lines of a chunk, and is found', async () => {
  const writer = await openMarketWriter(folder.path, [], writerOptions({ quotes: true }));
  for (const quote of QUOTES.slice(0, 2)) {
    writer.quote(quote);
    await writer.flushed();
  }
  await writer.close();
  const path = `${folder.path}/quotes/2026-11-20.slq`;
  const bytes = readFileSync(path);
  bytes[bytes.indexOf('61234.565')]! ^= 1;
  writeFileSync(path, bytes);
  expect([...readQuotes(folder.path)]).toEqual(QUOTES.slice(1, 2));
  expect(verifyRecordings(folder.path)).toMatchObject({ isIntact: false, files: [{ damage: [{ what: 'bytes that are not a chunk' }] }] });
});

test('a recorder that was opened without the tape refuses a quote', async () => {
  const writer = await openMarketWriter(folder.path, [PAIR], writerOptions());
  let refusal: unknown;
  try {
    writer.quote(QUOTES[0]!);
  } catch (error) {
    refusal = error;
  }
  expect(isFault(refusal, 'usage')).toBe(true);
  await writer.close();
});
