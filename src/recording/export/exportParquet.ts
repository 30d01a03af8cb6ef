import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { BookSide } from '../../model/book.ts';
import type { Pair } from '../../model/pair.ts';
import type { ExportCounts } from './exportCounts.ts';
import { BOOK, END, type MarketCursor } from '../marketCursor.ts';

/** How many levels are gathered before they are written, so that memory stays bounded. */
const GROUP_LEVELS = 100_000;

/** The most digits of a DECIMAL of 64 and of 128 bits. */
const DIGITS_64 = 18;
const DIGITS_128 = 38;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];
type Element = Schema[number];

const LISTS = ['bid_prices', 'bid_amounts', 'ask_prices', 'ask_amounts'] as const;

/** The rows of one group, by column. */
interface Group {
  received: bigint[];
  exchange: bigint[];
  readonly lists: Record<(typeof LISTS)[number], bigint[][]>;
}

/**
 * Apache Parquet: one row per snapshot, with timestamps in milliseconds and four lists of prices and amounts, best level first.
 * These are DECIMAL, which is exact. Gaps and statistics are left out. Closes the cursor.
 */
export function* exportParquet(cursor: MarketCursor, counts: ExportCounts = { snapshots: 0 }): Generator<Uint8Array> {
  const { pair } = cursor;
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(pair), createdBy: 'sluice', kvMetadata: rulesOf(pair) });
  const lotUnits = BigInt(pair.grid.lotUnits);
  let group = emptyGroup();
  let levels = 0;
  try {
    for (let type = cursor.next(); type !== END; type = cursor.next()) {
      if (type !== BOOK) continue;
      counts.snapshots++;
      const { receivedAt, exchangeAt, bids, asks } = cursor.book;
      group.received.push(BigInt(receivedAt));
      group.exchange.push(BigInt(exchangeAt));
      group.lists.bid_prices.push(scaled(bids, bids.ticks, 1n));
      group.lists.bid_amounts.push(scaled(bids, bids.lots, lotUnits));
      group.lists.ask_prices.push(scaled(asks, asks.ticks, 1n));
      group.lists.ask_amounts.push(scaled(asks, asks.lots, lotUnits));
      levels += bids.length + asks.length + 1;
      if (levels < GROUP_LEVELS) continue;
      writeGroup(writer, group);
      yield taken(bytes);
      group = emptyGroup();
      levels = 0;
    }
    if (group.received.length > 0) writeGroup(writer, group);
    void writer.finish();
    yield taken(bytes);
  } finally {
    cursor.close();
  }
}

function emptyGroup(): Group {
  return { received: [], exchange: [], lists: { bid_prices: [], bid_amounts: [], ask_prices: [], ask_amounts: [] } };
}

function scaled({ start, length }: BookSide, steps: BookSide['ticks'], unit: bigint): bigint[] {
  return Array.from({ length }, (_, i) => BigInt(steps[start + i]!) * unit);
}

function writeGroup(writer: ParquetWriter, { received, exchange, lists }: Group): void {
  const columnData = [
    { name: 'received_at', data: received },
    { name: 'exchange_at', data: exchange },
    ...LISTS.map((name) => ({ name, data: lists[name] })),
  ];
  void writer.write({ columnData, rowGroupSize: received.length });
}

/** What was written since the last call. Positions in the file continue to count. */
function taken(bytes: ByteWriter): Uint8Array {
  const piece = new Uint8Array(bytes.buffer, 0, bytes.index).slice();
  bytes.index = 0;
  return piece;
}

function schemaOf({ grid }: Pair): Schema {
  const prices = decimalElement(grid.precision, 2n ** 53n);
  const amounts = decimalElement(grid.lotDecimals, 2n ** 53n * BigInt(grid.lotUnits));
  const time = (name: string): Element => ({ name, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' });
  const list = (name: string, element: Element): Schema => [
    { name, converted_type: 'LIST', repetition_type: 'REQUIRED', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    element,
  ];
  return [
    { name: 'snapshots', num_children: 2 + LISTS.length },
    time('received_at'),
    time('exchange_at'),
    ...LISTS.flatMap((name) => list(name, name.endsWith('prices') ? prices : amounts)),
  ];
}

/** `most` is the largest unscaled value. */
function decimalElement(scale: number, most: bigint): Element {
  const common = { name: 'element', converted_type: 'DECIMAL', scale, repetition_type: 'REQUIRED' } as const;
  if (most < 10n ** BigInt(DIGITS_64)) return { ...common, type: 'INT64', precision: DIGITS_64 };
  return { ...common, type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, precision: DIGITS_128 };
}

function rulesOf({ symbol, grid }: Pair): { key: string; value: string }[] {
  const rules = { symbol, precision: String(grid.precision), volumeStep: grid.lot.toFixed() };
  return Object.entries(rules).map(([key, value]) => ({ key, value }));
}
