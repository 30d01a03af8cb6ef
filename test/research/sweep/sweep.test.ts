import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { DAY_MS } from '../../../src/base/instant.ts';
import { p } from '../../../src/engine/params.ts';
import type { SamplerOptions } from '../../../src/research/sweep/createSampler.ts';
import { type Dimension, dimensionOf } from '../../../src/research/sweep/dimension.ts';
import { OptunaJournal } from '../../../src/research/sweep/optunaJournal.ts';
import { bestTrials, sweep } from '../../../src/research/sweep/sweep.ts';
import { clearSweep, sweepFolder, trialParams, writeResults } from '../../../src/research/sweep/sweepFolder.ts';
import { SweepJournal } from '../../../src/research/sweep/sweepJournal.ts';
import type { SweepOutcome } from '../../../src/research/sweep/sweepOutcome.ts';
import type { SweepPlan } from '../../../src/research/sweep/sweepPlan.ts';
import { heldOut, walkForward } from '../../../src/research/sweep/sweepWindows.ts';
import type { DrawnInterval } from '../../../src/research/metrics/drawnFigures.ts';
import type { TrialJob, TrialResult, TrialRunner } from '../../../src/research/sweep/trial.ts';
import { optunaStudies } from './optunaStudies.ts';

const SPAN = { from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 9, 31) };

function dimension(name: string, made: ReturnType<typeof dimensionOf>): Dimension {
  if ('problem' in made) throw new Error(`${name}: ${made.problem}`);
  return made;
}
const DIMENSIONS = [
  dimension('x', dimensionOf('strategies.s.params.x', p.decimal('1'), { from: '0', to: '10', step: '0.5' })),
  dimension('y', dimensionOf('strategies.s.params.y', p.pick(['slow', 'fast'], 'slow'), {})),
  dimension('z', dimensionOf('strategies.s.params.z', p.int(1), { from: '1', to: '100', log: true })),
];

function planOf(sampler: Partial<SamplerOptions> = {}, more: Partial<SweepPlan> = {}): SweepPlan {
  return {
    id: 'test-0123456789ab',
    dimensions: DIMENSIONS,
    sampler: { sampler: 'tpe', trials: 30, seed: '1', multivariate: false, ...sampler },
    batch: 6,
    band: 'fitted',
    draws: 0,
    latency: { entryMs: 50, responseMs: 50 },
    objective: 'profit',
    direction: 'maximize',
    windows: heldOut(SPAN, 0.3),
    best: 3,
    ...SPAN,
    ...more,
  };
}

/** What a run would come to: best around x = 7, y = fast; z does not matter. */
function resultOf({ params, range }: TrialJob): TrialResult {
  const x = Number(params['strategies.s.params.x']);
  const isFast = params['strategies.s.params.y'] === 'fast';
  const count = Math.round((range.to! - range.from!) / DAY_MS);
  const profit = 10 - (x - 7) ** 2 + (isFast ? 3 : 0) + count / 100;
  const returns = Array.from({ length: count }, (_, i) => profit / 1e4 + ((i % 3) - 1) / 500);
  const days = returns.map((_, i) => range.from! + i * DAY_MS);
  const figures = { profit: x > 9.5 ? null : profit, risk_return_ratio: profit / 30, sharpe: profit };
  return { figures, days, returns, snapshots: count, fills: 100, digest: `${x} ${isFast} ${count}`, ...(x > 9.5 ? { because: 'no' } : {}) };
}

