import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LineFile } from '../../../src/research/backtest/lineFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe(LineFile.name, () => {
  it('holds every line once it is closed, however long', () => {
    const file = new LineFile(join(folder, 'lines'));
    const lines = Array.from({ length: 3000 }, (_, i) => `${i} ${'x'.repeat(40)}`);
    for (const line of lines) file.line(line);
    file.close();
    file.close();
    expect(readFileSync(join(folder, 'lines'), 'utf8')).toBe(`${lines.join('\n')}\n`);
  });

  it('holds lines of any length and language', () => {
    const file = new LineFile(join(folder, 'wide'));
    const lines = ['\u20ac'.repeat(200_000), '\u{1f4b6}'.repeat(70_001), '', 'end'];
    for (const line of lines) file.line(line);
    file.close();
    expect(readFileSync(join(folder, 'wide'), 'utf8')).toBe(`${lines.join('\n')}\n`);
  });

  it('takes lines as bytes too, between those that are text', () => {
    const file = new LineFile(join(folder, 'bytes'));
    file.line('one');
    const bytes = Buffer.from('two\nthree\n');
    file.bytes(bytes);
    bytes.fill(0);
    file.line('four');
    file.close();
    expect(readFileSync(join(folder, 'bytes'), 'utf8')).toBe('one\ntwo\nthree\nfour\n');
  });

  it('lets go of the file as it is when it is given up', () => {
    const file = new LineFile(join(folder, 'abandoned'));
    file.line('never written');
    file.abandon();
    file.close();
    expect(readFileSync(join(folder, 'abandoned'), 'utf8')).toBe('');
  });

  it('names itself and the reason when the disk refuses', () => {
    const path = join(folder, 'none', 'lines');
    expect(() => new LineFile(path)).toThrow(`${path} can't be written: opening ${path} failed: there is no such file or folder`);
  });
});
