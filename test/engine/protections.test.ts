import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import { LOSSES_KEY } from '../../src/engine/lossGuards.ts';
import type { Protection } from '../../src/engine/protection.ts';
import { STOPS_KEY } from '../../src/engine/savedStops.ts';
import { ALL_TRADING } from '../../src/model/tradingStop.ts';
import { EngineBench } from './engineBench.ts';
import { benchOf, buy, fall, losing, protectedBy, quoting, sell, trade } from './protectionRoom.ts';
import { euro, fillOf, limitsOf, NOON, settingsOf } from './fixtures.ts';

const CALM = { pauseMs: HOUR_MS, action: 'cancel' } as const;

describe('a protection', () => {
  it('losing-trades: stops after so many within the time, goes on by itself, and forgets the old ones', () => {
    const bench = protectedBy({ kind: 'losing-trades', trades: 2, withinMs: HOUR_MS, ...CALM });
    trade(bench, -1);
    trade(bench, 5);
    expect(bench.engine.snapshot().stops).toEqual([]);
    trade(bench, -1);
    const [stop] = bench.engine.snapshot().stops;
    expect(stop).toMatchObject({ scope: { of: 'strategy', name: 's' }, state: 'halted', cause: 'protection', until: bench.now + HOUR_MS });
    expect(stop!.reason).toBe('2 losing trades within 1 h 0 min');
    expect(bench.ladder()).toEqual([]);
    bench.timer(HOUR_MS - 1);
    expect(bench.engine.snapshot().stops).toHaveLength(1);
    bench.timer(1000);
    bench.touch('59990', '60010', 1000);
    expect(bench.engine.snapshot().stops).toEqual([]);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 50000']);
    trade(bench, -1);
    expect(bench.engine.snapshot().stops, 'the others are an hour old').toEqual([]);
  });

  it('counts the executions of one order as one trade, after fees', () => {
    const bench = protectedBy({ kind: 'losing-trades', trades: 2, withinMs: HOUR_MS, ...CALM });
    buy(bench, '0.3');
    for (const price of ['59900', '59800', '59700']) sell(bench, '0.1', price, 'one-order');
    expect(bench.engine.snapshot().stops).toEqual([]);
    buy(bench, '0.1');
    const fee = { fee: dec('1'), feeCurrency: 'EUR' };
    bench.report({ type: 'fill', fill: fillOf({ strategy: 's', side: 'Sell', orderId: 'other', price: dec('60000'), ...fee }) });
    expect(bench.engine.snapshot().stops).toHaveLength(1);
  });

  it('counts them as one trade also where two orders are executed by turns', () => {
    const bench = protectedBy({ kind: 'losing-trades', trades: 3, withinMs: HOUR_MS, ...CALM });
    buy(bench, '0.6');
    for (const price of ['59900', '59800', '59700']) for (const order of ['one', 'other']) sell(bench, '0.1', price, order);
    expect(bench.engine.snapshot().stops).toEqual([]);
    buy(bench, '0.1');
    sell(bench, '0.1', '59600', 'third');
    expect(bench.engine.snapshot().stops).toMatchObject([{ reason: '3 losing trades within 1 h 0 min' }]);
  });

  it('counts of an order only what it lost lately: a small execution after the pause brings no old loss back', () => {
    const rules: readonly Protection[] = [
      { kind: 'losing-trades', trades: 1, withinMs: HOUR_MS, ...CALM },
      { kind: 'low-profit', trades: 1, withinMs: HOUR_MS, least: dec('0'), ...CALM },
      { kind: 'cool-down', after: 'loss', ...CALM },
    ];
    for (const rule of rules) {
      const bench = benchOf({ protections: { s: [rule, { kind: 'losing-trades', trades: 9, withinMs: 9 * HOUR_MS, ...CALM }] } });
      buy(bench, '0.3');
      sell(bench, '0.1', '59000', 'kept');
      expect(bench.engine.snapshot().stops, rule.kind).toHaveLength(1);
      bench.timer(HOUR_MS + 1000);
      bench.touch('59990', '60010', 1000);
      expect(bench.engine.snapshot().stops, rule.kind).toEqual([]);
      sell(bench, '0.00001', '60000', 'kept');
      expect(bench.engine.snapshot().stops, rule.kind).toEqual([]);
      sell(bench, '0.1', '59000', 'kept');
      expect(bench.engine.snapshot().stops, rule.kind).toHaveLength(1);
    }
  });

  it('cool-down: after a losing trade, or after each', () => {
    for (const [after, profit, stops] of [
      ['loss', 1, 0],
      ['loss', -1, 1],
      ['trade', 1, 1],
    ] as const) {
      const bench = protectedBy({ kind: 'cool-down', after, ...CALM });
      trade(bench, profit);
      expect(bench.engine.snapshot().stops).toHaveLength(stops);
    }
  });

  it('low-profit: when the last trades earned too little together', () => {
    const rule: Protection = { kind: 'low-profit', trades: 3, withinMs: HOUR_MS, least: dec('10'), ...CALM };
    const earning = protectedBy(rule);
    for (const profit of [-20, 10, 30]) trade(earning, profit);
    expect(earning.engine.snapshot().stops).toEqual([]);
    const bench = protectedBy(rule);
    for (const profit of [-20, 10]) trade(bench, profit);
    buy(bench, '0.1');
    const paid = { price: dec('60150'), amount: dec('0.1'), fee: dec('1.5'), feeCurrency: 'EUR' };
    bench.report({ type: 'fill', fill: fillOf({ strategy: 's', side: 'Sell', orderId: 'paid', ...paid }) });
    expect(bench.engine.snapshot().stops[0]?.reason).toBe('3 trades within 1 h 0 min earned 3.5 EUR, less than 10');
  });

  it('repeated-fills: a strategy that buys again and again while the price stands still', () => {
    const rule: Protection = { kind: 'repeated-fills', fills: 3, withinMs: 60_000, move: dec('0.001'), ...CALM, pauseMs: undefined };
    const moving = protectedBy(rule);
    for (const price of ['60000', '60100', '60200', '60300']) buy(moving, '0.1', price);
    const slow = protectedBy(rule);
    for (let i = 0; i < 5; i++) {
      slow.timer(30_001);
      buy(slow, '0.1');
    }
    const both = protectedBy(rule);
    for (let i = 0; i < 2; i++) trade(both, 1);
    for (const bench of [moving, slow, both]) expect(bench.engine.snapshot().stops).toEqual([]);
    const circling = protectedBy(rule);
    for (let i = 0; i < 3; i++) buy(circling, '0.1');
    expect(circling.engine.snapshot().stops).toMatchObject([{ until: undefined, state: 'halted' }]);
    circling.timer(24 * HOUR_MS);
    expect(circling.engine.snapshot().stops, 'a person must say so').toHaveLength(1);
  });

  it('of everything looks at all strategies and stops all', () => {
    const rule: Protection = { kind: 'losing-trades', trades: 2, withinMs: HOUR_MS, ...CALM };
    const bench = benchOf({ protections: { '': [rule] } }, ['s', 't']);
    trade(bench, -1, 's');
    trade(bench, -1, 't');
    expect(bench.engine.snapshot().stops).toMatchObject([{ scope: ALL_TRADING }]);
  });

  it('no-entries lets positions be made smaller, close closes them and lets the strategy run again', () => {
    const entries = protectedBy({ kind: 'cool-down', after: 'loss', pauseMs: HOUR_MS, action: 'no-entries' });
    trade(entries, -1);
    expect(entries.engine.snapshot().stops).toMatchObject([{ state: 'reducing' }]);
    const closing = protectedBy({ kind: 'cool-down', after: 'loss', pauseMs: HOUR_MS, action: 'close' });
    buy(closing, '0.5');
    sell(closing, '0.1', '59000', 'loser');
    expect(closing.strategy().state).toBe('paused');
    for (let step = 0; step < 4; step++) {
      closing.touch('59990', '60010', 1000);
      for (const orderId of closing.resting.keys()) closing.fill(orderId);
    }
    closing.timer();
    expect(closing.engine.snapshot().stops).toMatchObject([{ state: 'halted' }]);
    closing.timer(HOUR_MS);
    expect([closing.engine.snapshot().stops, closing.strategy().state]).toEqual([[], 'running']);
  });

  it('is lifted by a person, kept over a restart, and remembers the trades of before', () => {
    const rule: Protection = { kind: 'losing-trades', trades: 2, withinMs: HOUR_MS, ...CALM };
    const bench = protectedBy(rule);
    trade(bench, -1);
    trade(bench, -1);
    const { state } = bench.notices('save-state').findLast(({ strategy }) => strategy === STOPS_KEY)!;
    const again = benchOf({ protections: { s: [rule] } }, ['s'], { states: { [STOPS_KEY]: state } });
    expect(again.engine.snapshot().stops).toHaveLength(1);
    bench.operator({ type: 'resume', strategy: 's' });
    expect(bench.engine.snapshot().stops).toEqual([]);
    const at = { strategy: 's', tradedAt: NOON - HOUR_MS / 2, orderId: 'before' };
    const fills = [fillOf(at), fillOf({ ...at, side: 'Sell', price: dec('59000') })];
    const remembering = benchOf({ protections: { s: [rule] } }, ['s'], { fills });
    trade(remembering, -1);
    expect(remembering.engine.snapshot().stops).toHaveLength(1);
  });

  it('cool-down: what an order lost before the last pause brings about no other one, also after a start', () => {
    const rules: readonly Protection[] = [
      { kind: 'losing-trades', trades: 9, withinMs: HOUR_MS, ...CALM },
      { kind: 'cool-down', after: 'loss', ...CALM },
    ];
    const at = { strategy: 's', tradedAt: NOON - HOUR_MS / 2 };
    const lost = fillOf({ ...at, side: 'Sell', orderId: 'long', amount: dec('0.1'), price: dec('59000') });
    const fills = [fillOf({ ...at, amount: dec(1), price: dec('60000'), orderId: 'before' }), lost];
    const bench = benchOf({ protections: { s: rules } }, ['s'], { fills });
    sell(bench, '0.1', '60100', 'long');
    expect(bench.engine.snapshot().stops, 'it earned').toEqual([]);
    sell(bench, '0.1', '59000', 'long');
    expect(bench.engine.snapshot().stops).toHaveLength(1);
  });

  it('knows the position that a long history comes to: the first trade after a start counts', () => {
    const rule: Protection = { kind: 'cool-down', after: 'trade', ...CALM };
    const sums = { strategy: 's', symbol: 'BTC/EUR', amount: dec('1'), cost: dec('60000'), gross: dec('-500'), fees: dec('7') };
    const positions = [{ ...sums, otherFees: {}, quoteFlow: dec('-60000'), fills: 12_000 }];
    const bench = benchOf({ protections: { s: [rule] } }, ['s'], { sums: { positions, flows: {} } });
    buy(bench, '0.5');
    expect(bench.engine.snapshot().stops, 'it became larger').toEqual([]);
    sell(bench, '0.5', '60000', 'first');
    expect(bench.engine.snapshot().stops).toHaveLength(1);
  });

  it('gives way to none that holds longer', () => {
    const bench = benchOf({
      protections: {
        s: [
          { kind: 'cool-down', after: 'trade', pauseMs: undefined, action: 'cancel' },
          { kind: 'cool-down', after: 'loss', pauseMs: HOUR_MS, action: 'no-entries' },
        ],
      },
    });
    trade(bench, -1);
    expect(bench.engine.snapshot().stops).toMatchObject([{ until: undefined, state: 'halted' }]);
  });
});

