import { expect, it } from 'vitest';
import { systemClock } from '../../../src/base/systemClock.ts';
import { FarmRunner } from '../../../src/research/farm/farmRunner.ts';
import type { FarmSweep } from '../../../src/research/farm/farmSweep.ts';
import type { Farm, PassData } from '../../../src/research/farm/openFarm.ts';
import type { TrialJob, TrialResult } from '../../../src/research/sweep/trial.ts';

const PASSES = 100;

/** A farm whose workers have made all passes at once, each of one trial. Nobody else is there. */
function swiftFarm(): Farm {
  const done = new Map<string, PassData>();
  const job = (id: string) => ({
    id,
    returnvalue: { results: [{ error: undefined } as unknown as TrialResult], cpuMs: 1, worker: 'w' },
    remove: () => Promise.resolve(done.delete(id)),
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

it('delivers every pass that was made before it was stopped', async () => {
  const stop = new AbortController();
  const sweep = { run: 'r', owner: 'o', load: { mostAPass: 1 } } as unknown as FarmSweep;
  const runner = new FarmRunner({ farm: swiftFarm(), sweep, clock: systemClock, tell: () => undefined });
  const jobs = Array.from({ length: PASSES }, (_, id): TrialJob => ({ id, params: {}, range: { from: 0 } }));
  let results = 0;
  const onResult = (): void => {
    results++;
    stop.abort();
  };
  await runner.run(jobs, { onResult, signal: stop.signal });
  expect(results).toBe(PASSES);
});
