import { describe, expect, it } from 'vitest';
import { clockFaults, homeFaults, purityFaults } from './purity.ts';

const pure = (text: string): string[] => purityFaults([{ path: 'src/engine/desk.ts', text }], {});

describe('purityFaults', () => {
  it('lets plain code be, and what only looks impure', () => {
    expect(
      pure("// await Promise\nexport const at = new Date(ms).toISOString() + 'setTimeout' + clock.setTimer(1, f) + lastDate();"),
    ).toEqual([]);
  });

  it.each([
    'async function f() {}',
    'let x: Promise<void>;',
    'setTimeout(f, 1);',
    'setInterval(f, 1);',
    'setImmediate(f);',
    'queueMicrotask(f);',
    'AbortSignal.timeout(5);',
    'const a = Date.now();',
    'const a = new Date();',
    'const a = new Date;',
    'const a = Date();',
    'performance.now();',
    'Math.random();',
    'crypto.randomUUID();',
    'process.env.HOME;',
    'fetch(url);',
    "console.error('x');",
    "import { readFileSync } from 'node:fs';",
    "import type { Readable } from 'stream';",
    "import pino from 'pino';",
  ])('refuses %s', (text) => {
    expect(pure(text)).toEqual([expect.stringMatching(/^src\/engine\/desk\.ts.*in a pure folder; .+/)]);
  });

  it.each(['base', 'model', 'contract', 'market', 'engine', 'exchange'])('holds in src/%s', (folder) => {
    expect(purityFaults([{ path: `src/${folder}/a.ts`, text: 'await f();' }], {})).toHaveLength(1);
  });

  it('holds in strategies, and not where the world is touched', () => {
    expect(purityFaults([{ path: 'strategies/maker.ts', text: 'await f();' }], {})).toHaveLength(1);
    expect(purityFaults([{ path: 'src/gateway/polls.ts', text: 'await f();' }], {})).toEqual([]);
  });

  it('names the line', () => {
    expect(pure('const a = 1;\n\nawait f();')[0]).toContain('src/engine/desk.ts:3:');
  });

  it('excuses a file from the rule that is named, and from no other', () => {
    const excused = { 'src/base/clock.ts': { rules: ['async'], because: 'a port' } };
    const faults = purityFaults([{ path: 'src/base/clock.ts', text: 'let a: Promise<void>; Math.random();' }], excused);
    expect(faults).toEqual([expect.stringContaining('Math.random')]);
  });

  it('refuses an excuse that nobody needs', () => {
    const excused = { 'src/base/clock.ts': { rules: ['async'], because: 'a port' }, 'src/base/gone.ts': { rules: ['async'], because: '' } };
    expect(purityFaults([{ path: 'src/base/clock.ts', text: 'let a = 1;' }], excused)).toEqual([
      expect.stringContaining('does not need it'),
      expect.stringContaining('does not exist'),
    ]);
  });
});

describe('clockFaults', () => {
  it.each(['Date.now()', 'new Date()', 'performance.now()', 'process.hrtime.bigint()'])(
    'refuses %s everywhere but in systemClock',
    (text) => {
      expect(clockFaults([{ path: 'src/daemon/run.ts', text }])).toHaveLength(1);
      expect(clockFaults([{ path: 'src/base/systemClock.ts', text }])).toEqual([]);
    },
  );

  it('refuses a timer below the daemon', () => {
    expect(clockFaults([{ path: 'src/gateway/polls.ts', text: 'setTimeout(f, 1)' }])).toHaveLength(1);
    expect(clockFaults([{ path: 'src/cli/view.ts', text: 'setTimeout(f, 1)' }])).toEqual([]);
  });
});

describe('homeFaults', () => {
  it('keeps a driver in its folder', () => {
    const text = "import sqlite3 from 'sqlite3';\nimport PQueue from 'p-queue';";
    expect(homeFaults([{ path: 'src/gateway/a.ts', text }])).toHaveLength(2);
    expect(homeFaults([{ path: 'src/store/a.ts', text }])).toEqual([expect.stringContaining('p-queue')]);
    expect(homeFaults([{ path: 'src/client/a.ts', text }])).toEqual([expect.stringContaining('sqlite3')]);
  });
});
