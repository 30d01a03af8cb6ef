import { describe, expect, it } from 'vitest';
import { drawsNote, sweepColumns, sweepLines, sweepRecord, type SweptSweep } from '../../src/cli/sweepText.ts';
import { WorkTally } from '../../src/cli/workTally.ts';
import { sweepWarnings } from '../../src/research/sweep/sweepWarnings.ts';
import type { SweepPlan } from '../../src/research/sweep/sweepPlan.ts';
import type { SweepTrial } from '../../src/research/sweep/sweepTrial.ts';

const SPAN = { from: 0, to: 1000 };

function trialOf(figures: Readonly<Record<string, number | null>>): SweepTrial {
  const result = { figures, days: [], returns: [], snapshots: 9, fills: 3, digest: '', drawn: { profit: { low: -1.23456789, high: 4 } } };
  return { number: 0, window: 0, params: {}, state: 'complete', rungs: [], value: 1, inSample: result, outOfSample: result };
}

function sweptBy(objective: string, draws = 0): SweptSweep {
  return sweptOf([], objective, draws);
}

function sweptOf(trials: readonly SweepTrial[], objective: string, draws = 0): SweptSweep {
  const plan: SweepPlan = {
    id: 's',
    dimensions: [],
    sampler: { sampler: 'random', trials: 1, multivariate: false, halving: undefined, seed: '1' },
    batch: 1,
    band: 'fitted',
    draws,
    latency: { entryMs: 0, responseMs: 0 },
    objective,
    direction: 'maximize',
    windows: [],
    best: 1,
    ...SPAN,
  };
  const windows = [{ inSample: SPAN, outOfSample: SPAN, best: 0, significance: { because: 'none' } }];
  const outcome = { plan, trials, windows, overall: { because: 'none' }, importance: [], warnings: [] };
  return { folder: '/s', hash: 'h', seconds: 1, currency: 'EUR', work: new WorkTally(), outcome };
}

function cells(swept: SweptSweep, trial: SweepTrial, isExact = false): Record<string, unknown> {
  return Object.fromEntries(sweepColumns(swept, isExact).map(({ key, title, value }) => [title ?? key, value(trial)]));
}

describe(sweepColumns, () => {
  it('says the unit of each figure', () => {
    const trial = trialOf({ profit: 93.9412345, max_drawdown_samples: -0.00081033, sharpe: 1.23 });
    expect(cells(sweptBy('profit', 20), trial)).toMatchObject({
      'profit in sample': '93.941 EUR',
      '90 % of draws': '-1.2346 to 4 EUR',
      'out of sample': '93.941 EUR',
      drawdown: '-0.081033 %',
    });
    expect(cells(sweptBy('sharpe'), trial)).toMatchObject({ 'sharpe in sample': '1.23', 'profit out of sample': '93.941 EUR' });
  });

  it('gives programs the bare numbers', () => {
    expect(cells(sweptBy('profit', 20), trialOf({ profit: 93.9412345, max_drawdown_samples: -0.00081033 }), true)).toMatchObject({
      'profit in sample': 93.9412345,
      '90 % of draws': '-1.23456789 to 4',
      drawdown: -0.00081033,
    });
  });

  it('leaves out what has no value', () => {
    expect(cells(sweptBy('profit'), trialOf({ profit: null }))).toMatchObject({ 'profit in sample': undefined, drawdown: undefined });
  });
});

describe(drawsNote, () => {
  it('says what draws cost and how to do without them, and nothing without draws', () => {
    const said = 'each run is drawn anew 20 times, which takes about 21 times as long; sweep.draws: 0 compares by the fitted runs alone';
    expect(drawsNote({ draws: 20 })).toEqual([said]);
    expect(drawsNote({ draws: 0 })).toEqual([]);
  });
});

describe(sweepRecord, () => {
  it('has of each trial all that the table has', () => {
    const swept = sweptOf([trialOf({ profit: 93.9412345, sharpe: 1.23, max_drawdown_samples: -0.00081033 })], 'sharpe', 20);
    const [best] = sweepRecord(swept, 1)['best'] as readonly Record<string, unknown>[];
    expect(Object.keys(best!)).toEqual(
      expect.arrayContaining(sweepColumns(swept, true).flatMap(({ key }) => (key === 'trial' ? [] : [key]))),
    );
    expect(best).toMatchObject({ trial: 0, inSample: 1.23, drawdown: -0.00081033, fills: 3 });
  });

  it('has null for a drawdown that is not known', () => {
    expect(sweepRecord(sweptOf([trialOf({ profit: 1 })], 'profit'), 1)['best']).toMatchObject([{ drawdown: null }]);
  });
});

describe(sweepLines, () => {
  it('says once why there is no deflated Sharpe ratio', () => {
    const { outcome, ...swept } = sweptOf([trialOf({ profit: 1 })], 'profit');
    const plan = { ...outcome.plan, windows: outcome.windows };
    const windows = outcome.windows.map((window) => ({ ...window, significance: { because: 'it needs a week' } }));
    const found = { ...outcome, plan, windows, overall: { because: 'it needs a week after it' } };
    const lines = sweepLines({ ...swept, outcome: { ...found, warnings: sweepWarnings(found) } });
    expect(lines.filter((line) => line.includes('it needs'))).toEqual([
      'deflated Sharpe ratio in sample: it needs a week',
      'deflated Sharpe ratio out of sample: it needs a week after it',
    ]);
    expect(lines).toContain('warning trial 0 had 3 fills in sample: too few to tell skill from luck');
  });
});
