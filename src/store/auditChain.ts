import { createHash } from 'node:crypto';
import type { Instant } from '../base/instant.ts';
import type { AuditNote, AuditRow } from '../model/audit.ts';

/** What the first row follows. */
export const CHAIN_BEGINS = '0'.repeat(64);

/** The row that follows `last`. */
export function auditRowAfter(last: Pick<AuditRow, 'seq' | 'hash'> | undefined, at: Instant, note: AuditNote): AuditRow {
  const { who, what, subject, before, after, evidence } = note;
  const row = { seq: (last?.seq ?? 0) + 1, at, who, what, subject, before, after, evidence, previous: last?.hash ?? CHAIN_BEGINS };
  return { ...row, hash: auditHash(row) };
}

/** SHA-256 of all that stands in a row, in hex. The text is a JSON list, so that no two rows have the same. */
export function auditHash({ seq, at, who, what, subject, before, after, evidence, previous }: Omit<AuditRow, 'hash'>): string {
  return createHash('sha256')
    .update(JSON.stringify([seq, at, who, what, subject, before, after, evidence, previous]))
    .digest('hex');
}
