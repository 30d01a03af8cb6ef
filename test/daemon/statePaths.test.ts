import { describe, expect, it } from 'vitest';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { stateDirectory } from '../../src/daemon/stateDirectory.ts';

describe(statePaths.name, () => {
  it('puts the database and the socket into the state directory, unless a setting names another socket', async () => {
    const settings = await loadSettings({ file: undefined, env: {}, cwd: process.cwd() });
    expect(statePaths('/state', settings)).toMatchObject({ database: '/state/demo.sqlite', socket: '/state/sluice.sock' });
    expect(statePaths('/state', { ...settings, control: { socket: '/run/s.sock' } }).socket).toBe('/run/s.sock');
  });
});

describe(stateDirectory.name, () => {
  it('makes a folder for its owner only, and refuses one that others may write to', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-state-'));
    stateDirectory(join(folder, 'a', 'b'));
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700);
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    expect(() => stateDirectory(shared)).toThrow(/others may write to it \(mode 777\); run: chmod 700/);
    expect(statSync(shared).mode & 0o777).toBe(0o777);
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
