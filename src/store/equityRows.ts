import type { Decimal } from '../base/decimal.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../base/instant.ts';
import type { EquityPoint, EquitySpan, EquityStep, PointsAround } from '../model/chronicle.ts';
import { isSameStep, joinedSteps } from '../model/equitySteps.ts';
import { type Extremes, extremesOf } from '../model/extremes.ts';
import type { Session } from './connection.ts';
import type { Database } from './database.ts';
import { decimalOf, decimalText } from './decimalText.ts';

/** From this age on, steps that begin within so much time are one. */
const THINNED: readonly (readonly [ageMs: number, everyMs: number])[] = [
  [2 * DAY_MS, 10 * MINUTE_MS],
  [32 * DAY_MS, HOUR_MS],
];
/** From this age on none stays. */
const MOST_MS = 5 * 365 * DAY_MS;

/** Orders wait behind a transaction, so each joins few. */
const JOINED_AT_ONCE = 10;
/** Between so many rows whatever else waits gets its turn. */
const ROWS_AT_ONCE = 250;

/** The step of the schema that brings `EQUITY_STEPS`. */
const STEPS_SINCE = 19;
/** A step is known by when it began, so that two lives within one minute do not meet in one row. */
export const EQUITY_STEPS = `
-- What the account was worth, a step a minute: what was seen first in it, and by quote currency the lowest, the highest, and the deepest fall from one value
-- to a later one. Of rows of earlier versions only the first value is known.
CREATE TABLE equity_step(
  at INTEGER PRIMARY KEY,
  point TEXT NOT NULL CHECK (json_valid(point)),
  extremes TEXT CHECK (extremes IS NULL OR json_valid(extremes))
) STRICT;
INSERT INTO equity_step(at, point) SELECT at, point FROM equity_point;
DROP TABLE equity_point;
ALTER TABLE equity_step RENAME TO equity_point;
`;

export async function keepSteps(session: Session, steps: readonly EquityStep[]): Promise<void> {
  const sql = `INSERT INTO equity_point(at, point, extremes) VALUES (?, ?, ?)
    ON CONFLICT(at) DO UPDATE SET point = excluded.point, extremes = excluded.extremes`;
  for (const step of steps) await session.run(sql, step.at, JSON.stringify({ worth: step.worth, profit: step.profit }), textOf(step));
}

/** In `most` steps or fewer. Rows of a database that was not brought up to date yet are read, too. */
export async function equityBetween(session: Session, from: Instant, to: Instant, most: number): Promise<EquitySpan> {
  const ends = await session.get<{ first: number | null; last: number | null }>(
    'SELECT min(at) AS first, max(at) AS last FROM equity_point WHERE at >= ? AND at < ?',
    from,
    to,
  );
  const { first = null, last = null } = ends ?? {};
  if (first === null || last === null) return { everyMs: MINUTE_MS, steps: [] };
  // The first step and the last one may both be cut.
  const minutes = Math.floor(last / MINUTE_MS) - Math.floor(first / MINUTE_MS) + 1;
  const everyMs = Math.ceil(minutes / Math.max(1, most - 1)) * MINUTE_MS;
  const isOld = (await session.get('SELECT 1 FROM migration WHERE version = ?', STEPS_SINCE)) === undefined;
  const columns = isOld ? 'at, point, NULL AS extremes' : COLUMNS;
  const sql = `SELECT ${columns} FROM equity_point WHERE at >= ? AND at < ? ORDER BY at LIMIT ?`;
  const isSame = isSameStep(everyMs);
  const steps: EquityStep[] = [];
  let rows: readonly StepRow[];
  let next = first;
  do {
    rows = await session.all<StepRow>(sql, next, to, ROWS_AT_ONCE);
    for (const row of rows) {
      const last = steps.at(-1);
      // For most rows, their extremes are all that is needed.
      if (last !== undefined && isSame(last, row)) steps[steps.length - 1] = joinedSteps(last, { extremes: extremesOfRow(row) });
      else steps.push(stepOf(row));
    }
    next = (rows.at(-1)?.at ?? last) + 1;
  } while (rows.length === ROWS_AT_ONCE);
  return { everyMs, steps };
}

