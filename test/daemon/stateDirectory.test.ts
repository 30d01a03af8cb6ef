import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { stateDirectory } from '../../src/daemon/stateDirectory.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe(stateDirectory, () => {
  it('is made for its owner alone', () => {
    stateDirectory(folder.path('new/below'));
    expect([modeOf(folder.path('new')), modeOf(folder.path('new/below'))]).toEqual([0o700, 0o700]);
  });

  it('B12: is closed to others when it was open to be read', () => {
    const path = folder.path('readable');
    mkdirSync(path);
    chmodSync(path, 0o755);
    stateDirectory(path);
    expect(modeOf(path)).toBe(0o700);
  });

  it.each([0o777, 0o770, 0o702])('B12: is refused when others may write to it (mode %o), with what to type', (mode) => {
    const path = folder.path(`writable-${mode}`);
    mkdirSync(path);
    chmodSync(path, mode);
    expect(() => stateDirectory(path)).toThrow(`others may write to it (mode ${mode.toString(8)}); run: chmod 700 ${path}`);
    expect([existsSync(path), modeOf(path)]).toEqual([true, mode]);
  });
});