/** Gives results in an order of its own, and none after so many. */
function runnerOf(made: TrialJob[] = [], stopAfter = Infinity): TrialRunner {
  return {
    async run(jobs, { onResult, onProgress }) {
      for (const job of jobs.toReversed()) {
        if (made.length >= stopAfter) return;
        made.push(job);
        onResult(job, resultOf(job));
        onProgress?.(made.length);
      }
    },
    close: async () => undefined,
  };
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-sweep-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function swept(plan: SweepPlan, runner: TrialRunner, name = 'a'): Promise<{ outcome: SweepOutcome; path: string }> {
  const place = sweepFolder(join(folder, name), plan.id);
  const journal = new SweepJournal(place.journal, plan.id);
  const listener = new OptunaJournal(place.optuna, plan, { now: () => SPAN.to });
  try {
    const outcome = await sweep({ plan, runner, journal, listener });
    writeResults(place, outcome);
    return { outcome, path: place.path };
  } finally {
    journal.close();
  }
}

const filesOf = (path: string): string[] =>
  ['results.jsonl', 'summary.json', 'optuna.journal.log'].map((file) => readFileSync(join(path, file), 'utf8'));

describe('a sweep', () => {
  it('finds the best parameters, shows them out of sample, and says which ones matter', { tags: 'long' }, async () => {
    const { outcome, path } = await swept(planOf({ trials: 60 }), runnerOf());
    const { best } = outcome.windows[0]!;
    const chosen = outcome.trials[best!]!;
    expect(Math.abs(Number(chosen.params['strategies.s.params.x']) - 7)).toBeLessThanOrEqual(0.5);
    expect(chosen.params['strategies.s.params.y']).toBe('fast');
    expect(chosen.inSample.snapshots).toBe(21);
    expect(chosen.outOfSample!.snapshots).toBe(9);
    expect(outcome.trials.filter(({ outOfSample }) => outOfSample !== undefined)).toHaveLength(3);
    expect(bestTrials(outcome.plan, outcome.trials)[0]).toBe(chosen);
    expect(outcome.importance.map(({ name }) => name.at(-1))[0]).toBe('x');
    expect(outcome.windows[0]!.significance).toMatchObject({ trials: 60, days: 21 });
    expect(outcome.overall).toMatchObject({ trials: 60, days: 9 });
    expect(trialParams(path, best!)).toEqual(chosen.params);
    expect(() => trialParams(path, 60)).toThrow('has trials 0 to 59');
    expect(() => trialParams(folder, 0)).toThrow('there is no');
  });

  it('minimises where that is wanted', async () => {
    const { outcome } = await swept(planOf({}, { direction: 'minimize' }), runnerOf());
    const values = outcome.trials.flatMap(({ value }) => value ?? []);
    expect(outcome.trials[outcome.windows[0]!.best!]!.value).toBe(Math.min(...values));
  });

  it('comes to the same, file for file, when it is stopped anywhere and taken up again', { tags: 'long' }, async () => {
    const plan = planOf({ halving: { rungs: 2, reduction: 3 } }, { windows: walkForward(SPAN, WALK) });
    const whole = await swept(plan, runnerOf(), 'whole');
    for (const stopAfter of [1, 7, 40]) {
      const name = `stopped ${stopAfter}`;
      const first: TrialJob[] = [];
      await expect(swept(plan, runnerOf(first, stopAfter), name)).rejects.toSatisfy((error) => isFault(error, 'canceled'));
      // A crash in the middle of a line.
      appendFileSync(join(folder, name, plan.id, 'journal.jsonl'), '{"key":{"wind');
      const second: TrialJob[] = [];
      const again = await swept(plan, runnerOf(second), name);
      expect(filesOf(again.path)).toEqual(filesOf(whole.path));
      expect(first).toHaveLength(stopAfter);
      expect(second.length).toBeGreaterThan(0);
      const third: TrialJob[] = [];
      await swept(plan, runnerOf(third), name);
      expect(third).toEqual([]);
    }
  });

  it('walks forward: chooses by each window what the days after it show', async () => {
    const { outcome } = await swept(planOf({ trials: 10 }, { windows: walkForward(SPAN, WALK) }), runnerOf());
    expect(outcome.windows).toHaveLength(3);
    expect(outcome.windows.map(({ inSample, outOfSample }) => [inSample.to, outOfSample!.from, outOfSample!.to])).toEqual(
      [10, 17, 24].map((day) => [SPAN.from + day * DAY_MS, SPAN.from + day * DAY_MS, Math.min(SPAN.to, SPAN.from + (day + 7) * DAY_MS)]),
    );
    expect(outcome.trials.map(({ number }) => number)).toEqual(outcome.trials.map((_, i) => i));
    expect(outcome.overall).toMatchObject({ days: 20, trials: 30 });
    expect(() => walkForward({ from: 0, to: DAY_MS }, WALK)).toThrow(/needs 13 d 12 h .* and 1 d 0 h are recorded: 12 d 12 h too little/);
  });

  it('counts a day once that lies out of sample in several windows', async () => {
    const windows = walkForward(SPAN, { ...WALK, stepMs: 2 * DAY_MS });
    const { outcome } = await swept(planOf({ trials: 10 }, { windows }), runnerOf());
    expect(outcome.windows.length).toBeGreaterThan(3);
    // Days 10 to 17, 18 to 25, 26 to 30.
    expect(outcome.overall).toMatchObject({ days: 7 + 7 + 4 });
  });

  it('refuses more windows than it would look at', () => {
    expect(() => walkForward(SPAN, { inSampleMs: DAY_MS, outOfSampleMs: DAY_MS, stepMs: 600_000 })).toThrow(
      'sweep.walkForward.step: expected at most 1000 windows, and 10 min makes more',
    );
  });

  it('says nothing of luck when only one of the trials has a Sharpe ratio', async () => {
    const runner: TrialRunner = {
      async run(jobs, { onResult }) {
        for (const job of jobs) {
          const { figures, ...rest } = resultOf(job);
          onResult(job, { ...rest, figures: { ...figures, profit: job.id, risk_return_ratio: job.id === 11 ? 0.4 : null } });
        }
      },
      close: async () => undefined,
    };
    const { outcome } = await swept(planOf({ sampler: 'random', trials: 12 }), runner);
    expect(outcome.windows[0]!.significance).toEqual({
      because: expect.stringContaining('fewer than two trials have a Sharpe ratio') as unknown,
    });
  });

  it('compares trials by the worse end of their draws, and says which ones they do not tell apart', async () => {
    const intervalOf = (x: number): DrawnInterval => (x === 0.5 ? { low: 1, high: 12 } : { low: x < 5 ? x : 5 - x, high: 2 * x });
    const runner: TrialRunner = {
      async run(jobs, { onResult }) {
        for (const job of jobs) {
          const x = Number(job.params['strategies.s.params.x']);
          onResult(job, { ...resultOf(job), figures: { profit: x }, drawn: { profit: x > 9 ? null : intervalOf(x) } });
        }
      },
      close: async () => undefined,
    };
    const plan = planOf({ sampler: 'grid', trials: undefined }, { dimensions: [DIMENSIONS[0]!], draws: 20 });
    const { outcome } = await swept(plan, runner);
    const best = outcome.trials[outcome.windows[0]!.best!]!;
    expect([best.params['strategies.s.params.x'], best.value]).toEqual(['4.5', 4.5]);
    const said = `20 draws do not tell trial ${best.number} from 14 other trials: their intervals of profit overlap`;
    expect(outcome.warnings).toContain(said);
    expect(outcome.trials.filter(({ state }) => state === 'failed').map(({ params }) => params['strategies.s.params.x'])).toEqual([
      '9.5',
      '10',
    ]);
    const least = await swept({ ...plan, direction: 'minimize' }, runner, 'least');
    expect(least.outcome.trials[least.outcome.windows[0]!.best!]!.params['strategies.s.params.x']).toBe('0');
  });

  it('names the most frequent reasons why runs failed, and counts the others', async () => {
    const runner: TrialRunner = {
      async run(jobs, { onResult }) {
        for (const job of jobs) onResult(job, { ...resultOf(job), figures: {}, error: `threw: ${job.id < 4 ? 'again' : job.id}` });
      },
      close: async () => undefined,
    };
    const { outcome } = await swept(planOf({ sampler: 'random', trials: 30 }), runner);
    const failed = outcome.warnings.filter((text) => text.includes('failed'));
    expect(failed).toHaveLength(6);
    expect([failed[0], failed[1], failed[5]]).toEqual([
      '4 runs failed: threw: again',
      '1 run failed: threw: 4',
      '22 runs failed for other reasons, which results.jsonl names',
    ]);
  });

  it('warns of what makes the best look better than it is', async () => {
    const { outcome } = await swept(planOf({ sampler: 'random', trials: 12 }, { windows: heldOut(SPAN, 0) }), {
      async run(jobs, { onResult }) {
        for (const job of jobs) {
          const x = Number(job.params['strategies.s.params.x']);
          const isWorthless = x === 3;
          const figures = isWorthless ? { profit: null } : { profit: x, risk_return_ratio: x / 100 };
          const returns = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? 0.01 : -0.0099));
          onResult(job, { figures, days: [], returns, snapshots: 1, fills: 3, digest: '' });
        }
      },
      close: async () => undefined,
    });
    const text = outcome.warnings.join('\n');
    expect(text).toContain('had 3 fills in sample: too few');
    expect(text).toContain('nothing was kept out of sample');
    expect(text).toContain('may be luck: deflated Sharpe ratio 0.');
    const corner = await swept(planOf({ sampler: 'grid', trials: 4 }, { dimensions: DIMENSIONS.slice(0, 2) }), runnerOf(), 'corner');
    expect(corner.outcome.warnings.join('\n')).toContain('only the first 4 of 42 combinations of the grid were tried');
    const edge = await swept(
      planOf({ sampler: 'grid', trials: undefined }, { dimensions: [DIMENSIONS[0]!], direction: 'minimize' }),
      runnerOf(),
      'edge',
    );
    expect(edge.outcome.warnings.join('\n')).toContain('strategies.s.params.x: the best value 0 is at the edge of the space');
    expect(edge.outcome.warnings.join('\n')).toContain('1 of 21 trials have no profit: no');
  });
});

