import type { Instant } from '../base/instant.ts';
import type { AuditNote, AuditRow } from '../model/audit.ts';
import { auditRowAfter } from './auditChain.ts';
import type { Session } from './connection.ts';
import type { Database } from './database.ts';

const COLUMNS = 'seq, at, who, what, subject, before, after, evidence, previous, hash';

/** Adds a row to the audit log, in the transaction of what it tells of. */
export async function audit(session: Session, at: Instant, note: AuditNote): Promise<void> {
  const last = await session.get<AuditRow>(`SELECT ${COLUMNS} FROM audit ORDER BY seq DESC LIMIT 1`);
  const row = auditRowAfter(last, at, note);
  const { seq, who, what, subject, before, after, evidence, previous, hash } = row;
  const sql = `INSERT INTO audit(${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
  await session.run(sql, seq, at, who, what, subject, before, after, evidence, previous, hash);
}

/** Rows after a number, oldest first. */
export function auditRows(database: Database, after: number, limit: number): Promise<readonly AuditRow[]> {
  return database.all<AuditRow>(`SELECT ${COLUMNS} FROM audit WHERE seq > ? ORDER BY seq LIMIT ?`, after, limit);
}

/** The newest row. Undefined when there is none. */
export function auditHead(database: Database): Promise<AuditRow | undefined> {
  return database.get<AuditRow>(`SELECT ${COLUMNS} FROM audit ORDER BY seq DESC LIMIT 1`);
}

/** Which rows count: all but those of `except`, from the last one of `since` on, where there is one. */
export interface AuditRange {
  readonly except?: readonly string[];
  readonly since?: string;
}

/** The latest time of any row, which need not be the newest row's: the clock may have been put back. Undefined when there is none. */
export async function latestAuditAt(database: Database, { except = [], since = '' }: AuditRange = {}): Promise<Instant | undefined> {
  const sql = `SELECT max(at) AS at FROM audit WHERE what NOT IN (SELECT value FROM json_each(?))
    AND seq >= coalesce((SELECT max(seq) FROM audit WHERE what = ?), 0)`;
  return (await database.get<{ at: Instant | null }>(sql, JSON.stringify(except), since))?.at ?? undefined;
}
