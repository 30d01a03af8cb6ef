import { createHash } from 'node:crypto';
import type { Instant } from '../base/instant.ts';
import type { AuditNote, AuditRow } from '../model/audit.ts';

/** What the first row follows. */
export const CHAIN_BEGINS = '0'.repeat(64);

/** The row that follows `last`. */
export function auditRowAfter(last: Pick<AuditRow, 'seq' | 'hash'> | undefined, at: Instant, note: AuditNote): AuditRow {
  const row = { seq: (last?.seq ?? 0) + 1, at, ...kept(note), previous: last?.hash ?? CHAIN_BEGINS };
  return { ...row, hash: auditHash(row) };
}

/** The texts as a database gives them back: half a character can't be kept, and a row with one would seem to have been changed. */
function kept({ who, what, subject, before, after, evidence }: AuditNote): AuditNote {
  return {
    who: who.toWellFormed(),
    what: what.toWellFormed(),
    subject: subject.toWellFormed(),
    before: before.toWellFormed(),
    after: after.toWellFormed(),
    evidence: evidence.toWellFormed(),
  };
}

/** SHA-256 of all that stands in a row, in hex. The text is a JSON list, so that no two rows have the same. */
export function auditHash({ seq, at, who, what, subject, before, after, evidence, previous }: Omit<AuditRow, 'hash'>): string {
  return createHash('sha256')
    .update(JSON.stringify([seq, at, who, what, subject, before, after, evidence, previous]))
    .digest('hex');
}
