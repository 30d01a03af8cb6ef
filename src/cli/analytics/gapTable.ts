import { parquetTable, type TableColumn } from '../../recording/export/parquetTable.ts';
import { END, GAP, type MarketCursor, type MarketGap } from '../../recording/marketCursor.ts';

const COLUMNS: readonly TableColumn<MarketGap>[] = [
  { name: 'from_at', kind: 'time', value: ({ from }) => from },
  { name: 'to_at', kind: 'time', value: ({ to }) => to },
  { name: 'reason', kind: 'text', value: ({ reason }) => reason },
  { name: 'detail', kind: 'text', value: ({ detail }) => detail },
];

/** The times of a recording in which nothing is known. Closes the cursor. */
export function gapTable(cursor: MarketCursor): AsyncGenerator<Uint8Array> {
  return parquetTable('gaps', COLUMNS, gapRows(cursor));
}

function* gapRows(cursor: MarketCursor): Generator<MarketGap> {
  try {
    for (let type = cursor.next(); type !== END; type = cursor.next()) if (type === GAP) yield cursor.gap!;
  } finally {
    cursor.close();
  }
}
