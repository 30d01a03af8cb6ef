import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { Fill } from '../model/fill.ts';
import type { FillFilter, FillLog, LoggedFill, Watermark } from '../model/journal.ts';
import { MAX_ROWS, rowLimit } from './rowLimit.ts';
import type { Session, SqlValue } from './connection.ts';
import { completeRow } from './completeRow.ts';
import { listConversions, logConversion } from './conversionLog.ts';
import type { Database } from './database.ts';
import { FILL_COLUMNS, fillOf, type FillRow, fillRowOf, loggedFillOf, OWNER_COLUMNS, VENUE_COLUMNS } from './fillRow.ts';

/** Fills in one page of the history: some megabytes, whatever the length of the log. */
const PAGE_ROWS = 20_000;

/** The log of executions: each once, with all its digits. */
export function createFillLog(database: Database): FillLog {
  return {
    record: (fills, watermark) => record(database, fills, watermark),
    fills: (filter) => list(database, filter),
    history: () => history(database),
    async has(ids) {
      const sql = 'SELECT id FROM fill WHERE id IN (SELECT value FROM json_each(?))';
      return new Set((await database.all<{ id: string }>(sql, JSON.stringify(ids))).map(({ id }) => id));
    },
    recordConversion: (conversion) => logConversion(database, conversion),
    conversions: (limit) => listConversions(database, limit),
    async watermark(symbol) {
      return (await database.get<{ at: Instant }>('SELECT at FROM watermark WHERE symbol = ?', symbol))?.at;
    },
  };
}

function record(database: Database, fills: readonly LoggedFill[], watermark: Watermark | undefined): Promise<readonly boolean[]> {
  return database.transaction(async (session) => {
    const isNew: boolean[] = [];
    for (const fill of fills) isNew.push(await recordOne(session, fill));
    if (watermark !== undefined) await raise(session, watermark);
    return isNew;
  });
}

async function recordOne(session: Session, logged: LoggedFill): Promise<boolean> {
  const row = fillRowOf(logged);
  const known = await session.get<FillRow>(`SELECT ${FILL_COLUMNS.join(', ')} FROM fill WHERE id = ?`, row.id);
  if (known === undefined) {
    const marks = FILL_COLUMNS.map(() => '?').join(', ');
    await session.run(`INSERT INTO fill(${FILL_COLUMNS.join(', ')}) VALUES (${marks})`, ...FILL_COLUMNS.map((column) => row[column]));
    return true;
  }
  await completeRow(session, { table: 'fill', logged: known, again: row, venueColumns: VENUE_COLUMNS, ownerColumns: OWNER_COLUMNS });
  return false;
}

/** A watermark only rises. */
async function raise(session: Session, { symbol, at }: Watermark): Promise<void> {
  await session.run(
    'INSERT INTO watermark(symbol, at) VALUES (?, ?) ON CONFLICT(symbol) DO UPDATE SET at = max(at, excluded.at)',
    symbol,
    at,
  );
}

const HISTORY_COLUMNS = ['id', ...VENUE_COLUMNS, 'received_at', ...OWNER_COLUMNS] as const;

interface HistoryRow extends Omit<FillRow, 'book'> {
  readonly seq: number;
}

async function* history(database: Database): AsyncGenerator<readonly Fill[], void, undefined> {
  const sql = `SELECT seq, ${HISTORY_COLUMNS.join(', ')} FROM fill WHERE (traded_at, seq) > (?, ?) ORDER BY traded_at, seq LIMIT ${PAGE_ROWS}`;
  let [at, seq] = [Number.MIN_SAFE_INTEGER, 0];
  for (;;) {
    const rows = await database.all<HistoryRow>(sql, at, seq);
    if (rows.length > 0) yield rows.map(fillOf);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    [at, seq] = [last.traded_at, last.seq];
  }
}

async function list(database: Database, filter: FillFilter): Promise<readonly LoggedFill[]> {
  const conditions: (readonly [sql: string, value: SqlValue | undefined])[] = [
    ['symbol = ?', filter.symbol],
    ['strategy = ?', filter.strategy],
    ['order_id = ?', filter.orderId],
    ['traded_at >= ?', filter.from],
    ['traded_at <= ?', filter.to],
  ];
  const given = conditions.filter((condition): condition is readonly [string, SqlValue] => condition[1] !== undefined);
  const where = given.length === 0 ? '' : `WHERE ${given.map(([sql]) => sql).join(' AND ')}`;
  const limit = filter.limit === undefined ? MAX_ROWS + 1 : rowLimit(filter.limit);
  const sql = `SELECT ${FILL_COLUMNS.join(', ')} FROM fill ${where} ORDER BY traded_at DESC, seq DESC LIMIT ?`;
  const rows = await database.all<FillRow>(sql, ...given.map(([, value]) => value), limit);
  // A part taken for the whole would make wrong positions.
  if (rows.length > MAX_ROWS) throw new Fault('store', `more than ${MAX_ROWS} fills match; give a limit or a narrower filter`);
  return rows.map(loggedFillOf);
}
