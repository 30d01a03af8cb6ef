import { ZERO } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { ExecutedSum } from '../model/fill.ts';
import type { FillFilter, FillLog, LoggedFill, Watermark } from '../model/journal.ts';
import { MAX_ROWS, rowLimit } from './rowLimit.ts';
import type { Session, SqlValue } from './connection.ts';
import { completeRow } from './completeRow.ts';
import { conversionsBetween, listConversions, logConversion } from './conversionLog.ts';
import type { Database } from './database.ts';
import { decimalOf } from './decimalText.ts';
import { HistorySumKeeper, newestSums } from './historySums.ts';
import { fillPages } from './fillHistory.ts';
import { entriesBetween, logEntry, loggedOpenings } from './positionEntryLog.ts';
import { FILL_COLUMNS, type FillRow, fillRowOf, loggedFillOf, OWNER_COLUMNS, VENUE_COLUMNS } from './fillRow.ts';

/** How many fills a page of the history has: some megabytes, however long the log is. */
const PAGE_ROWS = 20_000;

/** The log of executions, each once and with all its digits. */
export function createFillLog(database: Database): FillLog {
  const sums = new HistorySumKeeper(database);
  return {
    async record(fills, watermark) {
      const isNew = await record(database, fills, watermark);
      sums.logged(isNew.filter(Boolean).length);
      return isNew;
    },
    past: () => sums.past(),
    pastAt: (at) => newestSums(database, at),
    executed: (intentIds) => executedBy(database, intentIds),
    conversionsSince: (since) => conversionsBetween(database, since, Number.MAX_SAFE_INTEGER),
    fills: (filter) => list(database, filter),
    history: (since) => fillPages(database, since, Number.MAX_SAFE_INTEGER, PAGE_ROWS),
    async has(ids) {
      const sql = 'SELECT id FROM fill WHERE id IN (SELECT value FROM json_each(?))';
      return new Set((await database.all<{ id: string }>(sql, JSON.stringify(ids))).map(({ id }) => id));
    },
    recordConversion: (conversion) => logConversion(database, conversion),
    conversions: (limit) => listConversions(database, limit),
    recordEntry: (entry) => logEntry(database, entry),
    entriesSince: (since) => entriesBetween(database, since, Number.MAX_SAFE_INTEGER),
    openings: () => loggedOpenings(database),
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
    'INSERT INTO watermark(symbol, at) VALUES (?, ?) ON CONFLICT(symbol) DO UPDATE SET at = excluded.at WHERE excluded.at > watermark.at',
    symbol,
    at,
  );
}

async function executedBy(session: Session, intentIds: readonly string[]): Promise<ReadonlyMap<string, ExecutedSum>> {
  const sql = `SELECT price, amount FROM fill
    WHERE order_id IN (SELECT order_id FROM venue_order WHERE intent_id = ?1) AND intent_id = ?1`;
  const executed = new Map<string, ExecutedSum>();
  for (const id of intentIds) {
    let [sum, value] = [ZERO, ZERO];
    for (const row of await session.all<Pick<FillRow, 'price' | 'amount'>>(sql, id)) {
      const amount = decimalOf(row.amount, `amount of a fill of intent ${id}`);
      sum = sum.plus(amount);
      value = value.plus(amount.times(decimalOf(row.price, `price of a fill of intent ${id}`)));
    }
    executed.set(id, { amount: sum, value });
  }
  return executed;
}

async function list(database: Database, filter: FillFilter): Promise<readonly LoggedFill[]> {
  const conditions: (readonly [sql: string, value: SqlValue | undefined])[] = [
    ['symbol = ?', filter.symbol],
    ['strategy = ?', filter.strategy],
    ['order_id = ?', filter.orderId],
    ['traded_at >= ?', filter.from],
    ['traded_at <= ?', filter.to],
    ['(traded_at, seq) < (SELECT traded_at, seq FROM fill WHERE id = ?)', filter.before],
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
