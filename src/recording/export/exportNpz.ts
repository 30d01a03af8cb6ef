import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Grid } from '../../model/grid.ts';
import { type DepthEvent, DepthEvents } from './depthEvents.ts';
import type { ExportCounts } from './exportCounts.ts';
import type { MarketCursor } from '../marketCursor.ts';
import { zipEnd, zipHead } from './zipFrame.ts';

const ROW_BYTES = 64;
const PIECE_BYTES = 1024 * ROW_BYTES;
const NANOS = 1_000_000n;

/** Flags of a row: an event of both the exchange and ourselves, a change of depth, and the side. */
const DEPTH = (1n << 31n) | (1n << 30n) | 1n;
const BUY = 1n << 29n;
const SELL = 1n << 28n;

const COLUMNS = [
  ['ev', '<u8'],
  ['exch_ts', '<i8'],
  ['local_ts', '<i8'],
  ['px', '<f8'],
  ['qty', '<f8'],
  ['order_id', '<u8'],
  ['ival', '<i8'],
  ['fval', '<f8'],
] as const;

/**
 * The `.npz` of hftbacktest: an array `data` of rows of 64 bytes that give the changes between snapshots as changes of depth,
 * with times in nanoseconds. `open` is called twice, because the length comes before the rows.
 *
 * That program needs times that never go back and a venue that is never ahead of us. Where the recording differs, the venue's
 * time is moved. Prices and amounts are doubles there.
 */
export async function* exportNpz(open: () => MarketCursor, counts: ExportCounts = { snapshots: 0 }): AsyncGenerator<Uint8Array> {
  const { rows, snapshots } = counted(open());
  const head = npyHead(rows);
  const size = BigInt(head.length) + BigInt(rows) * BigInt(ROW_BYTES);
  const sums = { crc: 0, packed: 0n };
  const zip = zipHead('data.npy', size);
  yield zip;
  const plain = function* (): Generator<Uint8Array> {
    for (const piece of npyPieces({ head, snapshots }, open(), counts)) {
      sums.crc = crc32(piece, sums.crc);
      yield piece;
    }
  };
  for await (const piece of Readable.from(plain()).compose(createDeflateRaw({ level: 6 })) as AsyncIterable<Uint8Array>) {
    sums.packed += BigInt(piece.length);
    yield piece;
  }
  yield zipEnd('data.npy', { ...sums, size, headBytes: zip.length });
}

function counted(cursor: MarketCursor): { readonly rows: number; readonly snapshots: number } {
  let rows = 0;
  let snapshots = 0;
  const events = new DepthEvents(cursor);
  const count = (_received: number, _exchange: number, changes: readonly DepthEvent[]): void => {
    rows += changes.length;
    snapshots++;
  };
  while (events.next(count));
  cursor.close();
  return { rows, snapshots };
}

/** The head of an `.npy` file of version 1.0. Its length is a multiple of 64. */
function npyHead(rows: number): Uint8Array {
  const columns = COLUMNS.map(([name, type]) => `('${name}', '${type}')`).join(', ');
  const text = `{'descr': [${columns}], 'fortran_order': False, 'shape': (${rows},), }`;
  const length = Math.ceil((10 + text.length + 1) / 64) * 64;
  const head = Buffer.alloc(length, ' ');
  head.write('\u0093NUMPY\u0001\u0000', 0, 'latin1');
  head.writeUInt16LE(length - 10, 8);
  head.write(text, 10, 'latin1');
  head.write('\n', length - 1, 'latin1');
  return head;
}

/** Exactly the counted number of snapshots, because a recording that is still being written grows between the two walks. */
function* npyPieces({ head, snapshots }: NpyShape, cursor: MarketCursor, counts: ExportCounts): Generator<Uint8Array> {
  yield head;
  const { grid } = cursor.pair;
  const events = new DepthEvents(cursor);
  let piece = Buffer.alloc(PIECE_BYTES);
  let at = 0;
  const full: Uint8Array[] = [];
  let venueAt = -Infinity;
  const end = counts.snapshots + snapshots;
  const write = (receivedAt: number, exchangeAt: number, changes: readonly DepthEvent[]): void => {
    counts.snapshots++;
    venueAt = Math.min(Math.max(exchangeAt, venueAt), receivedAt);
    for (const change of changes) {
      if (at === PIECE_BYTES) {
        full.push(piece);
        piece = Buffer.alloc(PIECE_BYTES);
        at = 0;
      }
      writeRow(piece, at, change, { venue: BigInt(venueAt) * NANOS, local: BigInt(receivedAt) * NANOS, grid });
      at += ROW_BYTES;
    }
  };
  try {
    while (counts.snapshots < end && events.next(write)) yield* full.splice(0);
    yield piece.subarray(0, at);
  } finally {
    cursor.close();
  }
}

interface NpyShape {
  readonly head: Uint8Array;
  readonly snapshots: number;
}

function writeRow(into: Buffer, at: number, { isBid, ticks, lots }: DepthEvent, { venue, local, grid }: RowContext): void {
  into.writeBigUInt64LE(DEPTH | (isBid ? BUY : SELL), at);
  into.writeBigInt64LE(venue, at + 8);
  into.writeBigInt64LE(local, at + 16);
  into.writeDoubleLE(ticks / 10 ** grid.precision, at + 24);
  into.writeDoubleLE((lots * grid.lotUnits) / 10 ** grid.lotDecimals, at + 32);
}

interface RowContext {
  readonly venue: bigint;
  readonly local: bigint;
  readonly grid: Grid;
}
