import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { STOPS_KEY } from '../../src/engine/savedStops.ts';
import type { RiskLimits } from '../../src/engine/risk/limits.ts';
import type { OperatorOrder, UnknownConversion } from '../../src/model/event.ts';
import type { Fill } from '../../src/model/fill.ts';
import { ALL_TRADING } from '../../src/model/tradingStop.ts';
import { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, PAIRS, settingsOf, strategyOf } from './fixtures.ts';

type StopOrder = Extract<OperatorOrder, { type: 'stop-trading' }>;

const FLATTEN: StopOrder = { type: 'stop-trading', scope: ALL_TRADING, state: 'halted', orders: 'close', reason: 'flatten' };
const HALT_SYMBOL: StopOrder = { ...FLATTEN, orders: 'cancel', scope: { of: 'symbol', name: 'BTC/EUR' }, reason: 'halt' };

const WANTED = [{ side: 'Buy', price: dec('59000'), amount: dec('0.009') }] as const;
const STRATEGY = strategyOf({ onBook: (_book, ctx) => ctx.quote(WANTED) });

/** A few lots less, by which the order is told from others. */
const HALF = /^Sell 0\.499\d+ at 58800$/;
const HALF_AT_COLLAR: unknown = expect.stringMatching(HALF);

describe('closing a position', () => {
  it('cancels what rests, sells what is held within the collar, and halts then', () => {
    const bench = holding({ amount: dec('0.5') });
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59000']);
    bench.operator(FLATTEN);
    expect(bench.engine.snapshot()).toMatchObject({ stops: [{ state: 'reducing', orders: 'close' }], strategies: [{ state: 'paused' }] });
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([HALF_AT_COLLAR]);
    fillAll(bench);
    expect(bench.engine.snapshot()).toMatchObject({ stops: [{ state: 'halted', orders: 'cancel', reason: 'flatten' }] });
    expect(bench.strategy().position.amount.toNumber()).toBeLessThan(0.0001);
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([]);
    bench.operator({ type: 'resume-trading', scope: ALL_TRADING });
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59000']);
  });

  it('buys back what was sold beyond the beginning', () => {
    const bench = holding({ side: 'Sell', amount: dec('0.2') });
    bench.operator(FLATTEN);
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([expect.stringMatching(/^Buy 0\.199\d+ at 61200$/)]);
  });

  it('goes in pieces of the largest value that an order may have, in whichever currency that is', () => {
    for (const maxOrderValue of [euro('6000'), { amount: dec('0.1'), currency: 'BTC' }]) {
      const bench = holding({ amount: dec('0.25') }, { maxOrderValue });
      bench.operator(FLATTEN);
      const sold = fillAll(bench);
      expect(sold[0]).toBeCloseTo(6000 / 58800, 3);
      expect(Math.max(...sold)).toBeLessThanOrEqual(6000 / 58800);
      expect(sold.reduce((sum, amount) => sum + amount)).toBeCloseTo(0.25, 3);
    }
  });

  it('cancels an order that does not fill, and follows the book', () => {
    const bench = holding({ amount: dec('0.5') });
    bench.operator(FLATTEN);
    bench.touch('59990', '60010', 1000);
    bench.touch('49990', '50010', 1000);
    expect(bench.ladder()).toEqual([HALF_AT_COLLAR]);
    bench.touch('49990', '50010', 4000);
    bench.touch('49990', '50010', 1000);
    expect(bench.ladder()).toEqual([expect.stringMatching(/ at 49000$/)]);
  });

  it('is held back by no limit on new risk, and by no halt of the same hour', () => {
    const limits = { budgets: { s: euro('1') }, maxOpenOrders: 1, maxOrdersPerMinute: 1, maxDailyLoss: euro('1') };
    const bench = holding({ amount: dec('0.5') }, limits);
    bench.operator(HALT_SYMBOL);
    bench.operator(FLATTEN);
    bench.touch('59000', '59010', 1000);
    bench.timer();
    expect(bench.engine.snapshot().stops.map(({ cause }) => cause)).toContain('daily-loss');
    expect(bench.ladder()).toEqual([expect.stringMatching(/ at 57824.9$/)]);
  });

  it.each([
    ['less what a conversion of unknown outcome may have taken', ['BTC', 'EUR', '0.2', '12000'], /^Sell 0\.299\d+ at 58800$/],
    ['whatever one has brought', ['EUR', 'BTC', '12000', '0.2'], HALF],
  ] as const)('sells what is held, %s, and goes on when that is known', (_what, [fromCurrency, toCurrency, from, to], first) => {
    const conversion = { intentId: 'c', strategy: 's', fromCurrency, toCurrency, fromAmount: dec(from), toAmount: dec(to) };
    const bench = holding({ amount: dec('0.5') }, {}, {}, [conversion]);
    bench.operator(FLATTEN);
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([expect.stringMatching(first)]);
    fillAll(bench);
    expect(bench.ladder()).toEqual([]);
    expect(bench.engine.snapshot()).toMatchObject({ stops: [{ state: 'reducing', orders: 'close' }] });
    bench.report({ type: 'converted', conversion: { ...conversion, id: '7', rate: dec('1'), executedAt: bench.now }, adopted: true });
    fillAll(bench);
    expect(bench.engine.snapshot()).toMatchObject({ stops: [{ state: 'halted', orders: 'cancel' }] });
    expect(Math.abs(bench.strategy().position.amount.toNumber())).toBeLessThan(0.0001);
  });

  it('is held back by the halt of a person where only a limit asks for it, and goes on when the halt is lifted', () => {
    const limits = { losses: { s: { maxLoss: euro('100'), action: 'close' as const } } };
    const bench = holding({ amount: dec('0.5'), price: dec('60000') }, limits);
    bench.operator(HALT_SYMBOL);
    bench.touch('59000', '59010', 1000);
    bench.timer();
    bench.touch('59000', '59010', 1000);
    expect(bench.engine.snapshot().stops).toMatchObject([{ cause: 'operator' }, { cause: 'max-loss', state: 'reducing' }]);
    expect(bench.ladder()).toEqual([]);
    expect(
      bench.notices('refused').filter(({ rule }) => rule === 'halted'),
      'it is told once',
    ).toHaveLength(1);
    bench.operator({ type: 'resume-trading', scope: HALT_SYMBOL.scope });
    bench.touch('59000', '59010', 1000);
    expect(bench.ladder()).toEqual([expect.stringMatching(/^Sell 0\.499\d+ at /)]);
  });

  it('waits twice as long after each refusal of the venue in a row, a minute at most, and not at all when a person asks for it anew', () => {
    const bench = holding({ amount: dec('0.5') }, {}, {}, [], false);
    refuse(bench, 0);
    expect(refusedAt(bench, 20), 'the strategy waits now').toEqual([1, 3, 7, 15]);
    bench.operator(FLATTEN);
    expect(refusedAt(bench, 200)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 192]);
    bench.operator(FLATTEN);
    expect(refusedAt(bench, 5)).toEqual([1, 2, 4]);
  });

  it('waits for a sound book, and for a lane that is free', () => {
    const bench = holding({ amount: dec('0.5') });
    bench.operator(FLATTEN);
    bench.report({ type: 'lane-frozen', lane: 'spot:BTC/EUR', reason: 'why' });
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([]);
    bench.report({ type: 'lane-opened', lane: 'spot:BTC/EUR' });
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'crossed', detail: '' });
    bench.timer();
    expect(bench.ladder()).toEqual([]);
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'recovered', detail: '' });
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([HALF_AT_COLLAR]);
  });

  it('ends when a person halts all the same: the last word counts', () => {
    const bench = holding({ amount: dec('0.5') });
    bench.operator(FLATTEN);
    bench.touch('59990', '60010', 1000);
    bench.operator({ ...FLATTEN, orders: 'cancel' });
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([]);
    expect(bench.engine.snapshot().stops).toMatchObject([{ state: 'halted' }]);
  });

  it.each([
    ['flatten', [FLATTEN], [HALF_AT_COLLAR]],
    ['a halt of the symbol, then flatten', [HALT_SYMBOL, FLATTEN], [HALF_AT_COLLAR]],
    ['flatten, then a halt of the symbol', [FLATTEN, HALT_SYMBOL], []],
    ['flatten, then a halt of the symbol, then flatten', [FLATTEN, HALT_SYMBOL, FLATTEN], [HALF_AT_COLLAR]],
  ])('goes on after a restart in the middle of it as the last word says: %s', (_, said, rests) => {
    const first = holding({ amount: dec('0.5') });
    for (const order of said) first.operator(order);
    const { state } = first.notices('save-state').findLast(({ strategy }) => strategy === STOPS_KEY)!;
    const bench = holding({ amount: dec('0.5') }, {}, { [STOPS_KEY]: state });
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual(rests);
  });

  it('is what was said since the start, though an earlier life has saved a halt', () => {
    const first = holding({ amount: dec('0.5') });
    first.operator(HALT_SYMBOL);
    const { state } = first.notices('save-state').findLast(({ strategy }) => strategy === STOPS_KEY)!;
    const bench = new EngineBench(settingsOf([STRATEGY], { limits: limitsOf({ priceCollar: dec('0.02') }) }));
    bench.operator(FLATTEN);
    const fills = [fillOf({ strategy: 's', amount: dec('0.5') })];
    bench.send({ type: 'restored', fills, conversions: [], orders: [], states: { [STOPS_KEY]: state } });
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([HALF_AT_COLLAR]);
  });

  it('waits while the venue takes no order as small as what is held, and goes on when it does', () => {
    const bench = holding({ amount: dec('0.5') });
    const [pair] = PAIRS;
    bench.send({ type: 'pairs', pairs: [{ ...pair!, minVolume: dec('1') }] });
    bench.operator(FLATTEN);
    bench.touch('59990', '60010', 1000);
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([]);
    expect(bench.engine.snapshot()).toMatchObject({ stops: [{ state: 'reducing', orders: 'close' }] });
    expect(bench.notices('refused')).toEqual([]);
    bench.send({ type: 'pairs', pairs: [pair!] });
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([HALF_AT_COLLAR]);
  });

  it('is done at once where nothing is held, and leaves what is below the least order', () => {
    for (const amount of ['0', '0.00009']) {
      const bench = holding({ amount: dec(amount) });
      bench.operator(FLATTEN);
      bench.timer();
      expect(bench.engine.snapshot().stops).toMatchObject([{ state: 'halted' }]);
    }
  });
});

