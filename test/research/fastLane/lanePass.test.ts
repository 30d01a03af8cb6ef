import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { seededRandom } from '../../../src/base/random.ts';
import type { EngineSettings } from '../../../src/engine/engineState.ts';
import { p, strategy } from '../../../src/engine/kit.ts';
import type { StrategyDefinition } from '../../../src/engine/strategy.ts';
import type { BookView } from '../../../src/market/bookView.ts';
import type { BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import { enginePass } from '../../../src/research/backtest/enginePass.ts';
import { fastPass } from '../../../src/research/fastLane/lanePass.ts';
import { type Band, BANDS } from '../../../src/research/runRecord.ts';
import grid from '../../../strategies/grid.ts';
import maker from '../../../strategies/maker.ts';
import { BTC } from '../../engine/fixtures.ts';
import { NO_LIMITS, optionsOf } from '../backtest/fixtures.ts';
import { recordedMarket } from '../backtest/recordedMarket.ts';
import { handlers, marketRows, orderOf, settingsOf } from './fixtures.ts';

/** Quotes at the touch, on every book. */
const touch = strategy({
  about: 'A test.',
  params: { lots: p.int(900), most: p.int(5000) },
  setup: ({ lots, most }) => ({
    onBook({ bestBidTicks: bid, bestAskTicks: ask }, ctx) {
      if (bid === undefined || ask === undefined) return;
      ctx.quoteTicks(bid, ctx.positionLots < most ? lots : 0, ask, ctx.positionLots > -most ? lots : 0);
    },
  }),
});

/** Quotes inside the spread, in two amounts a side, and changes its mind often. */
const fickle = strategy({
  about: 'A test.',
  params: {},
  setup: (_params, { context: { random } }) => ({
    onBook({ bestBidTicks: bid, bestAskTicks: ask }, ctx) {
      if (bid === undefined || ask === undefined) return;
      const price = (ticks: number): ReturnType<BookView['priceAt']> => ctx.book!.priceAt(ticks, 'down');
      const wanted = [0, 1].flatMap((i) => [
        { side: 'Buy' as const, price: price(bid - random.int(200)), amount: dec(i === 0 ? '0.02' : '0.031'), tag: `t${i}` },
        { side: 'Sell' as const, price: price(ask + random.int(200)), amount: dec('0.02') },
      ]);
      ctx.quote(wanted.slice(0, random.int(5)));
    },
  }),
});

/** Moves an order when nothing was heard of it for a while. */
const patient = strategy({
  about: 'A test.',
  params: {},
  setup: () => ({
    onBook({ bestBidTicks: bid, bestAskTicks: ask }, ctx) {
      if (bid === undefined || ask === undefined) return;
      if (ctx.orders.some(({ updatedAt }) => ctx.now - updatedAt < 3000)) return;
      ctx.quoteTicks(bid, 900, ask, 900);
    },
  }),
});

const CASES: readonly [name: string, engine: EngineSettings, more: Partial<BacktestOptions>][] = [
  ['a touch quoter', settingsOf(touch, {}), {}],
  ['a touch quoter with amounts too coarse for nonces', settingsOf(touch, { lots: '20', most: '100' }), {}],
  ['a touch quoter at a venue that does not replace', { ...settingsOf(touch, { lots: '2500' }), replaces: false }, {}],
  [
    'a touch quoter in tight limits',
    {
      ...settingsOf(touch, { lots: '3000', most: '30000' }),
      limits: {
        ...NO_LIMITS,
        maxOrderValue: { amount: dec('1800'), currency: 'EUR' },
        budgets: { s: { amount: dec('5000'), currency: 'EUR' } },
        maxOrdersPerMinute: 25,
        maxOpenOrders: 2,
        priceCollar: dec('0.0005'),
        staleAfterMs: 900,
      },
    },
    {},
  ],
  ['a touch quoter in a tight rate budget', settingsOf(touch, {}), { rate: { perSecond: 1, burst: 2 } }],
  [
    'a touch quoter far from the venue',
    settingsOf(touch, {}),
    { latency: { entryMs: 400, responseMs: 700 }, poll: { ordersMs: 5000, balancesMs: 3000 } },
  ],
  ['the maker', settingsOf(maker, { spreadBps: '8', size: '0.05', moveBps: '1' }), {}],
  ['the maker that leaves its orders', settingsOf(maker, { spreadBps: '8', size: '0.05' }), { onStop: 'keep' }],
  ['the grid', settingsOf(grid, { levels: '4', stepBps: '3', size: '0.02' }), {}],
  ['the grid at a venue that does not replace', { ...settingsOf(grid, { levels: '3', stepBps: '3', size: '0.02' }), replaces: false }, {}],
  ['ladders of many minds', settingsOf(fickle, {}), {}],
  ['looks at when orders changed', settingsOf(patient, {}), {}],
];

describe('the fast lane', () => {
  describe.each(CASES)('with %s', (_name, engine, more) => {
    it.each([1, 2])('comes to what the engine comes to, to the last digit (market %d)', (seed) => {
      const rows = marketRows(seededRandom(`market:${seed}`), 800);
      const options = optionsOf(engine, [recordedMarket(BTC, rows, Date.UTC(2026, 10, 20, 23, 50))], {
        balances: { EUR: dec('1000000'), BTC: dec('20') },
        equityEveryMs: 10_000,
        ...more,
      });
      const slow = enginePass(options).run()!;
      const { pass: fast, left } = fastPass(options, BANDS);
      expect(left).toBeUndefined();
      for (const [i, band] of BANDS.entries()) expect(orderOf(fast!.runs[i]!), band).toEqual(orderOf(slow.runs[i]!));
      expect(slow.runs[1]!.orders.placed).toBeGreaterThan(0);
    });
  });
});

describe('what the fast lane does not do', () => {
  const of = (definition: StrategyDefinition, engine: Partial<EngineSettings> = {}, more: Partial<BacktestOptions> = {}) => {
    const rows = marketRows(seededRandom('left'), 300);
    const options = optionsOf({ ...settingsOf(definition, {}), ...engine }, [recordedMarket(BTC, rows)], more);
    const bands: readonly Band[] = ['fitted'];
    return { fast: fastPass(options, bands), slow: enginePass(options, bands).run()! };
  };
  it.each<[string, StrategyDefinition, Partial<EngineSettings>, Partial<BacktestOptions>]>([
    [
      'an order by hand',
      handlers(() => ({ onStart: (ctx) => void ctx.place({ side: 'Buy', price: 50_000, amount: dec('0.01') }) })),
      {},
      {},
    ],
    [
      'a strategy that listens to reports',
      handlers(() => ({ onBook: (_b, ctx) => ctx.quoteTicks(5_000_000, 50, 0, 0), onReport: () => undefined })),
      {},
      {},
    ],
    ['a look at the balances', handlers(() => ({ onBook: (_b, ctx) => void ctx.balance('EUR') })), {}, {}],
    ['a limit in USD', handlers(() => ({})), { limits: { ...NO_LIMITS, maxOrderValue: { amount: dec('1'), currency: 'USD' } } }, {}],
    [
      'a wallet that may not hold what is needed',
      handlers(() => ({ onBook: (_b, ctx) => ctx.quoteTicks(5_000_000, 50, 0, 0) })),
      {},
      { balances: { EUR: dec('60') } },
    ],
    [
      'the strategy threw',
      handlers(() => ({
        onBook: () => {
          throw new Error('no');
        },
      })),
      {},
      {},
    ],
  ])('is done by the engine: %s', (why, definition, engine, more) => {
    const { fast, slow } = of(definition, engine, more);
    expect(fast.left).toBe(why);
    expect(fast.pass!.runs).toEqual(slow.runs);
  });
});
