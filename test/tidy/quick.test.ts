import { describe, expect, it } from 'vitest';
import { quickFaults } from './quick.ts';
import type { Source } from './source.ts';

const file = (path: string, ...imports: string[]): Source => ({ path, text: imports.map((name) => `import '${name}';`).join('\n') });
const starter = file('test/cli/processes.ts', 'node:child_process');

describe('quickFaults', () => {
  it('takes quick tests that start nothing, and long ones that do', () => {
    expect(quickFaults([file('test/cli/a.test.ts', './help.ts', 'node:fs'), file('test/cli/help.ts')])).toEqual([]);
    expect(quickFaults([file('test/cli/a.long.test.ts', './processes.ts'), starter])).toEqual([]);
  });

  it.each([
    ['by itself', [file('test/cli/a.test.ts', 'node:worker_threads')], 'a worker; name it a.long.test.ts'],
    ['through a helper', [file('test/cli/a.test.ts', './processes.ts'), starter], 'by test/cli/processes.ts; name it'],
    [
      'through what it tests',
      [file('test/cli/a.test.ts', '../../src/cli/pool.ts'), file('src/cli/pool.ts', 'node:worker_threads')],
      'by src/cli/pool.ts; name it',
    ],
  ])('refuses a quick test that starts something %s', (_name, sources, fault) => {
    expect(quickFaults(sources)).toEqual([expect.stringContaining(fault)]);
  });

  it('asks for a quick test of each folder', () => {
    const sources = [file('src/store/journal.ts'), file('test/store/journal.long.test.ts')];
    expect(quickFaults(sources)).toEqual([expect.stringContaining('no test in test/store/ is quick')]);
    expect(quickFaults([...sources, file('test/store/epoch.test.ts')])).toEqual([]);
  });
});
