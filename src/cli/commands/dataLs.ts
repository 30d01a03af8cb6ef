import type { RecordingSummary } from '../../recording/listRecordings.ts';
import { BOOK, END, type MarketCursor } from '../../recording/marketCursor.ts';
import type { openMarket } from '../../recording/openMarket.ts';
import type { Column } from '../column.ts';
import { command } from '../command.ts';
import { dataFolder, dataOption } from '../dataFolder.ts';

export const dataLs = command({
  name: 'data ls',
  about: 'List what is recorded: pairs, days, snapshots, gaps and sizes',
  options: { data: dataOption },
  examples: ['data ls --data ./data', 'data ls -o json'],
  async run({ options }, shell) {
    const { listRecordings } = await import('../../recording/listRecordings.ts');
    const { openMarket } = await import('../../recording/openMarket.ts');
    const { printRows } = await import('../print.ts');
    const dir = await dataFolder(shell, options.data);
    const rows = listRecordings(dir).map((summary) => rowOf(dir, summary, openMarket));
    printRows(shell, columns, rows);
  },
});

type OpenMarket = typeof openMarket;
type Row = RecordingSummary & { readonly medianMs: number | undefined; readonly state: string };

function rowOf(dir: string, summary: RecordingSummary, openMarket: OpenMarket): Row {
  const state = summary.isStopped ? 'complete' : 'open';
  return { ...summary, medianMs: summary.snapshots < 2 ? undefined : medianMs(openMarket(dir, summary.symbol)), state };
}

const SAMPLE = 5000;

/** The median time between two of the first snapshots. */
function medianMs(cursor: MarketCursor): number | undefined {
  const apart: number[] = [];
  let lastAt: number | undefined;
  for (let type = cursor.next(); type !== END && apart.length < SAMPLE; type = cursor.next()) {
    if (type !== BOOK) continue;
    if (lastAt !== undefined) apart.push(cursor.at - lastAt);
    lastAt = cursor.at;
  }
  cursor.close();
  return apart.toSorted((a, b) => a - b)[apart.length >> 1];
}

const columns: readonly Column<Row>[] = [
  { key: 'symbol', value: (row) => row.symbol },
  { key: 'days', kind: 'number', value: (row) => row.days },
  { key: 'from', kind: 'time', value: (row) => row.from },
  { key: 'to', kind: 'time', value: (row) => row.to },
  { key: 'snapshots', kind: 'number', value: (row) => row.snapshots },
  { key: 'medianPeriodMs', title: 'PERIOD MS', kind: 'number', value: (row) => row.medianMs },
  { key: 'gaps', kind: 'number', value: (row) => row.gaps },
  { key: 'bytes', kind: 'number', value: (row) => row.bytes },
  {
    key: 'bytesPerSnapshot',
    title: 'BYTES/SNAPSHOT',
    kind: 'number',
    value: ({ bytes, snapshots }) => (snapshots === 0 ? undefined : Math.round((bytes / snapshots) * 10) / 10),
  },
  { key: 'state', value: (row) => row.state },
];
