import { describe, expect, it } from 'vitest';
import { dependencyFaults } from './dependencies.ts';

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

  it('refuses an import that is not declared, or only for development', () => {
    const file = { 'src/a/a.ts': "import 'zod';" };
    expect(faults({}, file)).toEqual([expect.stringContaining('not declared')]);
    expect(faults({ devDependencies: { zod: '4.6.7' } }, file)).toEqual([expect.stringContaining('move it to dependencies')]);
  });
});
