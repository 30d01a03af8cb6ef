import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { counted } from '../base/counted.ts';
import { Fault } from '../base/fault.ts';
import type { ExportCounts } from '../recording/export/exportCounts.ts';
import { exportCsv } from '../recording/export/exportCsv.ts';
import { exportJsonLines } from '../recording/export/exportJsonLines.ts';
import { BOOK, END, GAP, type MarketCursor } from '../recording/marketCursor.ts';
import { openMarket } from '../recording/openMarket.ts';
import type { RecordingRange } from '../recording/recordingCursor.ts';
import { progressLine } from './progressLine.ts';
import { note, type Shell } from './shell.ts';
import { writeWhole } from './writeWhole.ts';

export interface ExportRunOptions {
  readonly dir: string;
  readonly symbol: string;
  readonly format: 'jsonl' | 'csv' | 'parquet' | 'npz';
  readonly range: RecordingRange;
  readonly depth: number | undefined;
  readonly out: string | undefined;
}

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Streams a recording into a file or to standard output, in bounded memory. */
export async function exportRun(shell: Shell, options: ExportRunOptions): Promise<void> {
  const { format, depth, out } = options;
  if (depth !== undefined && format !== 'csv') {
    throw new Fault('usage', `--depth says how many columns csv has: ${format} takes each book as deep as it is`, {
      suggestion: 'leave --depth out',
    });
  }
  if (out === undefined && (format === 'parquet' || format === 'npz')) {
    throw new Fault('usage', `${format} is not text and needs a file`, { suggestion: `add --out books.${format}` });
  }
  const counts = { snapshots: 0, damaged: new Set<string>() };
  const line = progressLine(shell, 'snapshot');
  const pieces = told(await piecesOf(options, counts), () => line.tell(undefined, counts.snapshots));
  if (out === undefined) await pipeline(Readable.from(pieces), shell.out, { end: false });
  else await writeWhole(resolve(shell.cwd, out), pieces);
  line.end(counts.snapshots);
  const { size } = counts.damaged;
  if (size > 0)
    note(
      shell,
      `${counted(size, 'part')} of the recording can't be read and ${size === 1 ? 'is' : 'are'} missing: see \`sluice data verify\``,
    );
}

interface Counts extends ExportCounts {
  /** The messages about unreadable parts. A set, because an export may read the recording twice. */
  readonly damaged: Set<string>;
}

async function piecesOf(options: ExportRunOptions, counts: Counts): Promise<Pieces> {
  const { dir, symbol, range, format } = options;
  const open = (): MarketCursor => heedDamage(openMarket(dir, symbol, range), counts.damaged);
  switch (format) {
    case 'jsonl':
      return exportJsonLines(open(), counts);
    case 'csv':
      return exportCsv(open(), depthOf(open(), options.depth), counts);
    case 'parquet': {
      const { exportParquet } = await import('../recording/export/exportParquet.ts');
      return exportParquet(open(), counts);
    }
    case 'npz': {
      const { exportNpz } = await import('../recording/export/exportNpz.ts');
      return exportNpz(open, counts);
    }
  }
}

/** A form without gaps would hide that data is missing, so damage is reported. */
function heedDamage(cursor: MarketCursor, damaged: Set<string>): MarketCursor {
  const next = cursor.next.bind(cursor);
  return Object.assign(cursor, {
    next() {
      const type = next();
      if (type === GAP && cursor.gap!.reason === 'damaged') damaged.add(`${cursor.gap!.from} ${cursor.gap!.detail}`);
      return type;
    },
  });
}

/** The most levels that any side has. Throws when that is more than was asked for. */
function depthOf(cursor: MarketCursor, wanted: number | undefined): number {
  let most = 1;
  for (let type = cursor.next(); type !== END; type = cursor.next()) {
    if (type === BOOK) most = Math.max(most, cursor.book.bids.length, cursor.book.asks.length);
  }
  cursor.close();
  if (wanted === undefined || wanted >= most) return wanted ?? most;
  throw new Fault('usage', `the recording has ${most} levels per side, more than --depth ${wanted}`, { suggestion: `use --depth ${most}` });
}

async function* told(pieces: Pieces, tell: () => void): AsyncGenerator<string | Uint8Array> {
  for await (const piece of pieces) {
    yield piece;
    tell();
  }
}
