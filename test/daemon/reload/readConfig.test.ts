import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { readConfig } from '../../../src/daemon/reload/readConfig.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const config = join(folder, 'my.yaml');
const code = join(folder, 'mine.ts');
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const WHOLE = "import { strategy } from 'sluice';\nexport default strategy({ about: 'Waits.', params: {}, setup: () => ({}) });\n";

describe(readConfig.name, () => {
  it('says how another file is named for one that is gone', async () => {
    const gone = readConfig(join(folder, 'gone.yaml'), {}, new VirtualClock(0));
    await expect(gone).rejects.toMatchObject({ code: 'configuration', suggestion: expect.stringContaining('`sluice reload`') as string });
  });

  it('gives up a strategy that never finishes loading, names its file, and reads the corrected one', async () => {
    const clock = new VirtualClock(0);
    writeFileSync(config, 'mode: demo\nstrategies:\n  mine: { use: ./mine.ts, symbol: BTC/EUR, budget: 100 EUR }\n');
    writeFileSync(code, `await new Promise(() => undefined);\n${WHOLE}`);
    const asked = readConfig(config, {}, clock).catch((error: unknown) => error);
    await clock.advance(30_000, settle);
    expect(await asked).toMatchObject({
      code: 'strategy',
      message: `${code} was not loaded within 30 s; the daemon goes on as before`,
      suggestion: expect.stringContaining('top level') as string,
    });
    writeFileSync(code, WHOLE);
    const { loaded } = await readConfig(config, {}, clock);
    expect(loaded.map(({ name }) => name)).toEqual(['mine']);
  });
});
