import { DAY_MS, type Instant } from '../base/instant.ts';
import type { AuditNote } from '../model/audit.ts';
import type { ScheduleOutcome, ScheduleRun } from '../model/scheduleRun.ts';
import { audit } from './auditLog.ts';
import type { Database } from './database.ts';

/** What floats and sweeps have done: one row for each time at which one was due. */
export interface ScheduleLog {
  /** Since when the schedule is known on these terms. Other terms begin at `now`, and so does what a clock that was ahead has dated later. */
  since(name: string, terms: string, now: Instant): Promise<Instant>;
  /** Adds what became of a due time, and its row in the audit log where there is one. False when the due time has one already. */
  add(run: ScheduleRun, note: AuditNote | undefined): Promise<boolean>;
  run(name: string, dueAt: Instant): Promise<ScheduleRun | undefined>;
  /** The last one that was due before a time. */
  before(name: string, dueAt: Instant): Promise<ScheduleRun | undefined>;
}

interface RunRow {
  readonly name: string;
  readonly due_at: Instant;
  readonly outcome: ScheduleOutcome;
  readonly move_id: string | null;
  readonly evidence: string;
  readonly at: Instant;
}

/** That nothing was to be done is kept this long. */
const KEPT_MS = 30 * DAY_MS;

export function createScheduleLog(database: Database): ScheduleLog {
  const one = async (where: string, ...values: readonly (string | number)[]): Promise<ScheduleRun | undefined> => {
    const row = await database.get<RunRow>(`SELECT * FROM schedule_run WHERE ${where}`, ...values);
    return row === undefined ? undefined : runOf(row);
  };
  return {
    since: (name, terms, now) =>
      database.transaction(async (session) => {
        const sql = `INSERT INTO schedule(name, terms, since) VALUES (?, ?, ?)
          ON CONFLICT(name) DO UPDATE SET terms = excluded.terms,
          since = CASE WHEN schedule.terms = excluded.terms AND schedule.since < excluded.since THEN schedule.since ELSE excluded.since END`;
        await session.run(sql, name, terms, now);
        return (await session.get<{ since: Instant }>('SELECT since FROM schedule WHERE name = ?', name))!.since;
      }),
    add: ({ name, dueAt, outcome, moveId, evidence, at }, note) =>
      database.transaction(async (session) => {
        const sql =
          'INSERT INTO schedule_run(name, due_at, outcome, move_id, evidence, at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';
        if ((await session.run(sql, name, dueAt, outcome, moveId ?? null, evidence, at)) === 0) return false;
        await session.run("DELETE FROM schedule_run WHERE name = ? AND outcome = 'nothing' AND due_at < ?", name, dueAt - KEPT_MS);
        if (note !== undefined) await audit(session, at, note);
        return true;
      }),
    run: (name, dueAt) => one('name = ? AND due_at = ?', name, dueAt),
    before: (name, dueAt) => one('name = ? AND due_at < ? ORDER BY due_at DESC LIMIT 1', name, dueAt),
  };
}

function runOf({ name, due_at: dueAt, outcome, move_id: moveId, evidence, at }: RunRow): ScheduleRun {
  return { name, dueAt, outcome, moveId: moveId ?? undefined, evidence, at };
}