describe('a limit on losses', () => {
  it('U11: maxLoss stops a strategy over days and restarts, whatever its budget, until a person says so', () => {
    const bench = losing({ maxLoss: euro('100'), action: 'cancel' });
    fall(bench, '59901');
    expect(bench.engine.snapshot().stops).toEqual([]);
    fall(bench, '59900');
    expect(bench.engine.snapshot().stops).toMatchObject([
      { scope: { name: 's' }, cause: 'max-loss', reason: 's has lost 100 EUR in all, the limit is 100 EUR', until: undefined },
    ]);
    expect(bench.ladder()).toEqual([]);
    expect(bench.notices('trading')).toHaveLength(1);
    bench.timer(48 * HOUR_MS);
    expect(bench.engine.snapshot().stops).toHaveLength(1);
    bench.operator({ type: 'resume', strategy: 's' });
    fall(bench, '59801');
    expect(bench.engine.snapshot().stops, 'it is counted from where a person went on').toEqual([]);
    fall(bench, '59799');
    expect(bench.engine.snapshot().stops).toHaveLength(1);
  });

  it('maxDailyLoss of a strategy lasts until midnight and leaves the others alone', () => {
    const bench = losing({ maxDailyLoss: euro('100'), action: 'no-entries' }, ['s', 't']);
    fall(bench, '59900');
    expect(bench.engine.snapshot()).toMatchObject({
      stops: [{ cause: 'daily-loss', state: 'reducing', until: Date.UTC(2026, 10, 21) }],
      strategies: [{ trading: 'reducing' }, { trading: 'active' }],
    });
    bench.operator({ type: 'resume', strategy: 's' });
    expect(bench.engine.snapshot().stops, 'a person does not lift it').toHaveLength(1);
    bench.timer(12 * HOUR_MS);
    expect(bench.engine.snapshot().stops).toEqual([]);
  });

  it('maxDrawdown is counted from the most that was ever made', () => {
    const bench = losing({ maxDrawdown: euro('100'), action: 'cancel' });
    fall(bench, '60500');
    fall(bench, '60401');
    expect(bench.engine.snapshot().stops).toEqual([]);
    fall(bench, '60400');
    expect(bench.engine.snapshot().stops).toMatchObject([
      { cause: 'max-drawdown', reason: expect.stringContaining('since its peak') as string },
    ]);
  });

  it('of everything sums up all strategies', () => {
    const fills = ['s', 't'].map((strategy) => fillOf({ strategy, amount: dec('1'), price: dec('60000') }));
    const bench = benchOf({ losses: { '': { maxLoss: euro('100'), action: 'close' } } }, ['s', 't'], { fills });
    fall(bench, '59950');
    expect(bench.engine.snapshot().stops).toMatchObject([{ scope: ALL_TRADING, cause: 'max-loss', orders: 'close' }]);
  });

  it('goes on from what was saved', () => {
    const bench = losing({ maxDrawdown: euro('100'), action: 'cancel' });
    fall(bench, '60500');
    bench.timer(60_000);
    const { state } = bench.notices('save-state').findLast(({ strategy }) => strategy === LOSSES_KEY)!;
    const fills = [fillOf({ strategy: 's', amount: dec('1'), price: dec('60000') })];
    const again = benchOf({ losses: { s: { maxDrawdown: euro('100'), action: 'cancel' } } }, ['s'], {
      fills,
      states: { [LOSSES_KEY]: state },
    });
    fall(again, '60400');
    expect(again.engine.snapshot().stops).toHaveLength(1);
    for (const text of ['{', 'null', '{"max-drawdown s EUR":{"from":"x","day":1}}', '7']) {
      const broken = benchOf({ losses: { s: { maxDrawdown: euro('100'), action: 'cancel' } } }, ['s'], {
        fills,
        states: { [LOSSES_KEY]: text },
      });
      fall(broken, '60400');
      expect(broken.engine.snapshot().stops).toEqual([]);
    }
  });

  it('fails closed: what can not be valued takes no risk', () => {
    const eth = fillOf({ strategy: 'eth', symbol: 'ETH/EUR', price: dec('1800'), amount: dec('1') });
    const strategies = [quoting('s'), { ...quoting('eth'), symbol: 'ETH/EUR' }];
    const limits = limitsOf({ losses: { '': { maxLoss: euro('100'), action: 'cancel' } } });
    const bench = new EngineBench(settingsOf(strategies, { limits }), { restored: { fills: [eth] } });
    bench.touch('59990', '60010');
    bench.timer();
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'loss-unknown' }]);
    bench.touch('1799', '1801', 0, 'ETH/EUR');
    bench.timer();
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 50000']);
  });
});
