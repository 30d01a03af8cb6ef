import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/base/instant.ts';
import { strategy, type StrategyContext, type StrategyHandlers } from '../../../src/engine/strategy.ts';
import { EMA } from '../../../src/market/ema.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import type { BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import { backtestChecks } from '../../../src/research/backtest/backtestChecks.ts';
import { decidedPass } from '../../../src/research/backtest/decidedPass.ts';
import { enginePass } from '../../../src/research/backtest/enginePass.ts';
import { COLD, warmUpBands } from '../../../src/research/backtest/warmUpBands.ts';
import type { WarmUp } from '../../../src/model/warmUp.ts';
import { runTrials } from '../../../src/research/sweep/runTrials.ts';
import { SessionDecoder } from '../../../src/session/sessionDecoder.ts';
import { SessionEncoder } from '../../../src/session/sessionEncoder.ts';
import { BTC } from '../../engine/fixtures.ts';
import { EngineBench } from '../../engine/engineBench.ts';
import { engineOf, optionsOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

/** Recordings begin at the beginning of an hour. */
const BEGIN = 490_000 * 60 * MINUTE_MS;
const MINUTES = 30;

/** Ten books a minute, of a mid that goes up and down, with a gap of three minutes. */
const ROWS: readonly Row[] = Array.from({ length: MINUTES * 10 }, (_, i) => i)
  .filter((i) => i < 50 || i >= 80)
  .map((i) => {
    const bid = 6_000_000 + Math.round(Math.sin(i / 17) * 2000) + ((i * 7919) % 301);
    return { at: i * 6000, bids: [[bid, 100_000]], asks: [[bid + 2 + (i % 3), 100_000]] };
  });

/** Buys above an average of candles, sells below; writes down each candle. */
function setUp(told: string[], period = 5) {
  return (context: StrategyContext): StrategyHandlers => {
    const average = context.candles('1m').use(new EMA(period));
    let wasAbove = false;
    return {
      onCandle({ from, open, high, low, close, books, missed }, ctx) {
        told.push([ctx.now - BEGIN, from - BEGIN, open, high, low, close, books, missed, average.value].join(' '));
        const isAbove = close > average.value!;
        if (isAbove !== wasAbove) ctx.place({ side: isAbove ? 'Buy' : 'Sell', amount: BTC.minVolume });
        wasAbove = isAbove;
      },
    };
  };
}

function optionsFor(told: string[], more: Partial<BacktestOptions> = {}): BacktestOptions {
  const market = recordedMarket(BTC, ROWS, BEGIN);
  const definition = strategy({ about: '', params: {}, setup: (_params, { context }) => setUp(told)(context) });
  const engine = engineOf(() => ({}), { strategies: [{ name: 's', symbol: 'BTC/EUR', definition, params: {} }] });
  const past: BacktestOptions['past'] = (_symbol, from, to) =>
    recordedMarket(
      BTC,
      ROWS.filter(({ at }) => BEGIN + at >= from && BEGIN + at < to),
      BEGIN,
    ).open();
  return optionsOf(engine, [market], { past, ...more });
}

/** The candles that a pass of one band told. */
function toldBy(options: (told: string[]) => BacktestOptions): { told: string[]; warnings: readonly string[] } {
  const told: string[] = [];
  const pass = enginePass(options(told), ['fitted']).run();
  return { told, warnings: pass!.runs[0]!.warnings };
}

describe('a backtest with candles', () => {
  const whole = toldBy((told) => optionsFor(told));
  const after = (from: number) => whole.told.filter((line) => Number(line.split(' ')[1]) >= from);

  it('that begins later tells the same candles when it is warmed up, from its first minute on', () => {
    const from = BEGIN + 15 * MINUTE_MS;
    const late = toldBy((told) => optionsFor(told, { range: { from } }));
    // The candle before closes with the first book of the range; it is of the warm-up.
    expect(late.told.map((line) => line.split(' ').slice(0, -1).join(' '))).toEqual(
      after(14 * MINUTE_MS).map((line) => line.split(' ').slice(0, -1).join(' ')),
    );
    expect(late.warnings.filter((warning) => warning.includes('warm'))).toEqual([]);
    const all = toldBy((told) => {
      const options = optionsFor(told, { range: { from } });
      const strategies = options.engine.strategies.map((one) => ({ ...one, warmUpMs: 15 * MINUTE_MS }));
      return { ...options, engine: { ...options.engine, strategies } };
    });
    expect(all.told).toEqual(after(14 * MINUTE_MS));
  });

  it('says what it was not warmed up with, and is told the candles that it would be told without', () => {
    const from = BEGIN + 2 * MINUTE_MS;
    const late = toldBy((told) => optionsFor(told, { range: { from } }));
    expect(late.warnings[0]).toMatch(/^s wants the 6 min before the start to warm up, and of BTC\/EUR 2 min of that is recorded/);
    const cold = toldBy((told) => optionsFor(told, { range: { from }, past: undefined }));
    expect(cold.warnings.join(' ')).not.toContain('warm');
    expect(cold.told[0]!.split(' ')[1]).toBe(String(9 * MINUTE_MS));
  });

  it('names what it was warmed up with in its manifest, and passes its checks', { tags: 'long' }, () => {
    const from = BEGIN + 12 * MINUTE_MS;
    const { manifest } = backtest(optionsFor([], { range: { from } }));
    const other = backtest(optionsFor([], { range: { from }, past: () => recordedMarket(BTC, ROWS.slice(20, 30), BEGIN).open() }));
    expect(manifest.data['warm-up']).toMatch(/^[0-9a-f]{64}$/);
    expect(other.manifest.data['warm-up']).not.toBe(manifest.data['warm-up']);
    expect(other.manifest.id).not.toBe(manifest.id);
    const options = optionsFor([], { range: { from } });
    const results = backtestChecks(options, decidedPass(enginePass(options).run()!));
    expect(results.map(({ check, outcome }) => [check, outcome])).toContainEqual(['look-ahead', 'passed']);
    expect(results.map(({ check, outcome }) => [check, outcome])).toContainEqual(['determinism', 'passed']);
  });

  it('tells the candles that a daemon is told, and a replay of its session', () => {
    const live: string[] = [];
    const bench = new EngineBench(optionsFor(live).engine, { at: BEGIN, pairs: [BTC] });
    bench.send({ type: 'set-up' });
    const cursor = recordedMarket(BTC, ROWS, BEGIN).open();
    while (cursor.next() !== 0) {
      bench.now = cursor.at;
      bench.book(cursor.book);
      // What is sent is compared as it was when it was sent.
      bench.events.pop();
    }
    expect(live).toEqual(whole.told);
    expect(live.length).toBeGreaterThan(15);
  });

  it('does the same after a restart in the middle, and a replay of that life tells the same again', () => {
    const from = BEGIN + 15 * MINUTE_MS;
    const [live, replayed]: string[][] = [[], []];
    const encoder = new SessionEncoder();
    const bench = new EngineBench(optionsFor(live!).engine, { at: from, pairs: [BTC], answers: false });
    for (const event of bench.events.slice(0)) encoder.add(event, '');
    const send = (body: Parameters<EngineBench['send']>[0]): void => {
      bench.send(body);
      encoder.add(bench.events.at(-1)!, '');
    };
    send({ type: 'set-up' });
    const [need] = bench.engine.warmUpNeeds();
    expect(need).toEqual({ symbol: 'BTC/EUR', byStrategy: { s: 6 * MINUTE_MS } });
    const bands = [{ setUp: () => [{ ...need!, byStrategy: { s: 15 * MINUTE_MS } }], warmUp: (warmUp: WarmUp) => send(warmUp) }];
    expect(warmUpBands(bands, [BTC], from, optionsFor([]).past).missing).toEqual([expect.stringContaining('11 min of that is recorded')]);
    const cursor = recordedMarket(BTC, ROWS, BEGIN).open();
    while (cursor.next() !== 0) {
      if (cursor.at < from) continue;
      bench.now = cursor.at;
      send({ type: 'book', book: cursor.book });
    }
    expect(live).toEqual(after(14 * MINUTE_MS));
    const again = new EngineBench(optionsFor(replayed!).engine, { at: from, pairs: [BTC], answers: false });
    for (const { event } of new SessionDecoder().steps(encoder.take())) if (event.sequence > 1) again.engine.process(event);
    expect(replayed).toEqual(live);
  });
});

it('warms each of the trials of one pass up as it would be alone', () => {
  const options = optionsFor([], { range: { from: BEGIN + 15 * MINUTE_MS } });
  const engineFor = ({ period }: Readonly<Record<string, string>>) => {
    const definition = strategy({ about: '', params: {}, setup: (_params, { context }) => setUp([], Number(period))(context) });
    return { ...options.engine, strategies: [{ name: 's', symbol: 'BTC/EUR', definition, params: {} }] };
  };
  const world = { options, band: 'fitted', objective: 'profit', draws: 0, engineOf: engineFor } as const;
  const job = (period: string) => ({ id: Number(period), params: { period }, range: options.range! });
  const jobs = ['2', '12'].map(job);
  const digests = (...some: ReturnType<typeof job>[]) => runTrials(world, some).map(({ digest }) => digest);
  const alone = jobs.flatMap((one) => digests(one));
  expect(digests(...jobs)).toEqual(alone);
  expect(digests(...jobs.toReversed())).toEqual(alone.toReversed());
});

it('warms nobody up who follows nothing', () => {
  expect(warmUpBands([{ setUp: () => [], warmUp: () => expect.unreachable() }], [BTC], 0, () => expect.unreachable())).toBe(COLD);
});
