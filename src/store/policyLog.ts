import type { Instant } from '../base/instant.ts';
import type { Approval } from '../model/approval.ts';
import type { AuditNote } from '../model/audit.ts';
import type { PolicyVersion } from '../model/policyVersion.ts';
import { versionInForce } from '../policy/policyVersions.ts';
import { audit } from './auditLog.ts';
import type { Session } from './connection.ts';
import type { Database } from './database.ts';

/** The versions of the policy. Each new one and its row in the audit log are one transaction. */
export interface PolicyLog {
  /** False when this version is there already. */
  add(version: PolicyVersion, note: AuditNote): Promise<boolean>;
  /** Oldest first. */
  versions(): Promise<readonly PolicyVersion[]>;
}

interface VersionRow {
  readonly version: number;
  readonly text: string;
  readonly hash: string;
  readonly published_by: string;
  readonly published_at: Instant;
  readonly approvals: string;
  readonly holds_from: Instant;
}

export function createPolicyLog(database: Database): PolicyLog {
  return {
    add: ({ version, text, hash, publishedBy, publishedAt, approvals, holdsFrom }, note) =>
      database.transaction(async (session) => {
        const sql = `INSERT INTO policy_version(version, text, hash, published_by, published_at, approvals, holds_from)
          VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
        const values = [version, text, hash, publishedBy, publishedAt, JSON.stringify(approvals), holdsFrom] as const;
        if ((await session.run(sql, ...values)) === 0) return false;
        await audit(session, publishedAt, note);
        return true;
      }),
    versions: async () => (await database.all<VersionRow>('SELECT * FROM policy_version ORDER BY version')).map(versionOf),
  };
}

/** The hash of the version that is in force, without reading any text. Undefined where there is none, or no table of them yet. */
export async function hashInForce(session: Session, at: Instant): Promise<string | undefined> {
  const known = await session.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'policy_version'");
  if (known === undefined) return undefined;
  const rows = await session.all<Omit<VersionRow, 'text' | 'approvals'>>(
    'SELECT version, hash, published_by, published_at, holds_from FROM policy_version ORDER BY version',
  );
  return versionInForce(
    rows.map((row) => versionOf({ ...row, text: '', approvals: '[]' })),
    at,
  )?.hash;
}

function versionOf(row: VersionRow): PolicyVersion {
  return {
    version: row.version,
    text: row.text,
    hash: row.hash,
    publishedBy: row.published_by,
    publishedAt: row.published_at,
    approvals: JSON.parse(row.approvals) as Approval[],
    holdsFrom: row.holds_from,
  };
}
