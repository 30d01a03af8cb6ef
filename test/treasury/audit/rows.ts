import type { AuditNote, AuditRow } from '../../../src/model/audit.ts';
import { auditRowAfter } from '../../../src/store/auditChain.ts';

export const AT = Date.parse('2026-11-23T09:00:00Z');

/** A log of so many rows. */
export function auditRows(count: number, noteOf = (n: number): Partial<AuditNote> => ({ evidence: `evidence ${n}` })): AuditRow[] {
  const rows: AuditRow[] = [];
  for (let n = 1; n <= count; n++) {
    const note = { who: 'anna', what: 'move.approved', subject: `W-${n}`, before: '', after: `{"n":${n}}`, evidence: '', ...noteOf(n) };
    rows.push(auditRowAfter(rows.at(-1), AT + n, note));
  }
  return rows;
}