/** Looks at the book and fills what rests, a few times over. Answers what was filled. */
function fillAll(bench: EngineBench): number[] {
  const filled: number[] = [];
  for (let step = 0; step < 6; step++) {
    const [orderId] = bench.resting.keys();
    if (orderId !== undefined) {
      filled.push(bench.resting.get(orderId)!.amount.toNumber());
      bench.fill(orderId);
    }
    bench.timer();
    bench.touch('59990', '60010');
  }
  return filled;
}

/** A strategy that holds so much and quotes a bid, on an engine that has its first book. */
function holding(
  fill: Partial<Fill>,
  limits: Partial<RiskLimits> = {},
  states: Readonly<Record<string, string>> = {},
  unknownConversions: readonly UnknownConversion[] = [],
  answers = true,
): EngineBench {
  const restored = { fills: [fillOf({ strategy: 's', ...fill })], states, unknownConversions };
  const settings = settingsOf([STRATEGY], { limits: limitsOf({ priceCollar: dec('0.02'), ...limits }) });
  const bench = new EngineBench(settings, { restored, answers });
  bench.touch('59990', '60010');
  return bench;
}

/** Has the venue refuse each order for so many seconds. Answers in which seconds it was asked for one. */
function refusedAt(bench: EngineBench, seconds: number): number[] {
  const asked: number[] = [];
  for (let second = 1; second <= seconds; second++) {
    const before = bench.commands('place').length;
    bench.touch('59990', '60010', 1000);
    if (bench.commands('place').length > before) asked.push(second);
    refuse(bench, before);
  }
  return asked;
}

/** Has the venue refuse the orders from one on. */
function refuse(bench: EngineBench, from: number): void {
  for (const { intentId } of bench.commands('place').slice(from)) {
    bench.report({ type: 'intent-refused', intentId, kind: 'place', code: 'no-liquidity', message: 'no liquidity' });
  }
}
