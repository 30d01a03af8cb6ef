import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { Fault } from '../../../src/base/fault.ts';
import type { EngineSettings } from '../../../src/engine/engineState.ts';
import { p, strategy } from '../../../src/engine/kit.ts';
import { readParams } from '../../../src/engine/params.ts';
import type { StrategyDefinition } from '../../../src/engine/strategy.ts';
import { BlockSequence, decodeBlocks } from '../../../src/recording/blockSequence.ts';
import type { BacktestOptions, TimeRange } from '../../../src/research/backtest/backtestOptions.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import { enginePass } from '../../../src/research/backtest/enginePass.ts';
import { drawnIntervals } from '../../../src/research/metrics/drawnFigures.ts';
import { metricsOf, metricValues } from '../../../src/research/metrics/metrics.ts';
import { runTrials, type TrialWorld } from '../../../src/research/sweep/runTrials.ts';
import type { TrialJob, TrialResult } from '../../../src/research/sweep/trial.ts';
import maker from '../../../strategies/maker.ts';
import { BTC } from '../../engine/fixtures.ts';
import { NO_LIMITS, optionsOf } from '../backtest/fixtures.ts';
import { recordedMarket } from '../backtest/recordedMarket.ts';
import { WANDERS_FROM, wanderingMarket } from './wanderingMarket.ts';

const MARKET = wanderingMarket('trials', 900);

function worldOf(definition: StrategyDefinition, more: Partial<BacktestOptions> = {}): TrialWorld {
  const engineOf = (params: TrialJob['params']): EngineSettings => {
    const { values } = readParams(definition.params, params);
    return { strategies: [{ name: 's', symbol: 'BTC/EUR', definition, params: values }], limits: NO_LIMITS, replaces: true, seed: 'test' };
  };
  const balances = { EUR: dec('1000000'), BTC: dec('20') };
  const options = optionsOf(engineOf({}), [MARKET], { balances, equityEveryMs: 10_000, ...more });
  return { options, band: 'fitted', objective: 'sharpe', draws: 0, engineOf };
}

/** The same strategy twice. */
function twoOf(world: TrialWorld): TrialWorld['engineOf'] {
  return (params) => {
    const engine = world.engineOf(params);
    return { ...engine, strategies: [engine.strategies[0]!, { ...engine.strategies[0]!, name: 't' }] };
  };
}

const RANGE: TimeRange = { from: WANDERS_FROM + 100_000, to: WANDERS_FROM + 800_000 };
const jobsOf = (spreads: readonly string[], range = RANGE): TrialJob[] =>
  spreads.map((spreadBps, id) => ({ id, params: { spreadBps, size: '0.05', moveBps: '1' }, range }));
const SPREADS = ['1', '1.5', '2', '3', '4', '5', '6', '8', '10', '12', '16', '20'];

