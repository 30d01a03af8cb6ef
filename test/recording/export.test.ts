import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportCsv } from '../../src/recording/export/exportCsv.ts';
import { exportJsonLines } from '../../src/recording/export/exportJsonLines.ts';
import { exportNpz } from '../../src/recording/export/exportNpz.ts';
import { exportParquet } from '../../src/recording/export/exportParquet.ts';
import { csvReader } from '../../src/recording/importCsv.ts';
import type { MarketCursor } from '../../src/recording/marketCursor.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { verifyRecordings } from '../../src/recording/verifyRecordings.ts';
import { zipEnd, zipHead } from '../../src/recording/export/zipFrame.ts';
import { importInto, recordAll, snapshotsOf, unzipped } from './exports.ts';
import { DAY, type Kept, PAIR, pairOf, records, temporaryFolder } from './worlds.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const SYMBOL = 'BTC/EUR';
const hasBook = (history: readonly Kept[]): boolean => history.some(({ type }) => type === 'book');
const linesOf = (pieces: Iterable<string>): string[] => [...pieces].join('').trimEnd().split('\n');

describe('export and import', () => {
  it('give the same JSON lines again, byte for byte, for any market', { tags: 'long' }, async () => {
    let run = 0;
    const grids = fc.constantFrom(PAIR, pairOf(SYMBOL, 0, '0.25'), pairOf(SYMBOL, 8, '0.000000001'), pairOf(SYMBOL, 3, '30'));
    const property = fc.asyncProperty(records(2 ** 40, 25).filter(hasBook), grids, async (history, pair) => {
      const from = `${folder.path}/${run++}`;
      await recordAll(from, history, pair);
      const lines = linesOf(exportJsonLines(openMarket(from, SYMBOL)));
      const to = `${from}-again`;
      await importInto(to, lines, { pair });
      expect(linesOf(exportJsonLines(openMarket(to, SYMBOL)))).toEqual(lines);
      expect(verifyRecordings(to).isIntact).toBe(true);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it('give the same snapshots again by way of CSV', async () => {
    let run = 0;
    const property = fc.asyncProperty(records(2 ** 31, 25).filter(hasBook), async (history) => {
      const from = `${folder.path}/${run++}`;
      await recordAll(from, history);
      const to = `${from}-again`;
      await importInto(to, linesOf(exportCsv(openMarket(from, SYMBOL), 14)), { reader: csvReader() });
      expect(snapshotsOf(openMarket(to, SYMBOL))).toEqual(snapshotsOf(openMarket(from, SYMBOL)));
    });
    await fc.assert(property, { numRuns: 20 });
  });
});

describe('a recording of two books', () => {
  const history: Kept[] = [
    { type: 'book', at: DAY + 1000, exchangeAt: DAY + 990, depth: 5, bids: [[6_123_450, 100_000]], asks: [[6_123_500, 2 ** 52 + 1]] },
    { type: 'gap', at: DAY + 9000, gap: { from: DAY + 1000, to: DAY + 9000, reason: 'poll-failed', detail: 'away' } },
    { type: 'book', at: DAY + 9000, exchangeAt: DAY + 980, depth: 5, bids: [], asks: [[6_123_501, 50_000]] },
  ];
  beforeEach(() => recordAll(folder.path, history));
  const open = (): ReturnType<typeof openMarket> => openMarket(folder.path, SYMBOL);

  it('is two JSON lines with every digit', () => {
    expect(linesOf(exportJsonLines(open()))).toEqual([
      `{"receivedAt":${DAY + 1000},"exchangeAt":${DAY + 990},"bids":[["61234.5","1"]],"asks":[["61235","45035996273.70497"]]}`,
      `{"receivedAt":${DAY + 9000},"exchangeAt":${DAY + 980},"bids":[],"asks":[["61235.01","0.5"]]}`,
    ]);
  });

  it('is CSV as tardis.dev writes it, in microseconds, with empty cells where there is no level', () => {
    expect(linesOf(exportCsv(open(), 1))).toEqual([
      'exchange,symbol,timestamp,local_timestamp,asks[0].price,asks[0].amount,bids[0].price,bids[0].amount',
      `sluice,BTC/EUR,${DAY + 990}000,${DAY + 1000}000,61235,45035996273.70497,61234.5,1`,
      `sluice,BTC/EUR,${DAY + 980}000,${DAY + 9000}000,61235.01,0.5,,`,
    ]);
  });

  it('is Parquet with exact decimals, as another reader sees it', async () => {
    const file = new Uint8Array(Buffer.concat([...exportParquet(open())])).buffer;
    const { schema, key_value_metadata: rules } = parquetMetadata(file);
    expect(schema.filter(({ type }) => type === 'DOUBLE' || type === 'FLOAT')).toEqual([]);
    const decimals = schema.filter(({ converted_type: type }) => type === 'DECIMAL').map(({ type, scale }) => `${type} ${scale}`);
    expect(decimals).toEqual(['INT64 2', 'INT64 5', 'INT64 2', 'INT64 5']);
    expect(rules).toEqual([
      { key: 'symbol', value: 'BTC/EUR' },
      { key: 'precision', value: '2' },
      { key: 'volumeStep', value: '0.00001' },
    ]);
    expect(await parquetReadObjects({ file })).toEqual([
      {
        received_at: new Date(DAY + 1000),
        exchange_at: new Date(DAY + 990),
        bid_prices: [61_234.5],
        bid_amounts: [1],
        ask_prices: [61_235],
        ask_amounts: [45_035_996_273.704_97],
      },
      {
        received_at: new Date(DAY + 9000),
        exchange_at: new Date(DAY + 980),
        bid_prices: [],
        bid_amounts: [],
        ask_prices: [61_235.01],
        ask_amounts: [0.5],
      },
    ]);
  });

  it('is an npz of changes of the depth; what goes has amount 0 and comes first, and times do not go back', async () => {
    const { name, content } = unzipped(Buffer.concat(await Array.fromAsync(exportNpz(open))));
    expect(name).toBe('data.npy');
    const head = content.readUInt16LE(8) + 10;
    expect(head % 64).toBe(0);
    expect(content.toString('latin1', 10, head)).toContain("'fortran_order': False, 'shape': (5,), }");
    const rows = Array.from({ length: 5 }, (_, i) => {
      const at = head + 64 * i;
      const side = (content.readBigUInt64LE(at) & (1n << 29n)) === 0n ? 'ask' : 'bid';
      const times = [content.readBigInt64LE(at + 8), content.readBigInt64LE(at + 16)].map((ns) => Number(ns / 1_000_000n) - DAY);
      return [side, ...times, content.readDoubleLE(at + 24), content.readDoubleLE(at + 32)];
    });
    expect(rows).toEqual([
      ['bid', 990, 1000, 61_234.5, 1],
      ['ask', 990, 1000, 61_235, 45_035_996_273.704_97],
      ['bid', 990, 9000, 61_234.5, 0],
      ['ask', 990, 9000, 61_235, 0],
      ['ask', 990, 9000, 61_235.01, 0.5],
    ]);
    expect(content.length).toBe(head + 5 * 64);
  });

  it('is an npz of what there was when its rows were counted, however the recording grows', async () => {
    const walks = [{ to: DAY + 5000 }, {}].values();
    const growing = (): MarketCursor => openMarket(folder.path, SYMBOL, walks.next().value);
    const { content } = unzipped(Buffer.concat(await Array.fromAsync(exportNpz(growing))));
    const head = content.readUInt16LE(8) + 10;
    expect(content.toString('latin1', 10, head)).toContain("'shape': (2,), }");
    expect(content.length).toBe(head + 2 * 64);
  });
});

describe('a Parquet of amounts that 64 bits do not hold', () => {
  it('uses decimals of 128 bits', async () => {
    const pair = pairOf(SYMBOL, 2, '30000');
    await recordAll(folder.path, [{ type: 'book', at: DAY, exchangeAt: DAY, depth: 5, bids: [[100, 2 ** 52]], asks: [] }], pair);
    const file = new Uint8Array(Buffer.concat([...exportParquet(openMarket(folder.path, SYMBOL))])).buffer;
    const amounts = parquetMetadata(file).schema.filter(({ converted_type: type }) => type === 'DECIMAL');
    expect(amounts.map(({ type, precision }) => [type, precision])[1]).toEqual(['FIXED_LEN_BYTE_ARRAY', 38]);
  });
});

describe('a zip archive', () => {
  it('of more than 4 GiB says its sizes in the fields of zip64', () => {
    const size = 5_000_000_000n;
    const head = zipHead('data.npy', size);
    expect(head.length).toBe(30 + 8 + 20);
    const end = Buffer.from(zipEnd('data.npy', { crc: 1, packed: 4_500_000_000n, size, headBytes: head.length }));
    expect(end.indexOf(Buffer.from('PK\u0006\u0006', 'latin1'))).toBeGreaterThan(0);
    const directory = end.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    expect(end.readBigUInt64LE(directory + 46 + 8 + 4)).toBe(size);
  });
});
