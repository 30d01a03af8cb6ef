import { csvCell } from '../../base/plainText.ts';
import type { BookSide } from '../../model/book.ts';
import type { ExportCounts } from './exportCounts.ts';
import { GridText } from '../gridText.ts';
import { BOOK, END, type MarketCursor } from '../marketCursor.ts';

const MOST_TEXT = 64 * 1024;

/** The value of the column `exchange`. */
const EXCHANGE = 'sluice';

/**
 * CSV in the form of the `book_snapshot_N` files of tardis.dev: one row per snapshot, times in microseconds, and N levels with
 * asks and bids alternating. Missing levels are empty, and levels beyond `depth` are left out. Closes the cursor.
 */
export function* exportCsv(cursor: MarketCursor, depth: number, counts: ExportCounts = { snapshots: 0 }): Generator<string> {
  const { symbol, grid } = cursor.pair;
  const text = new GridText(grid);
  const named = csvCell(symbol);
  const names = ['exchange', 'symbol', 'timestamp', 'local_timestamp'];
  for (let level = 0; level < depth; level++)
    for (const side of ['asks', 'bids'] as const) names.push(`${side}[${level}].price`, `${side}[${level}].amount`);
  let lines = `${names.join(',')}\n`;
  try {
    for (let type = cursor.next(); type !== END; type = cursor.next()) {
      if (type !== BOOK) continue;
      counts.snapshots++;
      const { receivedAt, exchangeAt, bids, asks } = cursor.book;
      lines += `${EXCHANGE},${named},${exchangeAt * 1000},${receivedAt * 1000}`;
      for (let level = 0; level < depth; level++) lines += `${cells(asks, level, text)}${cells(bids, level, text)}`;
      lines += '\n';
      if (lines.length < MOST_TEXT) continue;
      yield lines;
      lines = '';
    }
    if (lines !== '') yield lines;
  } finally {
    cursor.close();
  }
}

function cells({ ticks, lots, start, length }: BookSide, level: number, text: GridText): string {
  return level < length ? `,${text.price(ticks[start + level]!)},${text.amount(lots[start + level]!)}` : ',,';
}