/** Rows of a database that was not brought up to date yet are read, too. */
export async function pointsAround(session: Session, at: Instant): Promise<PointsAround> {
  const before = await session.get<SeenRow>('SELECT at, point FROM equity_point WHERE at <= ? ORDER BY at DESC LIMIT 1', at);
  const after = await session.get<SeenRow>('SELECT at, point FROM equity_point WHERE at > ? ORDER BY at LIMIT 1', at);
  return { before: before && { at: before.at, ...seenIn(before) }, after: after && { at: after.at, ...seenIn(after) } };
}

/** In short transactions. One that is cut goes on at the next time. */
export async function thinSteps(database: Database, now: Instant): Promise<void> {
  await database.run('DELETE FROM equity_point WHERE at < ?', now - MOST_MS);
  for (const [ageMs, everyMs] of THINNED) {
    // Whole ones only.
    const before = Math.floor((now - ageMs) / everyMs) * everyMs;
    const sql = `SELECT at / ${everyMs} AS place FROM equity_point WHERE at < ? GROUP BY at / ${everyMs} HAVING count(*) > 1 ORDER BY 1`;
    const places = (await database.all<{ place: number }>(sql, before)).map(({ place }) => place * everyMs);
    while (places.length > 0) {
      const some = places.splice(0, JOINED_AT_ONCE);
      await database.transaction(async (session) => {
        for (const place of some) await joinRows(session, place, place + everyMs);
      });
    }
  }
}

/** Makes one row of those that begin in a time. */
async function joinRows(session: Session, from: Instant, to: Instant): Promise<void> {
  const rows = await session.all<StepRow>(`SELECT ${COLUMNS} FROM equity_point WHERE at >= ? AND at < ? ORDER BY at`, from, to);
  if (rows.length < 2) return;
  const step = rows.map(stepOf).reduce(joinedSteps);
  await session.run('UPDATE equity_point SET extremes = ? WHERE at = ?', textOf(step), step.at);
  await session.run('DELETE FROM equity_point WHERE at > ? AND at < ?', step.at, to);
}

interface SeenRow {
  readonly at: Instant;
  readonly point: string;
}

interface StepRow extends SeenRow {
  /** Null where an earlier version wrote it. */
  readonly extremes: string | null;
}

const COLUMNS = 'at, point, extremes';

function textOf({ extremes }: EquityStep): string {
  const texts = (value: Extremes): readonly string[] => [value.low, value.high, value.fall].map((one) => decimalText(one, 'equity'));
  return JSON.stringify(Object.fromEntries(Object.entries(extremes).map(([currency, value]) => [currency, texts(value)])));
}

function stepOf(row: StepRow): EquityStep {
  return { at: row.at, ...seenIn(row), extremes: extremesOfRow(row) };
}

function seenIn({ point }: SeenRow): Omit<EquityPoint, 'at'> {
  return JSON.parse(point) as Omit<EquityPoint, 'at'>;
}

function extremesOfRow(row: StepRow): Record<string, Extremes> {
  if (row.extremes === null) return byCurrency(seenIn(row).worth, (worth) => extremesOf(equityOf(worth)));
  const kept = JSON.parse(row.extremes) as Record<string, readonly [low: string, high: string, fall: string]>;
  return byCurrency(kept, ([low, high, fall]) => ({ low: equityOf(low), high: equityOf(high), fall: equityOf(fall) }));
}

function byCurrency<T>(values: Readonly<Record<string, T>>, extremes: (value: T) => Extremes): Record<string, Extremes> {
  return Object.fromEntries(Object.entries(values).map(([currency, value]) => [currency, extremes(value)]));
}

function equityOf(text: string): Decimal {
  return decimalOf(text, 'equity');
}
