import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { foreignCode } from '../../src/session/sessionEngine.ts';
import { readEnding } from '../../src/session/sessionEnding.ts';
import { readManifest, writeManifest } from '../../src/session/sessionManifest.ts';
import { readReloads, type SessionReload, writeReload } from '../../src/session/sessionReload.ts';
import type { Settings } from '../../src/settings/loadSettings.ts';
import { manifestAt, temporaryFolder } from './recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function session(name: string): string {
  const path = folder.at(name);
  mkdirSync(path);
  writeManifest(path, manifestAt(1));
  return path;
}

const reloadOf = (revision: number): SessionReload => {
  const { engine } = manifestAt(1);
  const strategy = { name: 's', use: './later.ts', directory: '/else', symbol: 'BTC/EUR', params: {}, code: 'c' };
  return {
    revision,
    at: revision,
    engine: { ...engine, strategies: [strategy] },
    settings: {},
    before: [{ file: '/else/before.ts', files: { '/else/before.ts': 'x' }, hash: 'h' }],
  };
};

describe(readReloads.name, () => {
  it('finds them in their order', () => {
    const path = session('order');
    for (const revision of [10, 9, 1]) writeReload(path, reloadOf(revision));
    expect(readReloads(path)).toEqual([reloadOf(1), reloadOf(9), reloadOf(10)]);
    expect(readManifest(path).reloads).toHaveLength(3);
  });

  it('B1: a person is asked for every file that a reload has named or kept', () => {
    const path = session('foreign');
    writeReload(path, reloadOf(1));
    expect(foreignCode(readManifest(path))).toEqual(['/else/later.ts', '/else/before.ts']);
  });

  it('B1: a file that the own configuration names is run unasked, code that the session holds is not', () => {
    const path = session('own');
    writeReload(path, reloadOf(1));
    const own = (use: string) => ({ directory: '/else', strategies: { mine: { use } }, shadows: {} }) as unknown as Settings;
    expect(foreignCode(readManifest(path), own('later.ts'))).toEqual(['/else/before.ts']);
    expect(foreignCode(readManifest(path), own('before.ts'))).toEqual(['/else/later.ts', '/else/before.ts']);
  });

  it.each([
    'null',
    '{}',
    '{"revision":1,"engine":{"strategies":[]}}',
    '{"revision":2,"engine":{"strategies":[]},"before":[]}',
    '{"revision":1,"engine":{"strategies":[]},"before":[1]}',
    '{"revision":1,"engine":{"strategies":[]},"before":[{"file":"/a","files":{"/a":1}}]}',
    '{"revision":1,"engine":{"strategies":[]},"before":[{"file":"/a","files":{"/b":"x"}}]}',
    '{"revision":1,"engine":{"strategies":[]},"before":[{"file":1,"files":{}}]}',
  ])('refuses %s', (text) => {
    const path = session(`bad-${Buffer.from(text).toString('hex').slice(-40)}`);
    writeFileSync(join(path, 'reload-1.json'), text);
    expect(() => readReloads(path)).toThrow(expect.objectContaining({ code: 'store' }));
  });

  it.each(['manifest.json', 'reload-1.json', 'end.json'])('B7: does not read a %s that is larger than any that was written', (name) => {
    const path = session(`large-${name}`);
    const file = join(path, name);
    writeFileSync(file, '{');
    truncateSync(file, 17 * 1024 * 1024);
    const read = name === 'end.json' ? () => readEnding(path) : () => readManifest(path);
    expect(read).toThrow(/at most 16777216 were written/);
  });
});
