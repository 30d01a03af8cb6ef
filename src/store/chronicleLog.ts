import type { Instant } from '../base/instant.ts';
import { type EventLine, levelsFrom, type LineFilter } from '../model/eventLine.ts';
import type { Chronicle, EquityPoint, EquitySpan, PointsAround } from '../model/chronicle.ts';
import type { Session, SqlValue } from './connection.ts';
import type { Database } from './database.ts';
import { insertRows } from './insertRows.ts';

const MINUTE_MS = 60_000;
const DAY = 24 * 60;

/** A line is kept so many days, and no more lines than these. */
const LINE_DAYS = 30;
const MOST_LINES = 200_000;

/** From so many minutes of age on, one point in so many minutes stays. */
const THINNED: readonly (readonly [age: number, every: number])[] = [
  [2 * DAY, 10],
  [32 * DAY, 60],
];
/** From this age on none stays. */
const MOST_MINUTES = 5 * 365 * DAY;

/** The event log and the worth of the account, for people who look. */
export function createChronicle(database: Database): Chronicle {
  return {
    keep: (lines, points) => database.transaction((session) => keep(session, lines, points)),
    lines: (filter, limit) => linesOf(database, filter, limit),
    equity: (from, to, most) => equityOf(database, from, to, most),
    around: (times) => Promise.all(times.map((at) => around(database, at))),
    thin: (now) => database.transaction((session) => thin(session, now)),
  };
}

async function keep(session: Session, lines: readonly EventLine[], points: readonly EquityPoint[]): Promise<void> {
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
  for (const { at, worth, profit } of points) {
    const sql = 'INSERT INTO equity_point(minute, at, point) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    await session.run(sql, minuteOf(at), at, JSON.stringify({ worth, profit }));
  }
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

async function equityOf(session: Session, from: Instant, to: Instant, most: number): Promise<EquitySpan> {
  const ends = await session.get<{ first: number | null; last: number | null }>(
    'SELECT min(minute) AS first, max(minute) AS last FROM equity_point WHERE at >= ? AND at < ?',
    from,
    to,
  );
  const { first = null, last = null } = ends ?? {};
  if (first === null || last === null) return { everyMs: MINUTE_MS, points: [] };
  // The first step and the last one may both be cut.
  const every = Math.ceil((last - first + 1) / Math.max(1, most - 1));
  const sql = `SELECT at, point FROM equity_point WHERE minute IN
    (SELECT min(minute) FROM equity_point WHERE at >= ? AND at < ? AND minute >= ? AND minute <= ? GROUP BY minute / ?) ORDER BY minute`;
  const rows = await session.all<PointRow>(sql, from, to, first, last, every);
  return { everyMs: every * MINUTE_MS, points: rows.map(pointOf) };
}

async function around(session: Session, at: Instant): Promise<PointsAround> {
  const before = await session.get<PointRow>(
    'SELECT at, point FROM equity_point WHERE minute <= ? AND at <= ? ORDER BY minute DESC LIMIT 1',
    minuteOf(at),
    at,
  );
  const after = await session.get<PointRow>(
    'SELECT at, point FROM equity_point WHERE minute >= ? AND at > ? ORDER BY minute LIMIT 1',
    minuteOf(at),
    at,
  );
  return { before: before && pointOf(before), after: after && pointOf(after) };
}

interface PointRow {
  readonly at: Instant;
  readonly point: string;
}

function pointOf({ at, point }: PointRow): EquityPoint {
  return { at, ...(JSON.parse(point) as Omit<EquityPoint, 'at'>) };
}

async function thin(session: Session, now: Instant): Promise<void> {
  await session.run('DELETE FROM event_line WHERE at < ?', now - LINE_DAYS * DAY * MINUTE_MS);
  await session.run('DELETE FROM equity_point WHERE minute < ?', minuteOf(now) - MOST_MINUTES);
  for (const [age, every] of THINNED) {
    const before = minuteOf(now) - age;
    const sql = `DELETE FROM equity_point WHERE minute < ? AND minute NOT IN
      (SELECT min(minute) FROM equity_point WHERE minute < ? GROUP BY minute / ?)`;
    await session.run(sql, before, before, every);
  }
}

function minuteOf(at: Instant): number {
  return Math.floor(at / MINUTE_MS);
}
