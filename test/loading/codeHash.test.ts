import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { codeHash } from '../../src/loading/codeHash.ts';
import { strategyFile } from '../../src/loading/strategyLoader.ts';

const place = mkdtempSync(join(tmpdir(), 'sluice-code-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Makes a folder with these files. */
function folder(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(place, name);
  mkdirSync(join(path, 'lib'), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

const MINE = {
  'mine.ts': `import { a } from './lib/a.ts';\nimport { p } from 'sluice';\nexport default [a, p];\n`,
  'lib/a.ts': `export { b as a } from '../b.ts';\n`,
  'b.ts': `import type { A } from "./lib/a.ts";\nexport const b = 1;\n`,
  'other.ts': 'export const other = 1;\n',
};

describe('codeHash', () => {
  it('is that of the file where it imports nothing of its own', () => {
    const file = readFileSync(strategyFile('maker', '/'));
    expect(codeHash('maker', '/')).toBe(createHash('sha256').update(file).digest('hex'));
  });

  it('covers what is imported by a relative path, in circles too, and nothing else', () => {
    const hash = codeHash('./mine.ts', folder('one', MINE));
    expect(codeHash('./mine.ts', folder('elsewhere', MINE))).toBe(hash);
    expect(codeHash('./mine.ts', folder('two', { ...MINE, 'b.ts': `${MINE['b.ts']}// changed\n` }))).not.toBe(hash);
    expect(codeHash('./mine.ts', folder('three', { ...MINE, 'other.ts': '// changed\n' }))).toBe(hash);
  });

  it('passes over what is not there', () => {
    const at = folder('lost', { 'mine.ts': `// from './gone.ts'\n` });
    expect(codeHash('./mine.ts', at)).toMatch(/^[0-9a-f]{64}$/);
    expect(() => codeHash('./none.ts', at)).toThrow('there is no file');
  });
});
