import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { BookSide } from '../../model/book.ts';
import type { Pair } from '../../model/pair.ts';
import type { ExportCounts } from './exportCounts.ts';
import { decimalElement, type ParquetSchema, takenBytes, timeElement } from './parquetParts.ts';
import { BOOK, END, type MarketCursor } from '../marketCursor.ts';

/** How many levels are gathered before they are written, so that memory stays bounded. */
const GROUP_LEVELS = 100_000;

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
      yield takenBytes(bytes);
      group = emptyGroup();
      levels = 0;
    }
    if (group.received.length > 0) writeGroup(writer, group);
    void writer.finish();
    yield takenBytes(bytes);
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

function schemaOf({ grid }: Pair): ParquetSchema {
  const prices = decimalElement('element', grid.precision, 2n ** 53n);
  const amounts = decimalElement('element', grid.lotDecimals, 2n ** 53n * BigInt(grid.lotUnits));
  return [
    { name: 'snapshots', num_children: 2 + LISTS.length },
    timeElement('received_at'),
    timeElement('exchange_at'),
    ...LISTS.flatMap((name): ParquetSchema => [
      { name, converted_type: 'LIST', repetition_type: 'REQUIRED', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      name.endsWith('prices') ? prices : amounts,
    ]),
  ];
}

function rulesOf({ symbol, grid }: Pair): { key: string; value: string }[] {
  const rules = { symbol, precision: String(grid.precision), volumeStep: grid.lot.toFixed() };
  return Object.entries(rules).map(([key, value]) => ({ key, value }));
}
