import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { init } from '../../src/cli/commands/init.ts';
import { run } from './testIo.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const cwd = folder.path('.');
afterAll(() => folder.remove());

describe(init.name, () => {
  it('writes a folder whose configuration is right, and whose commands take it by themselves', async () => {
    const { code, stdout, stderr } = await run(['init', 'demo'], { cwd });
    expect(code).toBe(0);
    const written = stdout.trim().split('\n');
    expect(written).toContain(join(cwd, 'demo/strategies/first.ts'));
    expect(written.filter((file) => !existsSync(file))).toEqual([]);
    expect(stderr).toBe(
      'next: cd demo && npx sluice run\na first backtest in two minutes: cd demo && npx sluice run --for 2m && npx sluice backtest\n',
    );
    const shown = await run(['config', 'show', '-o', 'json'], { cwd: join(cwd, 'demo') });
    expect(JSON.parse(shown.stdout)).toMatchObject({
      mode: 'demo',
      strategies: { first: { use: './strategies/first.ts' }, 'eth-grid': {} },
    });
  });

  it('names in its README only files that it writes, or that the daemon makes', () => {
    const text = readFileSync(join(cwd, 'demo/README.md'), 'utf8');
    const named = [...text.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]!);
    const made = new Set(['.sluice/', 'data/']);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((path) => !existsSync(join(cwd, 'demo', path)) && !made.has(path))).toEqual([]);
  });

  it('overwrites nothing: not one file is written when one is there', async () => {
    const kept = folder.path('kept');
    expect((await run(['init', kept], { cwd })).code).toBe(0);
    for (const name of readdirSync(kept)) if (name !== 'sluice.yaml') rmSync(join(kept, name), { recursive: true });
    writeFileSync(join(kept, 'sluice.yaml'), 'mine');
    const { code, stdout, stderr } = await run(['init'], { cwd: kept });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`nothing is overwritten, and there is already ${join(kept, 'sluice.yaml')}`);
    expect(readdirSync(kept)).toEqual(['sluice.yaml']);
    expect(readFileSync(join(kept, 'sluice.yaml'), 'utf8')).toBe('mine');
  });

  it('leaves what else is in the folder alone, and quotes a name that a shell would split', async () => {
    const spaced = folder.path('my folder');
    expect((await run(['init', 'my folder'], { cwd })).stderr).toMatch(/^next: cd 'my folder' && npx sluice run\n/);
    expect(readdirSync(spaced)).toContain('sluice.yaml');
    const mixed = folder.path('mixed');
    await run(['init', 'mixed/deep'], { cwd });
    writeFileSync(join(mixed, 'package.json'), '{}');
    expect((await run(['init'], { cwd: mixed })).stderr).toMatch(/^next: npx sluice run\n/);
    expect(readFileSync(join(mixed, 'package.json'), 'utf8')).toBe('{}');
  });

  it('leaves nothing of it where one file can not be written, so that the same works once it can', async () => {
    const half = folder.path('half');
    mkdirSync(half);
    writeFileSync(join(half, 'strategies'), 'a file where the folder has to be');
    expect(await run(['init'], { cwd: half })).toMatchObject({ code: 1, stdout: '' });
    expect(readdirSync(half)).toEqual(['strategies']);
    rmSync(join(half, 'strategies'));
    expect((await run(['init'], { cwd: half })).code).toBe(0);
  });

  it('says why nothing can be written', async () => {
    writeFileSync(folder.path('file'), '');
    const { code, stderr } = await run(['init', 'file'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain("can't be written");
  });
});
