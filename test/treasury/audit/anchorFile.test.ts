import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { anchorLine, anchorOf, appendAnchor, readAnchors } from '../../../src/treasury/audit/anchorFile.ts';
import { AT, auditRows } from './rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-anchors-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [first, second] = auditRows(2).map((row) => anchorOf(row, AT)) as [ReturnType<typeof anchorOf>, ReturnType<typeof anchorOf>];

describe('the file of anchors', () => {
  it('has a line for each head: day, row and hash', () => {
    const path = join(folder, 'a');
    expect(appendAnchor(path, first)).toBe(true);
    expect(appendAnchor(path, second)).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe(`2026-11-23 1 ${first.hash}\n2026-11-23 2 ${second.hash}\n`);
    expect(readAnchors(path)).toEqual([first, second]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('gets the same head of the same day once', () => {
    const path = join(folder, 'b');
    appendAnchor(path, first);
    expect(appendAnchor(path, first)).toBe(false);
    expect(readAnchors(path)).toHaveLength(1);
    expect(appendAnchor(path, { ...first, day: '2026-11-24' })).toBe(true);
  });

  it('a torn line spoils no later one, and is named', () => {
    const path = join(folder, 'c');
    appendAnchor(path, first);
    appendFileSync(path, anchorLine(second).slice(0, 30));
    appendAnchor(path, second);
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines[2]).toBe(anchorLine(second));
    expect(() => readAnchors(path)).toThrow(`${path}:2 is no anchor`);
    writeFileSync(path, lines.toSpliced(1, 1).join('\n'));
    expect(readAnchors(path)).toEqual([first, second]);
  });

  it('that is not there is told: somebody has named it', () => {
    expect(() => readAnchors(join(folder, 'none'))).toThrow('there is no such file');
    expect(() => appendAnchor(join(folder, 'no', 'folder'), first)).toThrow("can't be written");
  });
});