describe('runTrials', () => {
  it('comes in one pass to what the engine comes to alone, run by run', () => {
    const world = worldOf(maker);
    const results = runTrials(world, jobsOf(SPREADS));
    for (const [i, job] of jobsOf(SPREADS).entries()) {
      const pass = enginePass({ ...world.options, engine: world.engineOf(job.params), range: RANGE }, ['fitted']).run()!;
      const run = pass.runs[0]!;
      expect(results[i]!.figures).toEqual(metricValues(metricsOf(run, { currency: 'EUR', strategies: [] })));
      expect([results[i]!.fills, results[i]!.snapshots]).toEqual([run.fills.length, pass.snapshots]);
    }
    expect(results.some(({ fills }) => fills > 10)).toBe(true);
    expect(new Set(results.map(({ digest }) => digest)).size).toBeGreaterThan(8);
    expect(results[0]!.because).toContain('needs 7 days');
  });

  it('draws each run anew where that is asked for, and comes to the same without looking at the others', () => {
    const world = { ...worldOf(maker), objective: 'profit', draws: 4 };
    const results = runTrials(world, jobsOf(SPREADS.slice(0, 3)));
    const plain = runTrials({ ...world, draws: 0 }, jobsOf(SPREADS.slice(0, 3)));
    expect(results.map(({ drawn: _drawn, ...rest }) => rest)).toEqual(plain);
    for (const [i, job] of jobsOf(SPREADS.slice(0, 3)).entries()) {
      const { draws } = backtest({ ...world.options, engine: world.engineOf(job.params), range: RANGE, draws: 4 });
      expect(results[i]!.drawn).toEqual(drawnIntervals(draws));
      expect(results[i]!.drawn!['fills']!.high).toBeGreaterThan(results[i]!.drawn!['fills']!.low);
    }
    // Any metric may be the objective: that of each draw is measured then.
    const [turnover] = runTrials({ ...world, objective: 'turnover' }, jobsOf(['2']));
    expect(turnover!.drawn!['turnover']!.high).toBeGreaterThan(0);
  });

  it('comes to the same whatever the number of runs in a pass', () => {
    const world = worldOf(maker);
    const all = runTrials(world, jobsOf(SPREADS));
    for (const size of [1, 5]) {
      const chunks: TrialResult[] = [];
      for (let i = 0; i < SPREADS.length; i += size) chunks.push(...runTrials(world, jobsOf(SPREADS).slice(i, i + size)));
      expect(chunks).toEqual(all);
    }
  });

  it('comes to the same over decoded blocks, cut anywhere', () => {
    const blocks = decodeBlocks(MARKET.open(), Infinity)!;
    const all = runTrials(worldOf(maker), jobsOf(SPREADS));
    const begun: (number | undefined)[] = [];
    const markets = [{ ...MARKET, open: (from?: number) => (begun.push(from), new BlockSequence(blocks, from)) }];
    expect(runTrials(worldOf(maker, { markets }), jobsOf(SPREADS))).toEqual(all);
    // What lies before the range is not walked through.
    expect(begun).toEqual([RANGE.from]);
  });

  it('goes on with the others when one throws or never begins, and none of them notices', () => {
    const moody = strategy({
      about: 'A test.',
      params: { mood: p.int(0), lots: p.int(500) },
      setup: ({ mood, lots }) => {
        if (mood === 3) throw new Error('never begins');
        return {
          onBook({ bestBidTicks: bid, bestAskTicks: ask }, ctx) {
            if (bid === undefined || ask === undefined) return;
            if (mood === 1 && ctx.balance('EUR') === undefined) return;
            if (mood === 2 && ctx.now > WANDERS_FROM + 300_000) throw new Error('had enough');
            ctx.quoteTicks(bid, lots, ask, lots);
          },
        };
      },
    });
    const world = worldOf(moody);
    const jobs = ['0', '1', '2', '3', '0'].map((mood, id): TrialJob => ({ id, params: { mood, lots: String(400 + id) }, range: RANGE }));
    const told: number[] = [];
    const results = runTrials(world, jobs, (done) => told.push(done));
    for (const [i, job] of jobs.entries()) expect(results[i]).toEqual(runTrials(world, [job])[0]);
    // A strategy that broke must not win by what it lost no more.
    expect(results.map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      's was stopped: onBook threw: had enough',
      's was stopped: setup threw: never begins',
      undefined,
    ]);
    expect(results.map(({ figures }) => figures['profit'] === undefined)).toEqual([false, false, true, true, false]);
    expect(results[0]!.fills).toBeGreaterThan(0);
    expect(told.at(-1)).toBe(5);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  it('runs several strategies of a symbol in a pass', () => {
    const world = worldOf(maker);
    const range = { to: WANDERS_FROM + 200_000 };
    const results = runTrials({ ...world, engineOf: twoOf(world) }, jobsOf(['2', '4'], range));
    for (const [i, job] of jobsOf(['2', '4'], range).entries()) {
      const run = enginePass({ ...world.options, engine: twoOf(world)(job.params), range }, ['fitted']).run()!.runs[0]!;
      expect(results[i]!.figures).toEqual(metricValues(metricsOf(run, { currency: 'EUR', strategies: [] })));
      expect(new Set([...run.fills].map(({ fill }) => fill.strategy))).toEqual(new Set(['s', 't']));
    }
  });

  it('takes the others out of a pass that one of them has broken', () => {
    const world = worldOf(maker);
    const engineOf = (params: TrialJob['params']): EngineSettings => {
      if (params['spreadBps'] !== '3') return world.engineOf(params);
      // Its settings are read, and break what the pass makes of them.
      return { ...world.engineOf(params), strategies: undefined as unknown as EngineSettings['strategies'] };
    };
    const results = runTrials({ ...world, engineOf }, jobsOf(['2', '3', '4']));
    expect(results[1]).toMatchObject({ figures: {}, snapshots: 0, error: expect.any(String) as unknown });
    expect([results[0], results[2]]).toEqual(runTrials(world, jobsOf(['2', '4'])));
  });

  it('throws when the market can not be read: that is no result', () => {
    const open = (): never => {
      throw new Fault('store', 'the disk is gone');
    };
    const world = worldOf(maker, { markets: [{ ...MARKET, open }] });
    expect(() => runTrials(world, jobsOf(['4']))).toThrow('the disk is gone');
    expect(() => runTrials({ ...world, engineOf: twoOf(world) }, jobsOf(['4', '5']))).toThrow('the disk is gone');
  });

  it('says that nothing is recorded in a range', () => {
    const results = runTrials(worldOf(maker), jobsOf(['4', '5'], { from: 5, to: 6 }));
    expect(results.map(({ error }) => error)).toEqual(['nothing is recorded in the range', 'nothing is recorded in the range']);
    const markets = [recordedMarket(BTC, [])];
    expect(runTrials(worldOf(maker, { markets }), jobsOf(['4']))[0]!.error).toBe('nothing is recorded in the range');
  });
});
