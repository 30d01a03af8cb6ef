import { randomBytes } from 'node:crypto';
import type { Instant } from '../base/instant.ts';
import type { Session } from './connection.ts';

/** The last recovery that brought a database in line with the venue. */
export interface RecoveryMark {
  /** Drawn for it alone. */
  readonly token: string;
  readonly at: Instant;
}

/** Undefined for a database that was never recovered, or that was by a version that made no note of it. */
export async function readRecovery(session: Session): Promise<RecoveryMark | undefined> {
  const known = await session.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'recovery'");
  return known === undefined ? undefined : session.get<RecoveryMark>('SELECT token, at FROM recovery');
}

export async function markRecovered(session: Session, at: Instant): Promise<void> {
  const sql = `INSERT INTO recovery(one, token, at) VALUES (1, ?, ?)
    ON CONFLICT(one) DO UPDATE SET token = excluded.token, at = excluded.at`;
  await session.run(sql, randomBytes(8).toString('hex'), at);
}
