import { expect, it } from 'vitest';
import { systemClock } from '../../../src/base/systemClock.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { settle } from '../../recording/worlds.ts';
import { FarmRunner } from '../../../src/research/farm/farmRunner.ts';
import type { FarmSweep } from '../../../src/research/farm/farmSweep.ts';
import type { Farm, PassData } from '../../../src/research/farm/openFarm.ts';
import type { TrialJob, TrialResult } from '../../../src/research/sweep/trial.ts';

const PASSES = 100;

/** A farm whose workers have made all passes at once, each of one trial. Nobody else is there. `onRemove` is called before a pass is removed. */
function swiftFarm(onRemove: () => void = () => undefined): Farm {
  const done = new Map<string, PassData>();
  const job = (id: string) => ({
    id,
    returnvalue: { results: [{ error: undefined } as unknown as TrialResult], cpuMs: 1, worker: 'w' },
    remove: async () => {
      onRemove();
      return done.delete(id);
    },
  });
  const queue = {
    addBulk: (jobs: readonly { readonly data: PassData; readonly opts: { readonly jobId: string } }[]) =>
      Promise.resolve(jobs.map(({ data, opts }) => done.set(opts.jobId, data))),
    getJobs: ([state]: readonly string[], from: number, to: number) =>
      Promise.resolve(state === 'completed' ? [...done.keys()].slice(from, to + 1).map(job) : []),
    getActiveCount: () => Promise.resolve(0),
    drain: () => Promise.resolve(),
  };
  const redis = new Proxy({}, { get: () => () => Promise.resolve([]) });
  const taker = { startStalledCheckTimer: () => Promise.resolve() };
  return { redis, shown: 'redis', queue: () => queue, taker: () => taker, causeOf: (error: unknown) => error } as unknown as Farm;
}

const SWEEP = { run: 'r', owner: 'o', load: { mostAPass: 1 } } as unknown as FarmSweep;
const jobsOf = (count: number): TrialJob[] => Array.from({ length: count }, (_, id): TrialJob => ({ id, params: {}, range: { from: 0 } }));

it('delivers every pass that was made before it was stopped', async () => {
  const stop = new AbortController();
  const runner = new FarmRunner({ farm: swiftFarm(), sweep: SWEEP, clock: systemClock, tell: () => undefined });
  let results = 0;
  const onResult = (): void => {
    results++;
    stop.abort();
  };
  await runner.run(jobsOf(PASSES), { onResult, signal: stop.signal });
  expect(results).toBe(PASSES);
});

it('a Redis that goes away at the end of a batch is said to work again in the next one', async () => {
  const told: string[] = [];
  let isAway = true;
  const clock = new VirtualClock(0);
  const farm = swiftFarm(() => {
    if (!isAway) return;
    isAway = false;
    throw new Error('Connection is closed.');
  });
  const runner = new FarmRunner({ farm, sweep: SWEEP, clock, tell: (line) => told.push(line) });
  for (let batch = 0; batch < 2; batch++) {
    const made = runner.run(jobsOf(1), { onResult: () => undefined });
    await clock.advance(5_000, settle);
    await made;
  }
  expect(told).toEqual([expect.stringContaining("can't be used: it has ended the connection"), 'the Redis at redis works again']);
});
