import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.ts';
import { sweep } from '../../../src/research/sweep/sweep.ts';
import { sweepFolder, writeResults } from '../../../src/research/sweep/sweepFolder.ts';
import { SweepJournal } from '../../../src/research/sweep/sweepJournal.ts';
import { sweepSetup } from '../../../src/research/sweep/sweepSetup.ts';
import type { TrialRunner } from '../../../src/research/sweep/trial.ts';
import { TrialPool } from '../../../src/research/sweep/trialPool.ts';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { RUNNER_CONFIG, type RunnerPlace, runnerPlace } from '../sweep/trialRunnerSuite.ts';
import { redisMissing, RedisServer } from './redisServer.ts';
import { offeredSweep } from './testFarm.ts';

const NODE = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));
const WORKER = fileURLToPath(new URL('workerProcess.ts', import.meta.url));

const missing = redisMissing();
const redis = new RedisServer();
const running = new Set<ChildProcess>();
let place: RunnerPlace;
beforeAll(async () => {
  place = await runnerPlace();
  if (missing === undefined) await redis.start();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await redis.remove();
  place.remove();
});
beforeEach(({ skip }) => skip(missing !== undefined, missing));

const SEARCH = `objective: profit, sampler: tpe, trials: 18, batch: 6, best: 2, halving: { rungs: 2, reduction: 3 },
  walkForward: { inSample: 2m, outOfSample: 1m, step: 1m },`;

describe('a sweep whose workers are killed at random', () => {
  it('comes to the same bytes as on this machine: windows, promotions and the order of the estimator', async () => {
    writeFileSync(join(place.folder, 'killed.yaml'), RUNNER_CONFIG.replace('objective: profit,', SEARCH));
    const source = await place.sourceOf(0, 'killed.yaml');
    const expected = await swept('local', new TrialPool(source, 2, 2));

    const { runner } = await offeredSweep(redis.url, source, 2);
    const workers = Array.from({ length: 3 }, startWorker);
    const random = seededRandom('kills');
    let [results, kills] = [0, 0];
    const killed = await swept('farm', runner, () => {
      results++;
      if (results % 5 !== 0) return;
      kills++;
      workers.splice(random.int(workers.length), 1, startWorker())[0]!.kill('SIGKILL');
    });
    const ends = workers.map((child) => once(child, 'exit'));
    for (const child of workers) child.kill('SIGKILL');
    await Promise.all(ends);
    expect(kills).toBeGreaterThanOrEqual(8);
    expect(killed.hash).toBe(expected.hash);
    for (const [name, bytes] of Object.entries(expected.files)) expect(killed.files[name]).toEqual(bytes);
  });
});

/** A process that is killed while it begins costs nothing either. */
function startWorker(): ChildProcess {
  const folder = join(place.folder, 'farm');
  mkdirSync(folder, { recursive: true });
  const child = spawn(NODE, [WORKER, redis.url, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function swept(name: string, runner: TrialRunner, onRun: () => void = () => undefined) {
  const settings = await loadSettings({ file: join(place.folder, 'killed.yaml'), env: {} });
  const { plan } = await sweepSetup(settings, { data: join(place.folder, 'data') });
  const folder = sweepFolder(join(place.folder, name), plan.id);
  const journal = new SweepJournal(folder.journal, plan.id);
  const counting: TrialRunner = {
    run: (jobs, events) =>
      runner.run(jobs, {
        ...events,
        onResult(job, result) {
          events.onResult(job, result);
          onRun();
        },
      }),
    close: () => runner.close(),
  };
  try {
    const hash = writeResults(folder, await sweep({ plan, runner: counting, journal }));
    const files = ['results.jsonl', 'summary.json'].map((file) => [file, readFileSync(join(folder.path, file))] as const);
    return { hash, files: Object.fromEntries(files) };
  } finally {
    journal.close();
    await runner.close();
  }
}
