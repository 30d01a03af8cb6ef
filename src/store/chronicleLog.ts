import { DAY_MS } from '../base/instant.ts';
import { oneAtATime } from '../base/oneAtATime.ts';
import { type EventLine, levelsFrom, type LineFilter } from '../model/eventLine.ts';
import type { Chronicle, EquityStep } from '../model/chronicle.ts';
import type { Session, SqlValue } from './connection.ts';
import type { Database } from './database.ts';
import { equityBetween, keepSteps, pointsAround, thinSteps } from './equityRows.ts';
import { insertRows } from './insertRows.ts';

/** A line is kept so many days, and no more lines than these. */
const LINE_DAYS = 30;
const MOST_LINES = 200_000;

/** The event log and the worth of the account, for people who look. */
export function createChronicle(database: Database): Chronicle {
  // Steps that are joined while others are read would be missed, or met twice.
  const inTurn = oneAtATime();
  return {
    keep: (lines, steps) => database.transaction((session) => keep(session, lines, steps)),
    lines: (filter, limit) => linesOf(database, filter, limit),
    equity: (from, to, most) => inTurn(() => equityBetween(database, from, to, most)),
    around: (times) => Promise.all(times.map((at) => pointsAround(database, at))),
    thin: (now) =>
      inTurn(async () => {
        await database.run('DELETE FROM event_line WHERE at < ?', now - LINE_DAYS * DAY_MS);
        await thinSteps(database, now);
      }),
  };
}

async function keep(session: Session, lines: readonly EventLine[], steps: readonly EquityStep[]): Promise<void> {
  const rows = lines.map(({ id, at, level, event, strategy, symbol, text }) => [
    id,
    at,
    level,
    event,
    strategy ?? null,
    symbol ?? null,
    text,
  ]);
  await insertRows(session, 'INSERT INTO event_line(id, at, level, event, strategy, symbol, text)', rows, 'ON CONFLICT DO NOTHING');
  const newest = lines.at(-1);
  if (newest !== undefined) await session.run('DELETE FROM event_line WHERE id <= ?', newest.id - MOST_LINES);
  await keepSteps(session, steps);
}

interface LineRow extends Omit<EventLine, 'strategy' | 'symbol'> {
  readonly strategy: string | null;
  readonly symbol: string | null;
}

async function linesOf(session: Session, filter: LineFilter, limit: number): Promise<readonly EventLine[]> {
  const rows = await session.all<LineRow>(...linesQuery(filter, limit));
  return rows.map((row) => ({ ...row, strategy: row.strategy ?? undefined, symbol: row.symbol ?? undefined }));
}

/** The statement that reads lines, newest first, and its values. */
export function linesQuery(filter: LineFilter, limit: number): readonly [sql: string, ...values: SqlValue[]] {
  const { after, before, from, to, kinds, level, strategy, symbol } = filter;
  const levels = level && levelsFrom(level);
  const asked: readonly (readonly [condition: string, value: SqlValue | undefined])[] = [
    ['id > ?', after],
    ['id < ?', before],
    ['at >= ?', from],
    ['at < ?', to],
    ['event IN (SELECT value FROM json_each(?))', kinds && JSON.stringify(kinds)],
    ['level IN (SELECT value FROM json_each(?))', levels && JSON.stringify(levels)],
    ['strategy = ?', strategy],
    ['symbol = ?', symbol],
  ];
  const given = asked.filter(([, value]) => value !== undefined);
  const where = given.length === 0 ? '' : `WHERE ${given.map(([condition]) => condition).join(' AND ')}`;
  const sql = `SELECT id, at, level, event, strategy, symbol, text FROM event_line ${where} ORDER BY id DESC LIMIT ?`;
  return [sql, ...given.map(([, value]) => value!), limit];
}
