import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/recording/makeFolder.ts';

const folder = mkdtempSync(join(tmpdir(), 'folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe(makeFolder.name, () => {
  it('makes what is missing above it too, and leaves what is there', () => {
    makeFolder(join(folder, 'a', 'b', 'c'), 0o700);
    expect(['a', 'a/b', 'a/b/c'].map((path) => statSync(join(folder, path)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
    makeFolder(join(folder, 'a', 'b'), 0o755);
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700);
    symlinkSync(join(folder, 'a'), join(folder, 'link'));
    makeFolder(join(folder, 'link', 'd'));
    expect(existsSync(join(folder, 'a', 'd'))).toBe(true);
  });

  it('says what stands in the way', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolder(join(folder, 'file'))).toThrow(/EEXIST/);
    expect(() => makeFolder(join(folder, 'file', 'x'))).toThrow(/EEXIST|ENOTDIR/);
  });

  it('ends where a file system takes no folder, in which the recursive way of Node never does', () => {
    expect(() => makeFolder('/proc/sluice/runs')).toThrow(/ENOENT|EACCES|EPERM|EROFS/);
  });
});
