import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/systemClock.ts';
import { bundledStrategies } from '../../../src/loading/strategyLoader.ts';
import { strategyTemplate } from '../../../src/loading/strategyTemplate.ts';
import { type CheckOptions, checkStrategy } from '../../../src/research/check/checkStrategy.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-check-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** Long enough that nothing but a loop without end can take it. */
const LIMIT_MS = 120_000;

function check(use: string, options: Partial<CheckOptions> = {}) {
  return checkStrategy({ use, directory: folder, seed: '1', allowed: [], isRun: true, limitMs: LIMIT_MS, clock: systemClock, ...options });
}

/** A strategy with these lines at its top and these in its handler. */
function written(name: string, top: string, handler: string): string {
  const text = `import { dec, strategy } from 'sluice';
${top}
export default strategy({ about: 'A sample.', params: {}, setup: () => ({
  onBook(book, ctx) {
    ${handler}
  },
}) });
`;
  writeFileSync(join(folder, name), text);
  return `./${name}`;
}

describe(checkStrategy.name, () => {
  it('finds nothing wrong with the bundled strategies and the template', async () => {
    writeFileSync(join(folder, 'template.ts'), strategyTemplate('A template.'));
    for (const use of [...bundledStrategies(), './template.ts']) {
      const { problems, orders } = await check(use);
      // `hold` does nothing, on purpose.
      expect([use, problems, orders.length > 0]).toEqual([use, [], use !== 'hold']);
    }
  });

  it('says every ten seconds where it is and how long the events take', async () => {
    // A clock on which each look comes ten seconds later.
    let passed = 0;
    const hurried: CheckOptions['clock'] = {
      ...systemClock,
      monotonicMs: () => passed,
      setTimer: (ms, callback) =>
        systemClock.setTimer(Math.min(ms, 100), () => {
          passed += ms;
          callback();
        }),
    };
    const told: string[] = [];
    const use = written('slow.ts', '', 'let sum = 0; for (let i = 0; i < 100_000; i++) sum += Math.sqrt(i); ctx.plot("sum", sum);');
    const { problems } = await check(use, { clock: hurried, limitMs: 1e9, onSlow: (line) => void told.push(line) });
    expect(problems).toEqual([]);
    expect(told.at(-1)).toMatch(/^still at .*: \d+ events? in \d.*, \d+\.\d ms each$/);
  });

  it('U3: tells all that is wrong at once, each with its place', async () => {
    const use = written('much.ts', 'const seen = new Map<number, number>();', 'seen.set(Date.now(), 1);');
    const text = `import { strategy } from 'sluice';
let last = 0;
export default strategy({ about: 'A sample.', params: {}, symbols: [], setup: () => ({
  onBok() { last = Date.now(); },
  async onTimer() {},
}) } as never);
`;
    writeFileSync(join(folder, 'mistakes.ts'), text);
    expect((await check('./mistakes.ts')).problems.map(({ where, problem }) => `${where}: ${problem}`)).toEqual([
      'mistakes.ts:2:5: `let last` outside of setup is shared by all instances',
      "mistakes.ts:4:20: Date.now reads the machine's clock",
      'mistakes.ts:5:3: an async function goes on when its event is over',
      'mistakes.ts:3:59: a strategy has no `symbols`',
      'mistakes.ts:4:3: there is no handler `onBok`, so it is never called',
    ]);
    expect((await check(use)).problems.map(({ where }) => where)).toEqual(['much.ts:5:5', 'much.ts:5:14']);
  });

  it("U3: tells with line and column what the compiler says of the types, once, and in the kit's own words", async () => {
    const text = `import { dec, strategy } from 'sluice';
export default strategy({
  about: 'A sample.',
  params: {},
  setup: () => ({
    onBok() {},
    onBook(book, ctx) {
      if (ctx.liveOrders > 5000) ctx.place({ side: 'buy', price: 1, amount: dec('1') });
      if (ctx.liveOrders > 5000) ctx.place({ side: 'Buy', price: 1, amount: 0.5 });
    },
  }),
});
`;
    writeFileSync(join(folder, 'types.ts'), text);
    const { problems, untyped } = await check('./types.ts');
    expect(untyped).toBeUndefined();
    expect(problems.map(({ where, problem }) => `${where}: ${problem}`).toSorted()).toEqual([
      'types.ts:6:5: there is no handler `onBok`, so it is never called',
      expect.stringMatching(/^types\.ts:8:\d+: .*"buy"/),
      expect.stringMatching(/^types\.ts:9:\d+: .*number/),
    ]);
  });

  it('does not run what reaches the world', async () => {
    const flag = join(folder, 'was-run');
    const use = written('writes.ts', `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(flag)}, '');`, '');
    const { problems, trials } = await check(use);
    expect([problems.map(({ problem }) => problem), trials]).toEqual([['it imports node:fs, which reaches files'], []]);
    await expect(check(use, { allowed: ['node:fs'] })).resolves.toMatchObject({ trials: [] });
  });

  it('gives an allowed package no secret of the environment', async () => {
    process.env['SLUICE_TEST_SECRET'] = 'hunter2';
    const use = written('secret.ts', "import './secret.mjs';", '');
    writeFileSync(
      join(folder, 'secret.mjs'),
      'const { env } = (() => {}).constructor("return process")(); if (Object.keys(env).length > 0) throw new Error("a secret");',
    );
    await expect(check(use)).resolves.toMatchObject({ problems: [] });
  });

  it('U3: ends a loop without end, and says where', async () => {
    const limit = { limitMs: 20_000 };
    const inHandler = check(written('endless.ts', '', 'for (;;);'), limit);
    const atTop = check(written('never.ts', 'for (;;);', ''), limit);
    const told = { problem: 'it does not come to an end: nothing moved for 20.0 s', instead: 'look for a loop without end' };
    expect((await inHandler).problems).toEqual([{ ...told, where: 'market calm, event 1, seed 1' }]);
    expect((await atTop).problems).toEqual([{ ...told, where: 'loading the file, seed 1' }]);
  });

  it('ends what takes all memory', async () => {
    const { problems } = await check(written('greedy.ts', '', 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length));'));
    expect(problems).toEqual([
      { where: 'market calm, event 1, seed 1', problem: 'it took more than 512 MB of memory', instead: 'see the message' },
    ]);
  });

  it('explains what cannot be loaded as the loader does', async () => {
    writeFileSync(join(folder, 'syntax.ts'), 'const a = ;');
    await expect(check('./syntax.ts')).rejects.toMatchObject({
      code: 'strategy',
      message: expect.stringContaining('syntax error: line 1') as string,
    });
    await expect(check('./gone.ts')).rejects.toMatchObject({
      code: 'strategy',
      message: expect.stringContaining('there is no file') as string,
    });
  });
});
