import type { BookSide } from '../../model/book.ts';
import type { ExportCounts } from './exportCounts.ts';
import { GridText } from '../gridText.ts';
import { BOOK, END, type MarketCursor } from '../marketCursor.ts';

const MOST_TEXT = 64 * 1024;

/**
 * One line of JSON per snapshot: times in milliseconds, levels best first, prices and amounts as texts with all digits. A
 * recording that `importMarket` made from such lines exports the same lines. Gaps and statistics have no line. Closes the cursor.
 */
export function* exportJsonLines(cursor: MarketCursor, counts: ExportCounts = { snapshots: 0 }): Generator<string> {
  const text = new GridText(cursor.pair.grid);
  let lines = '';
  try {
    for (let type = cursor.next(); type !== END; type = cursor.next()) {
      if (type !== BOOK) continue;
      counts.snapshots++;
      const { receivedAt, exchangeAt, bids, asks } = cursor.book;
      lines += `{"receivedAt":${receivedAt},"exchangeAt":${exchangeAt},"bids":[${levels(bids, text)}],"asks":[${levels(asks, text)}]}\n`;
      if (lines.length < MOST_TEXT) continue;
      yield lines;
      lines = '';
    }
    if (lines !== '') yield lines;
  } finally {
    cursor.close();
  }
}

function levels({ ticks, lots, start, length }: BookSide, text: GridText): string {
  let levelsText = '';
  for (let i = start; i < start + length; i++) {
    levelsText += `${i === start ? '' : ','}["${text.price(ticks[i]!)}","${text.amount(lots[i]!)}"]`;
  }
  return levelsText;
}
