import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBacktest } from '../../../src/research/backtest/backtest.ts';
import { backtestChecks, type CheckResult, checkResults } from '../../../src/research/backtest/backtestChecks.ts';
import type { BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import { backtestSetup } from '../../../src/research/backtest/backtestSetup.ts';
import { CHECKS } from '../../../src/research/backtest/checkRuns.ts';
import { ChecksThread } from '../../../src/research/backtest/checksThread.ts';
import type { SetupSource } from '../../../src/research/backtest/reloadedSetup.ts';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { RECORDED_AT, recordMarket } from './recordMarket.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-checks-'));
  await recordMarket(join(folder, 'data'), 'BTC/EUR', 300);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface World {
  readonly source: SetupSource;
  readonly options: BacktestOptions;
}

/** A configuration of one strategy: a bundled one, or a file. */
async function worldOf(use: string, range: SetupSource['range'] = {}): Promise<World> {
  const file = join(folder, 'c.yaml');
  const data = join(folder, 'data');
  writeFileSync(file, `mode: demo\nstrategies: { m: { use: ${use}, symbol: BTC/EUR, budget: 50000 EUR } }\n`);
  const options = await backtestSetup(await loadSettings({ file, env: {} }), { data, range });
  const { latency, about } = options;
  return { source: { file, env: {}, data, range, latency, about }, options };
}

/** A strategy of its own file, which decides by `distance` below the mid. */
function strategyOf(name: string, state: string, distance: string): Promise<World> {
  const source = `import { dec, strategy } from 'sluice';
${state}
export default strategy({ about: 'For the checks.', params: {}, setup: () => { let i = -1; return {
  onBook(book, ctx) {
    i++;
    const mid = Math.floor(book.midTicks / 100);
    ctx.quote([{ side: 'Buy', price: mid - (${distance}), amount: dec('0.005') }]);
  },
}; } });`;
  writeFileSync(join(folder, `${name}.ts`), source);
  return worldOf(`./${name}.ts`);
}

async function checkedBeside({ source, options }: World): Promise<CheckResult[]> {
  const thread = new ChecksThread(source, options, CHECKS);
  try {
    const { pass } = runBacktest(options);
    const runs = await thread.runs;
    expect(thread.progress).toBe(1);
    return checkResults(pass, runs, CHECKS);
  } finally {
    await thread.close();
  }
}

describe(ChecksThread.name, () => {
  it('comes to what the checks come to after the run, of all that is recorded and of a part', async () => {
    for (const range of [{}, { from: RECORDED_AT + 60_500, to: RECORDED_AT + 200_001 }, { from: RECORDED_AT + 299_000 }]) {
      const world = await worldOf('maker', range);
      const { pass } = runBacktest(world.options);
      const results = await checkedBeside(world);
      expect(results).toEqual(backtestChecks(world.options, pass));
      const isLong = range.from !== RECORDED_AT + 299_000;
      expect(results.map(({ outcome }) => outcome !== 'skipped')).toEqual([isLong, isLong, isLong]);
    }
  });

  it('finds a strategy whose module knows what comes, from an earlier pass over the data', async () => {
    const world = await strategyOf('peeks', 'const known = [];', '(known[i] = mid, known[i + 1] > mid) ? 10 : 20');
    const [lookAhead] = await checkedBeside(world);
    expect(lookAhead).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('something knows the future') as unknown });
  });

  it('finds a strategy that decides by the wall clock, and leaves that of this thread alone', async () => {
    const before = [Date, Date.now, Math.random, Object.getOwnPropertyDescriptor(performance, 'now')];
    const world = await strategyOf('dated', '', '20 + (Math.floor(Date.now() / 86_400_000) % 7)');
    const [, determinism] = await checkedBeside(world);
    expect(determinism).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('the wall clock was used') as unknown });
    expect([Date, Date.now, Math.random, Object.getOwnPropertyDescriptor(performance, 'now')]).toEqual(before);
  });

  it('says why it can not work', async () => {
    const { source, options } = await worldOf('maker');
    const thread = new ChecksThread({ ...source, file: join(folder, 'gone.yaml') }, options, CHECKS);
    await expect(thread.runs).rejects.toThrow(/^the checks failed: .*gone\.yaml/);
    await thread.close();
    const changed = new ChecksThread({ ...source, about: { ...source.about, seed: '9' } }, options, CHECKS);
    await expect(changed.runs).rejects.toThrow(/^the checks failed: .*c\.yaml or the code of a strategy has changed$/);
    await changed.close();
  });

  it('says that it has ended, when a strategy ends it', async () => {
    const { source, options } = await strategyOf(
      'ends',
      "import { isMainThread } from 'node:worker_threads';",
      'isMainThread ? 10 : process.exit(0)',
    );
    const thread = new ChecksThread(source, options, CHECKS);
    await expect(thread.runs).rejects.toThrow('a worker ended before its work was done');
    await thread.close();
  });

  it('ends in the middle of its work when it is closed', async () => {
    const started = once(process, 'worker') as Promise<[Worker]>;
    const { source, options } = await strategyOf('hangs', '', '(() => { for (;;); })()');
    const thread = new ChecksThread(source, options, CHECKS);
    const [worker] = await started;
    const gone = once(worker, 'exit');
    await thread.close();
    await gone;
    await expect(thread.runs).rejects.toThrow('a worker ended before its work was done');
  });
});
