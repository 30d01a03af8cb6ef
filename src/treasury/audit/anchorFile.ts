import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { onDisk } from '../../base/diskFault.ts';
import { Fault } from '../../base/fault.ts';
import { type Instant, isoOf } from '../../base/instant.ts';
import type { AuditRow } from '../../model/audit.ts';

/** What the head of the audit log was at a time, kept where those who can write the log can't write. */
export interface Anchor {
  /** A UTC day: `2026-11-23`. */
  readonly day: string;
  readonly seq: number;
  readonly hash: string;
}

const LINE = /^(\d{4}-\d{2}-\d{2}) ([1-9]\d{0,14}) ([0-9a-f]{64})$/;

/** The head as an anchor, and as the line that is printed each day. */
export function anchorOf({ seq, hash }: Pick<AuditRow, 'seq' | 'hash'>, at: Instant): Anchor {
  return { day: isoOf(at).slice(0, 10), seq, hash };
}

export function anchorLine({ day, seq, hash }: Anchor): string {
  return `${day} ${seq} ${hash}`;
}

/** The anchors of a file, oldest first. Throws a `Fault` for a line that is none. A file that is missing is refused too: somebody has named it. */
export function readAnchors(path: string): readonly Anchor[] {
  const text = onDisk(`the anchors ${path} can't be read`, () => readFileSync(path, 'utf8'));
  return text
    .split('\n')
    .map((line, i) => (line === '' ? undefined : anchorIn(line, `${path}:${i + 1}`)))
    .filter((anchor) => anchor !== undefined);
}

/** Adds a line at the end; it is on the disk before this returns. The file is made when there is none. Returns false when it is there already. */
export function appendAnchor(path: string, anchor: Anchor): boolean {
  return onDisk(`the anchor ${path} can't be written`, () => {
    const file = openSync(path, 'a+', 0o600);
    try {
      const text = readFileSync(file, 'utf8');
      const line = anchorLine(anchor);
      if (text.trimEnd().split('\n').at(-1) === line) return false;
      // A line that a power cut has torn is ended first, so that it spoils no other.
      writeSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
      fsyncSync(file);
      return true;
    } finally {
      closeSync(file);
    }
  });
}

function anchorIn(line: string, place: string): Anchor {
  const [, day, seq, hash] = LINE.exec(line) ?? [];
  if (day !== undefined && seq !== undefined && hash !== undefined) return { day, seq: Number(seq), hash };
  throw new Fault('check-failed', `${place} is no anchor: "${line}"; expected a day, the number of a row and its hash`, {
    suggestion: 'a line that was torn by a power cut may be removed; for any other change, compare with what was printed on that day',
  });
}
