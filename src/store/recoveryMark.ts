import type { Instant } from '../base/instant.ts';
import type { Session } from './connection.ts';

/** The last recovery of a database, by its own account. */
export interface RecoveryMark {
  /** Drawn for it alone. */
  readonly token: string;
  /** How many recoveries the database has been through with it, as far as the machine knew that it ran on. */
  readonly number: number;
  /** When it began to read the venue. Null until it has ended. */
  readonly at: Instant | null;
}

/** After this long, nothing can still appear at the venue for the first time that was on its way before. */
export const SETTLED_AFTER_MS = 150_000;

export const RECOVERY_TABLE = `
-- The last recovery. What a machine knows of the time before it has been looked for at the venue.
CREATE TABLE recovery(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  token TEXT NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER
) STRICT;
`;

/** Undefined for a database that was never recovered, or only by a version that made no note of it. */
export async function readRecovery(session: Session): Promise<RecoveryMark | undefined> {
  const known = await session.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'recovery'");
  return known === undefined ? undefined : session.get<RecoveryMark>('SELECT token, number, at FROM recovery');
}

export async function markRecovery(session: Session, { token, number, at }: RecoveryMark): Promise<void> {
  const sql = `INSERT INTO recovery(one, token, number, at) VALUES (1, ?, ?, ?)
    ON CONFLICT(one) DO UPDATE SET token = excluded.token, number = excluded.number, at = excluded.at`;
  await session.run(sql, token, number, at);
}
