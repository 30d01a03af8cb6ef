import { describe, expect, it } from 'vitest';
import { dependencyFaults, installFaults, integrityFaults, lockFaults } from './dependencies.ts';

function faults(manifest: unknown, files: Readonly<Record<string, string>> = {}): string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  return dependencyFaults([{ path: 'package.json', text: JSON.stringify(manifest) }, ...sources], { node: 'the runtime' });
}

describe('dependencyFaults', () => {
  it('takes exact versions that are used by code, by a script or by a tool', () => {
    const manifest = {
      dependencies: { zod: '4.6.7' },
      devDependencies: { knip: '6.0.0', node: '26.0.0', 'fast-check': '4.0.0-rc.1' },
      scripts: { dead: 'knip' },
    };
    expect(faults(manifest, { 'src/a/a.ts': "import 'zod';", 'test/a.test.ts': "import 'fast-check';" })).toEqual([]);
  });

  it.each(['^4.6.7', '~4.6.7', '4', '*', 'latest', 'git+https://example.com/x.git'])('refuses the version %s', (version) => {
    expect(faults({ dependencies: { zod: version } }, { 'src/a/a.ts': "import 'zod';" })).toEqual([expect.stringContaining('pin')]);
  });

  it('refuses a package that nothing uses', () => {
    expect(faults({ dependencies: { zod: '4.6.7' } }, { 'test/a.test.ts': "import 'zod';" })).toEqual([
      expect.stringContaining('nothing in src/'),
    ]);
    expect(faults({ devDependencies: { knip: '6.0.0' } })).toEqual([expect.stringContaining('nothing uses knip')]);
  });

  it('takes optional packages for what they are: pinned, and used', () => {
    const manifest = { optionalDependencies: { zod: '4.6.7' } };
    expect(faults(manifest, { 'src/a/a.ts': "const { z } = await import('zod');" })).toEqual([]);
    expect(faults({ optionalDependencies: { zod: '^4.6.7' } })).toEqual([
      expect.stringContaining('pin'),
      expect.stringContaining('nothing in src/'),
    ]);
  });

  it('refuses an import that is not declared, or only for development', () => {
    const file = { 'src/a/a.ts': "import 'zod';" };
    expect(faults({}, file)).toEqual([expect.stringContaining('not declared')]);
    expect(faults({ devDependencies: { zod: '4.6.7' } }, file)).toEqual([expect.stringContaining('move it to dependencies')]);
  });
});

describe('lockFaults', () => {
  const locked = (packages: unknown): string[] => lockFaults([{ path: 'package-lock.json', text: JSON.stringify({ packages }) }]);

  it('takes a lock file in which everything wanted has an entry, near or far', () => {
    const packages = {
      '': { dependencies: { a: '1.0.0' } },
      'node_modules/a': { optionalDependencies: { b: '1.0.0' }, dependencies: { c: '2.0.0' } },
      'node_modules/b': {},
      'node_modules/a/node_modules/c': { dependencies: { d: '1.0.0', b: '1.0.0' } },
      'node_modules/a/node_modules/d': {},
    };
    expect(locked(packages)).toEqual([]);
  });

  it('refuses one that lacks a package of another platform', () => {
    expect(locked({ 'node_modules/a': { optionalDependencies: { 'a-darwin': '1.0.0' } } })).toEqual([
      expect.stringContaining('a-darwin 1.0.0, wanted by node_modules/a, has no entry'),
    ]);
  });

  it('does not look into the folder of a neighbour', () => {
    const packages = { 'node_modules/a': { dependencies: { c: '1.0.0' } }, 'node_modules/b/node_modules/c': {} };
    expect(locked(packages)).toHaveLength(1);
  });
});

const lock = (packages: unknown): { path: string; text: string } => ({ path: 'package-lock.json', text: JSON.stringify({ packages }) });

describe('integrityFaults', () => {
  const whole = { version: '1.0.0', integrity: 'sha512-x' };

  it('takes what has a checksum', () => {
    const packages = {
      '': {},
      'node_modules/a': whole,
      'node_modules/b': { ...whole, resolved: 'https://registry.npmjs.org/b/-/b-1.0.0.tgz' },
    };
    expect(integrityFaults([lock(packages)])).toEqual([]);
  });

  it.each([
    ['a package', {}],
    ['a tool for another platform', { dev: true, optional: true, os: ['darwin'], cpu: ['x64'] }],
  ])('B13: refuses %s without one, in any lock file', (_, entry) => {
    const { text } = lock({ 'node_modules/@x/a': { version: '1.0.0', ...entry } });
    for (const path of ['package-lock.json', 'bench/package-lock.json']) {
      expect(integrityFaults([{ path, text }])).toEqual([expect.stringContaining(`${path}: node_modules/@x/a 1.0.0 has no integrity`)]);
    }
  });

  it.each(['http://registry.npmjs.org/a.tgz', 'https://registry.npmjs.org.example.com/a.tgz', 'git+ssh://git@example.com/a.git', 'file:a'])(
    'B13: refuses what comes from %s',
    (resolved) => {
      expect(integrityFaults([lock({ 'node_modules/a': { ...whole, resolved } })])).toEqual([
        expect.stringContaining(`comes from ${resolved}`),
      ]);
    },
  );
});

describe('installFaults', () => {
  const of = (packages: unknown, allowScripts: unknown): string[] =>
    installFaults([lock(packages), { path: 'package.json', text: JSON.stringify({ allowScripts }) }], { driver: 'compiles' });
  const running = { hasInstallScript: true };

  it('takes what was decided on and is allowed', () => {
    expect(of({ 'node_modules/driver': running, 'node_modules/a': {} }, { driver: true })).toEqual([]);
  });

  it('B13: refuses a new one, one that is allowed and has none, and one that is not allowed', () => {
    expect(of({ 'node_modules/driver': running, 'node_modules/x/node_modules/@y/new': running }, { driver: true, '@y/new': true })).toEqual(
      [expect.stringContaining('@y/new runs code at install')],
    );
    expect(of({ 'node_modules/driver': running }, { driver: true, esbuild: true })).toEqual([expect.stringContaining('esbuild may run')]);
    expect(of({ 'node_modules/driver': running }, {})).toEqual([expect.stringContaining('allowScripts does not name driver')]);
  });
});
