import { readFileSync } from 'node:fs';
import { onDisk } from '../../base/diskFault.ts';
import { instantOf, isoOf } from '../../base/instant.ts';
import { visibleText } from '../../base/plainText.ts';
import type { AuditRow } from '../../model/audit.ts';
import type { ChainCheck } from './chainCheck.ts';

/** A row as `sluice treasury audit list -o ndjson` writes it. */
export function auditLine(row: AuditRow): string {
  const { seq, at, who, what, subject, before, after, evidence, previous, hash } = row;
  return visibleText(JSON.stringify({ seq, at: isoOf(at), who, what, subject, before, after, evidence, previous, hash }));
}

/** The row of a line. Undefined for a line that `auditLine` does not write, down to the last byte. */
export function auditRowOf(line: string): AuditRow | undefined {
  try {
    const { at, ...rest } = JSON.parse(line) as Record<keyof AuditRow, unknown>;
    const row = { ...rest, at: instantOf(String(at)) } as AuditRow;
    return row.at !== undefined && auditLine(row) === line ? row : undefined;
  } catch {
    return undefined;
  }
}

/** Checks an exported log line by line. A line that is no row is reported under its number. */
export function checkAuditFile(path: string, check: ChainCheck): void {
  const bytes = onDisk(`the audit log ${path} can't be read`, () => readFileSync(path));
  for (let from = 0, line = 1; from < bytes.length; line++) {
    const end = bytes.indexOf('\n', from);
    const to = end < 0 ? bytes.length : end;
    const text = bytes.toString('utf8', from, to);
    const row = auditRowOf(text);
    if (row === undefined || !bytes.subarray(from, to).equals(Buffer.from(text))) check.unreadable(line);
    else check.add(row);
    from = to + 1;
  }
}
