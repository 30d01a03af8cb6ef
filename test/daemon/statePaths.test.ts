import { describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../src/daemon/settings/loadSettings.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { stateDirectory } from '../../src/daemon/stateDirectory.ts';

const settingsWith = (env: Record<string, string>) => loadSettings({ file: undefined, env, cwd: process.cwd() });
const account = (url: string, key: string) =>
  settingsWith({ SLUICE_EXCHANGE_URL: url, SLUICE_EXCHANGE_KEY: key, SLUICE_EXCHANGE_SECRET: 'c2VjcmV0' });

describe(statePaths.name, () => {
  it('keeps each account in a database of its own, and the demo in another', async () => {
    const names = [
      await settingsWith({}),
      await account('https://a.test', 'k1'),
      await account('https://a.test', 'k2'),
      await account('https://b.test', 'k1'),
    ].map((settings) => statePaths('/state', settings).database);
    expect(new Set(names).size).toBe(4);
    expect(names[0]).toBe('/state/demo.sqlite');
    expect(names.join()).not.toMatch(/k1|k2|secret/);
  });

  it('names the same database for the same account however its address is written', async () => {
    const a = statePaths('/state', await account('https://a.test', 'k1'));
    expect(statePaths('/state', await account('https://A.test/', 'k1'))).toEqual(a);
  });
});

describe(stateDirectory.name, () => {
  it('makes a folder for its owner only, and leaves the mode of one that is there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-state-'));
    stateDirectory(join(folder, 'a', 'b'));
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700);
    const before = statSync(tmpdir()).mode;
    stateDirectory(tmpdir());
    expect(statSync(tmpdir()).mode).toBe(before);
    rmSync(folder, { recursive: true });
  });

  it('says what to do when the path can’t be a folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-state-'));
    writeFileSync(join(folder, 'file'), '');
    expect(() => stateDirectory(join(folder, 'file', 'state'))).toThrow(/state directory .* can't be used/);
    expect(() => stateDirectory('/proc/1/sluice')).toThrow(
      expect.objectContaining({ code: 'store', suggestion: expect.stringContaining('--state') as string }),
    );
    rmSync(folder, { recursive: true });
  });
});
