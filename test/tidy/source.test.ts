import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSources, srcFolderOf, within } from './source.ts';

it('reads text files with paths from the root, pictures without their bytes, and nothing that is installed, built or binary', () => {
  const root = mkdtempSync(join(tmpdir(), 'tidy-'));
  try {
    for (const [folder, name] of [
      ['src/a', 'a.ts'],
      ['node_modules/x', 'x.ts'],
      ['.git', 'HEAD'],
      ['docs', 'b.png'],
      ['docs', 'b.gz'],
      ['.ci', 'run'],
    ] as const) {
      mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(join(root, folder, name), name);
    }
    expect(readSources(root)).toEqual([
      { path: '.ci/run', text: 'run' },
      { path: 'docs/b.png', text: '' },
      { path: 'src/a/a.ts', text: 'a.ts' },
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('narrows to a folder and to endings', () => {
  const sources = ['src/a.ts', 'src/b.md', 'test/c.ts'].map((path) => ({ path, text: '' }));
  expect(within(sources, 'src/', '.ts').map(({ path }) => path)).toEqual(['src/a.ts']);
  expect(within(sources, 'src/')).toHaveLength(2);
});

it('names the folder of a source file', () => {
  expect(srcFolderOf('src/engine/risk/collar.ts')).toBe('engine');
  expect(srcFolderOf('src/index.ts')).toBeUndefined();
  expect(srcFolderOf('test/engine/a.ts')).toBeUndefined();
});
