import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rehearseLoading } from '../../src/loading/rehearseLoading.ts';
import { checkRehearsed } from '../../src/loading/rehearsedParams.ts';
import { readStrategyCode } from '../../src/loading/strategyCode.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-rehearsal-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const WHOLE = "import { strategy } from 'sluice';\nexport default strategy({ about: 'Waits.', params: {}, setup: () => ({}) });\n";

/** Long enough for a thread to start on a slow machine, where nothing depends on how soon it ends. */
const PATIENCE_MS = 120_000;

function written(name: string, top: string): string {
  const file = join(folder, name);
  writeFileSync(file, `${top}\n${WHOLE}`);
  return file;
}

function rehearsed(name: string, top: string, mostMs = PATIENCE_MS): Promise<void> {
  return rehearseLoading(readStrategyCode(written(name, top)), mostMs);
}

describe(rehearseLoading.name, () => {
  it('U3: survives a file that ends the process, and names it', async () => {
    await expect(rehearsed('ends.ts', 'process.exit(0);')).rejects.toMatchObject({
      code: 'strategy',
      message: `${join(folder, 'ends.ts')}: while it was loaded, it ended the process (process.exit), or waits at its top level for what never comes`,
    });
  });

  it('U3: ends a loop without end', async () => {
    await expect(rehearsed('endless.ts', 'for (;;) {}', 3000)).rejects.toThrow('it does not come to an end: it ran for 3 s');
  });

  it('ends what waits for ever, and what takes all memory', async () => {
    await expect(rehearsed('waits.ts', 'await new Promise(() => undefined);')).rejects.toThrow('for what never comes');
    await expect(rehearsed('eats.ts', 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));')).rejects.toThrow('512 MB');
  });

  it('leaves to the loading what that tells by itself, and takes what is fine', async () => {
    await expect(rehearsed('throws.ts', "throw new Error('no');")).resolves.toBeUndefined();
    await expect(rehearsed('fine.ts', '')).resolves.toBeUndefined();
  });
});

describe('a configuration', () => {
  it('U3: is refused for a file that ends the process, and a bundled strategy needs no rehearsal', async () => {
    written('exits.ts', 'process.exit(0);');
    const at = { strategy: 'mine', directory: folder, traded: { symbol: 'BTC/EUR' } };
    const [problem] = await checkRehearsed('./exits.ts', {}, at);
    expect(problem).toMatchObject({ path: ['use'], message: expect.stringContaining('it ended the process') as string });
    expect(await checkRehearsed('./fails.ts', {}, at)).toMatchObject([{ message: expect.stringContaining('there is no file') as string }]);
    expect(await checkRehearsed('maker', {}, at)).toEqual([]);
  });
});
