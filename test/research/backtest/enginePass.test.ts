import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { seededRandom } from '../../../src/base/random.ts';
import type { EngineSettings } from '../../../src/engine/engineState.ts';
import type { StrategyContext, StrategyDefinition } from '../../../src/engine/strategy.ts';
import type { BookView } from '../../../src/market/bookView.ts';
import type { BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import { enginePass } from '../../../src/research/backtest/enginePass.ts';
import type { BandRun } from '../../../src/research/runRecord.ts';
import { BTC } from '../../engine/fixtures.ts';
import { handlers, marketRows, settingsOf } from '../drawn/fixtures.ts';
import { NO_LIMITS, optionsOf } from './fixtures.ts';
import { type Levels, recordedMarket, type Row } from './recordedMarket.ts';

type Sides = Pick<Extract<Row, { bids: Levels }>, 'bids' | 'asks'>;
const levelsAt = (bid: string, ask: string): Sides => ({ bids: [[bid, '3']], asks: [[ask, '3']] });

interface Made {
  readonly run: BandRun;
  /** What was told of, each as `at type` and what else there is to say. */
  readonly told: readonly Record<string, unknown>[];
}

function made(
  definition: StrategyDefinition,
  rows: readonly Row[],
  engine: Partial<EngineSettings> = {},
  more: Partial<BacktestOptions> = {},
): Made {
  const options = optionsOf({ ...settingsOf(definition, {}), ...engine }, [recordedMarket(BTC, rows)], more);
  const told: Record<string, unknown>[] = [];
  const pass = enginePass(options, ['fitted'], { event: (_band, line) => told.push(JSON.parse(line) as Record<string, unknown>) }).run()!;
  return { run: pass.runs[0]!, told };
}

const of = ({ told }: Made, ...types: string[]): unknown[] =>
  told.filter(({ type }) => types.includes(type as string)).map(({ at, type }) => `${at as number} ${type as string}`);

describe('a pass of the engine', () => {
  it('sees a loss that is there only between two heartbeats', () => {
    const quoting = handlers(() => ({
      onBook: (_book, ctx) => ctx.quoteTicks(ctx.positionLots > 0 ? 5_000_000 + ctx.now : 6_000_000, 10_000, 0, 0),
    }));
    const rows: Row[] = [
      { at: 0, ...levelsAt('60000', '60010') },
      { at: 300, ...levelsAt('59990', '60000') },
      { at: 2300, ...levelsAt('59990', '60000') },
      { at: 3200, ...levelsAt('56000', '56010') },
      { at: 3800, ...levelsAt('59990', '60000') },
      { at: 4500, ...levelsAt('59990', '60000') },
    ];
    const limits = { ...NO_LIMITS, maxDailyLoss: { amount: dec('300'), currency: 'EUR' } };
    const { run, told } = made(quoting, rows, { limits });
    expect(run.fills.length).toBeGreaterThan(0);
    // The order that it would have moved at that book, and nothing after it was back.
    const refused = told.filter(({ type, rule }) => type === 'refused' && rule === 'daily-loss');
    expect(refused.map(({ at }) => at)).toEqual([3200]);
    expect(told.filter(({ type }) => type === 'halted')).toEqual([]);
  });

  it('takes no part of a wallet for free that the venue may have told too early', () => {
    const selling = handlers(() => ({
      onBook: (_book, ctx) => ctx.quoteTicks(0, 0, ctx.now < 100 ? 6_000_000 : 7_000_000, ctx.now < 100 || ctx.now > 2010 ? 20_000 : 0),
      onFill: (_fill, ctx) => ctx.quoteTicks(0, 0, 0, 0),
    }));
    const rows = [0, 90, 600, 900, 1200, 2050, 2150].map((at): Row => ({
      at,
      ...(at === 0 ? levelsAt('59990', '60000') : levelsAt('60000', '60010')),
    }));
    const more = { balances: { EUR: dec('0'), BTC: dec('0.35') }, poll: { booksMs: 1000, ordersMs: 100, balancesMs: 500 } };
    const { run, told } = made(selling, rows, {}, more);
    expect(run.fills.length).toBe(1);
    // Nearly 0.2 of 0.35 are gone: what is left does not hold another 0.2.
    expect(told.filter(({ type, rule }) => type === 'refused' && rule === 'balance').length).toBeGreaterThan(0);
    expect(run.orders.placed).toBe(1);
  });

  it('refuses what is wanted before the first book, and counts it', () => {
    const early = handlers(() => ({ onTimer: (ctx) => ctx.quoteTicks(5_000_000 + ctx.now, 900, 0, 0) }));
    const rows: Row[] = [{ at: 0, baseVolume: '1' }, ...[3000, 3500, 4200].map((at): Row => ({ at, ...levelsAt('59990', '60000') }))];
    const { run } = made(early, rows);
    expect(run.refusals['s']).toMatchObject({ 'stale-data': expect.any(Number) as unknown });
  });

  it.each(['keep', 'cancel'] as const)('lets a strategy want nothing any more when it ends (%s)', (onStop) => {
    const last = handlers(() => ({
      onBook: () => undefined,
      onStop: (ctx) => ctx.quote([{ side: 'Buy', price: 50_000, amount: dec('0.01') }]),
    }));
    const rows = [0, 500, 900].map((at): Row => ({ at, ...levelsAt('59990', '60000') }));
    expect(made(last, rows, {}, { onStop }).run.orders).toEqual({ placed: 0, replaced: 0, canceled: 0 });
  });

  it('looks at the last book of a range, not at the one beyond', () => {
    const rows: Row[] = [
      { at: 0, ...levelsAt('59990', '60000') },
      { at: 500, ...levelsAt('59990', '60000') },
      { at: 900, ...levelsAt('59000', '59010') },
    ];
    const buying = handlers(() => ({
      onBook(_book, ctx) {
        const rungs = ctx.now < 500 ? [59_900] : [59_900, 59_950];
        ctx.quote(rungs.flatMap((price) => [price, price - 1].map((at) => ({ side: 'Buy' as const, price: at, amount: dec('0.01') }))));
      },
    }));
    const latency = { entryMs: 0, responseMs: 0 };
    const { run } = made(buying, rows, {}, { latency, poll: { booksMs: 1000, ordersMs: 1, balancesMs: 1000 }, range: { to: 600 } });
    expect([run.fills.length, run.orders.placed > 0]).toEqual([0, true]);
    expect(made(buying, rows, {}, { latency, poll: { booksMs: 1000, ordersMs: 1, balancesMs: 1000 } }).run.fills.length).toBeGreaterThan(0);
  });

  it.each<[string, StrategyDefinition, string]>([
    [
      'waits',
      handlers(() => ({
        onBook: (async (_book: BookView, ctx: StrategyContext) => {
          ctx.quoteTicks(5_000_000, 50, 0, 0);
          await Promise.reject(new Error('later'));
        }) as unknown as (book: BookView, ctx: StrategyContext) => void,
      })),
      'onBook',
    ],
    ['waits from the beginning', handlers((async () => ({})) as unknown as StrategyDefinition['setup']), 'setup'],
    ['has no handlers', handlers((() => undefined) as unknown as StrategyDefinition['setup']), 'setup'],
    [
      'keeps too much',
      handlers(() => ({
        onBook(_book, ctx) {
          ctx.state.set('all', 'x'.repeat(100_001));
          ctx.quoteTicks(5_000_000, 50, 0, 0);
        },
      })),
      'onBook',
    ],
    [
      'throws',
      handlers(() => ({
        onBook: () => {
          throw new Error('no');
        },
      })),
      'onBook threw: no',
    ],
  ])('stops a strategy that %s, and says so', (_name, definition, why) => {
    const result = made(definition, marketRows(seededRandom('noticed'), 50));
    expect(result.run.warnings.find((text) => text.includes('s was stopped: '))).toContain(why);
    expect(of(result, 'strategy-stopped')).toHaveLength(1);
  });

  it('goes on with a strategy that catches what its orders by hand throw', () => {
    const careless = handlers(() => ({
      onBook(_book, ctx) {
        try {
          ctx.place({ side: 'Buy', price: 50_000, amount: dec('0.01') });
        } catch {
          // Whoever catches everything.
        }
      },
    }));
    const { run } = made(careless, marketRows(seededRandom('noticed'), 50));
    expect(run.orders.placed).toBeGreaterThan(1);
    expect(run.warnings.filter((text) => text.includes('was stopped'))).toEqual([]);
  });
});
