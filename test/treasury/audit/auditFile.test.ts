import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { auditLine, auditRowOf, checkAuditFile } from '../../../src/treasury/audit/auditFile.ts';
import { ChainCheck } from '../../../src/treasury/audit/chainCheck.ts';
import { auditRows } from './rows.ts';

const [row] = auditRows(1, () => ({ evidence: 'a "quoted"\nline, ü and \u202e' }));
const line = auditLine(row!);

describe('a line of an exported audit log', () => {
  it('gives its row back', () => {
    expect(auditRowOf(line)).toEqual(row);
  });

  it('is refused after any change of any byte that is no change of a column', () => {
    for (let at = 0; at < line.length; at++) {
      for (const changed of [line.slice(0, at) + line.slice(at + 1), `${line.slice(0, at)} ${line.slice(at)}`]) {
        const read = auditRowOf(changed);
        if (read !== undefined) expect(read).not.toEqual(row);
      }
    }
  });

  it.each(['', 'null', '[]', '{}', '1', `${line} `, line.replace('"seq":1', '"seq":1.0'), line.replace('"at":"2026', '"at":"never')])(
    'is nothing else: %s',
    (text) => {
      expect(auditRowOf(text)).toBeUndefined();
    },
  );
});

describe('checkAuditFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-audit-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'audit.ndjson');
  const bytes = Buffer.from(
    auditRows(3, (n) => ({ evidence: `Zoë ${n}` }))
      .map((each) => `${auditLine(each)}\n`)
      .join(''),
  );
  const problems = (content: Uint8Array): string[] => {
    writeFileSync(path, content);
    const check = new ChainCheck([]);
    checkAuditFile(path, check);
    return check.end().map(({ problem }) => problem);
  };

  it('has nothing against the file as it was written, with or without its last line end', () => {
    expect(problems(bytes)).toEqual([]);
    expect(problems(bytes.subarray(0, -1))).toEqual([]);
    expect(problems(Buffer.alloc(0))).toEqual([]);
  });

  it('finds any flip of any bit of any byte', { tags: 'long' }, () => {
    for (let at = 0; at < bytes.length - 1; at++) {
      for (const bit of [0x01, 0x20, 0x80]) expect(problems(bytes.with(at, bytes[at]! ^ bit)), `byte ${at}, ${bit}`).not.toEqual([]);
    }
  });

  it('names a line that is no row, and goes on', () => {
    const lines = bytes.toString().split('\n');
    expect(problems(Buffer.from(lines.with(1, 'x').join('\n')))).toEqual([
      'line 2 is no row of an audit log, or was changed',
      'row 2 is missing',
    ]);
  });
});