const WALK = { inSampleMs: 10 * DAY_MS, outOfSampleMs: 7 * DAY_MS, stepMs: 7 * DAY_MS };

describe('the journal of a sweep', () => {
  it('refuses what is not its own', async () => {
    const plan = planOf();
    const { path } = await swept(plan, runnerOf());
    const file = join(path, 'journal.jsonl');
    expect(() => new SweepJournal(file, 'other')).toThrow('is of the sweep test-0123456789ab, not of other');
    await expect(swept(planOf({ seed: '2' }), runnerOf())).rejects.toThrow('was tried with other parameters');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"complete"', '"comp'));
    expect(() => new SweepJournal(file, plan.id)).toThrow('journal.jsonl:2: no JSON');
    writeFileSync(file, '{"sweep":"test-0123456789ab","version":2}\n');
    expect(() => new SweepJournal(file, plan.id)).toThrow('is of version 2');
    clearSweep(sweepFolder(join(folder, 'a'), plan.id));
    expect(sweepFolder(join(folder, 'a'), plan.id).hasBegun).toBe(false);
  });
});

describe('the journal for Optuna', () => {
  it('keeps the rules of its format, and tells of every trial', { tags: 'long' }, async () => {
    const { outcome, path } = await swept(planOf({ trials: 40 }), runnerOf());
    const [study] = optunaStudies(readFileSync(join(path, 'optuna.journal.log'), 'utf8'));
    expect(study).toMatchObject({ name: 'test-0123456789ab', direction: 'maximize' });
    expect(study!.trials).toHaveLength(40);
    for (const [i, { state, value, params }] of study!.trials.entries()) {
      const trial = outcome.trials[i]!;
      expect(state).toBe(trial.state === 'failed' ? 'fail' : 'complete');
      expect(value).toBe(trial.value);
      expect(params['strategies.s.params.y']).toBe(trial.params['strategies.s.params.y']);
      for (const name of ['x', 'z'])
        expect(params[`strategies.s.params.${name}`]).toBe(Number(trial.params[`strategies.s.params.${name}`]));
    }
  });

  it('has a study for each window, and shows halved trials as pruned', async () => {
    const plan = planOf({ halving: { rungs: 2, reduction: 3 }, trials: 9 }, { windows: walkForward(SPAN, WALK), direction: 'minimize' });
    const { outcome, path } = await swept(plan, runnerOf());
    const studies = optunaStudies(readFileSync(join(path, 'optuna.journal.log'), 'utf8'));
    expect(studies.map(({ name }) => name)).toEqual([0, 1, 2].map((i) => `test-0123456789ab, window ${i}`));
    const states = studies.flatMap(({ trials }) => trials.map(({ state }) => state));
    expect(states).toEqual(outcome.trials.map(({ state }) => ({ complete: 'complete', halved: 'pruned', failed: 'fail' })[state]));
    expect(studies[0]!.trials[0]!.intermediate.get(0)).toBe(outcome.trials[0]!.rungs[0]!.value);
  });
});
