import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { FillFilter, FillLog, LoggedFill, Watermark } from '../model/journal.ts';
import { MAX_ROWS, rowLimit } from './rowLimit.ts';
import type { Session, SqlValue } from './connection.ts';
import { completeRow } from './completeRow.ts';
import { listConversions, logConversion } from './conversionLog.ts';
import type { Database } from './database.ts';
import { FILL_COLUMNS, type FillRow, fillRowOf, loggedFillOf } from './fillRow.ts';

/** What the venue says of a fill. When we saw it and whose it is may come later or differ from reading to reading. */
const VENUE_COLUMNS = [
  'order_id',
  'symbol',
  'side',
  'type',
  'price',
  'amount',
  'fee',
  'fee_currency',
  'fee_type',
  'opened_at',
  'traded_at',
] as const;

const OWNER_COLUMNS = ['intent_id', 'strategy', 'tag'] as const;

/** The log of executions: each once, with all its digits. */
export function createFillLog(database: Database): FillLog {
  return {
    record: (fills, watermark) => record(database, fills, watermark),
    fills: (filter) => list(database, filter),
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
