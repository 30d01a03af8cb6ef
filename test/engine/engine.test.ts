import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import dca from '../../strategies/dca.ts';
import grid from '../../strategies/grid.ts';
import maker from '../../strategies/maker.ts';
import { dec } from '../../src/base/decimal.ts';
import { EventDoor } from '../../src/engine/eventDoor.ts';
import type { EngineSettings } from '../../src/engine/engineState.ts';
import type { OperatorOrder } from '../../src/model/event.ts';
import { EngineBench, textOf } from './engineBench.ts';
import {
  balanceOf,
  configured,
  conversionOf,
  euro,
  fillOf,
  limitsOf,
  orderOf,
  quoteOf,
  settingsOf,
  strategyOf,
  touch,
} from './fixtures.ts';

type Step =
  | { readonly type: 'touch'; readonly mid: number }
  | { readonly type: 'fill'; readonly which: number; readonly lots: number }
  | { readonly type: 'warning' | 'timer' | 'balances' | 'quote' | 'frozen' | 'opened' }
  | { readonly type: 'operator'; readonly order: OperatorOrder };

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('touch'), mid: fc.integer({ min: 59_000, max: 61_000 }) }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('fill'), which: fc.nat(20), lots: fc.integer({ min: 1, max: 200 }) }) },
  { weight: 3, arbitrary: fc.constantFrom<Step>({ type: 'timer' }, { type: 'quote' }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ type: 'warning' }, { type: 'balances' }, { type: 'frozen' }, { type: 'opened' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<OperatorOrder>(
        { type: 'pause', strategy: 'maker' },
        { type: 'resume', strategy: 'maker' },
        { type: 'stop', strategy: 'grid' },
        { type: 'place', intentId: 'mine', symbol: 'BTC/EUR', side: 'Sell', orderType: 'Limit', price: dec('62000'), amount: dec('0.1') },
        { type: 'cancel', intentId: 'c', orderId: 'order-1', symbol: 'BTC/EUR' },
      )
      .map((order) => ({ type: 'operator', order }) as const),
  },
);

describe('the engine', () => {
  it('gives the same outputs for the same events, always', { tags: 'long' }, () => {
    fc.assert(
      fc.property(fc.array(steps, { minLength: 20, maxLength: 120 }), fc.boolean(), (list, replaces) => {
        const settings = everything(replaces);
        const bench = new EngineBench(settings, { replaceId: replaces ? 'new' : 'keep' });
        for (const step of list) take(bench, step);
        const again = new EventDoor(settings);
        const outputs = bench.events.flatMap((event) => again.process(event));
        expect(textOf(outputs)).toEqual(textOf(bench.byEvent.flat()));
        expect(JSON.stringify(again.snapshot())).toEqual(JSON.stringify(bench.engine.snapshot()));
      }),
      { numRuns: 40 },
    );
  });

  it('keeps its promises whatever happens: lanes serial, limits held, no strategy meets itself', () => {
    fc.assert(
      fc.property(fc.array(steps, { minLength: 20, maxLength: 120 }), fc.boolean(), (list, replaces) => {
        const bench = new EngineBench(everything(replaces));
        for (const step of list) {
          take(bench, step);
          const { orders } = bench.engine.snapshot();
          const underway = orders.filter(({ state, replacing }) => state === 'pending' || replacing !== undefined);
          expect(underway.length, 'the venue answers at once').toBe(0);
          expect(orders.length).toBeLessThanOrEqual(12);
          const live = [...bench.resting.values()];
          for (const buy of live) {
            if (buy.side !== 'Buy') continue;
            for (const sell of live) if (sell.side === 'Sell' && sell.symbol === buy.symbol) expect(buy.price!.lt(sell.price!)).toBe(true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('shows what there is, and reading it changes nothing', () => {
    const bench = new EngineBench(
      settingsOf([strategyOf({ onBook: (_book, ctx) => ctx.quote([{ side: 'Buy', price: 59_000, amount: dec('0.009') }]) })]),
    );
    bench.send({ type: 'balances', rows: [balanceOf('EUR', '1000')] });
    bench.touch('59990', '60010');
    bench.report({ type: 'fill', fill: fillOf({ strategy: 's', orderId: 'old', amount: dec('0.1'), price: dec('59000') }) });
    bench.send({ type: 'market-warning', symbol: 'ETH/EUR', kind: 'stale', detail: '' });
    bench.report({ type: 'lane-frozen', lane: 'spot:ETH/EUR', reason: 'why' });
    bench.operator({ type: 'pause', strategy: 'nobody' });
    const before = bench.engine.snapshot();
    expect(before).toMatchObject({
      at: bench.now,
      stops: [],
      strategies: [
        { name: 's', symbol: 'BTC/EUR', state: 'running', unrealised: dec('100'), openOrders: 1, position: { amount: dec('0.1') } },
      ],
      orders: [{ state: 'open', symbol: 'BTC/EUR' }],
      balances: [{ currency: 'EUR' }],
      frozen: { 'spot:ETH/EUR': 'why' },
      refusals: { operator: { 'not-found': 1 } },
    });
    expect(before.markets.slice(0, 2)).toMatchObject([
      { symbol: 'BTC/EUR', mid: dec('60000'), bid: dec('59990'), ask: dec('60010'), bookAt: bench.now, trouble: [] },
      { symbol: 'ETH/EUR', mid: undefined, trouble: ['stale'] },
    ]);
    expect(bench.engine.snapshot()).toEqual(before);
  });

  it('tells a refusal at once, then not again for a minute, with how many there were', () => {
    const handlers = {
      onTimer: (ctx: { place(order: object): unknown }) => void ctx.place({ side: 'Buy', price: 1, amount: dec('0.00001') }),
    };
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]));
    for (let i = 0; i <= 60; i++) bench.timer();
    expect(bench.notices('refused').map(({ message }) => message)).toEqual([
      'amount 0.00001 is below the least volume 0.0001 of BTC/EUR',
      'amount 0.00001 is below the least volume 0.0001 of BTC/EUR (59 more like it within 1 min)',
    ]);
    expect(bench.engine.snapshot().refusals).toEqual({ s: { 'min-volume': 61 } });
  });

  it('counts refusals by strategy and rule: one that is refused all day does not hide behind another', () => {
    const handlers = (amount: string) => ({
      onTimer: (ctx: { place(order: object): unknown }) => void ctx.place({ side: 'Buy', price: 1, amount: dec(amount) }),
    });
    const bench = new EngineBench(settingsOf([strategyOf(handlers('0.00001')), { ...strategyOf(handlers('0.01')), name: 'other' }]));
    bench.timer();
    bench.timer();
    expect(bench.engine.snapshot().refusals).toEqual({ s: { 'min-volume': 2 }, other: { 'stale-data': 2 } });
  });

  it('works off no book of a symbol that is not listed', () => {
    const bench = new EngineBench(settingsOf([{ ...strategyOf({}), symbol: 'XRP/EUR' }]));
    expect(bench.book({ ...touch('1', '2'), symbol: 'XRP/EUR' })).toEqual([]);
    expect(bench.timer()).toEqual([]);
    expect(bench.strategy().state).toBe('waiting');
  });

  it('takes both halves of a replacement for possible until it is known', () => {
    let amount = '0.009';
    const wants = strategyOf({ onBook: (_book, ctx) => ctx.quote([{ side: 'Sell', price: 61_000, amount: dec(amount) }]) });
    const bench = new EngineBench(settingsOf([wants]), {
      answers: false,
      restored: { orders: [orderOf({ side: 'Sell', amount: dec('0.009'), price: dec('61000') })] },
    });
    bench.send({ type: 'balances', rows: [balanceOf('BTC', '0.02', '0.011')] });
    amount = '0.015';
    bench.touch('59990', '60010');
    expect(bench.commands('replace')).toHaveLength(1);
    const { intentId } = bench.commands('replace')[0]!;
    bench.report({ type: 'intent-unknown', intentId, kind: 'replace', lane: 'spot:BTC/EUR', reason: 'timeout' });
    const sell = { symbol: 'BTC/USDT', side: 'Sell', orderType: 'Limit', price: dec('70000'), amount: dec('0.006') } as const;
    bench.touch('65990', '66010', 0, 'BTC/USDT');
    bench.operator({ type: 'place', intentId: 'i', ...sell });
    expect(bench.notices('refused').at(-1)).toMatchObject({ rule: 'balance', message: 'needs 0.006 BTC, 0.00501 BTC is free' });
  });
});

function everything(replaces: boolean): EngineSettings {
  const strategies = [
    configured(maker, { spreadBps: '20', size: '0.009', smooth: '1', maxBase: '0.05' }, 'maker'),
    configured(grid, { levels: '3', stepBps: '10', size: '0.02' }, 'grid'),
    configured(dca, { amount: '25', at: 'every 5s' }, 'dca'),
  ];
  const limits = limitsOf({
    maxOpenOrders: 12,
    maxOrderValue: euro('10000'),
    priceCollar: dec('0.05'),
    maxDailyLoss: euro('500'),
    maxOrdersPerMinute: 60,
  });
  return settingsOf(strategies, { limits, replaces });
}

function take(bench: EngineBench, step: Step): void {
  switch (step.type) {
    case 'touch':
      bench.touch(`${step.mid - 5}`, `${step.mid + 5}`, 500);
      return;
    case 'fill': {
      const [orderId, order] = [...bench.resting][step.which % Math.max(1, bench.resting.size)] ?? [];
      if (orderId === undefined || order === undefined) return;
      const amount = dec(step.lots).div(10_000);
      bench.fill(orderId, amount.gt(order.amount) ? order.amount : amount);
      return;
    }
    case 'timer':
      bench.timer();
      return;
    case 'quote': {
      const request = bench.commands('request-quote').at(-1);
      if (request === undefined) return;
      const amounts = { fromAmount: dec('25'), toAmount: dec('0.000416') };
      bench.report({ type: 'quoted', requestId: request.requestId, quote: quoteOf({ ...amounts, validTo: bench.now + 9000 }) });
      const command = bench.commands('convert').at(-1);
      if (command === undefined) return;
      const { intentId } = command;
      bench.report({ type: 'converted', conversion: conversionOf({ id: intentId, ...amounts, intentId }), adopted: false });
      return;
    }
    case 'balances':
      bench.send({ type: 'balances', rows: [balanceOf('EUR', '100000'), balanceOf('BTC', '1')] });
      return;
    case 'warning':
      bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'crossed', detail: '' });
      bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'recovered', detail: '' }, 200);
      return;
    case 'frozen':
      bench.report({ type: 'lane-frozen', lane: 'spot:BTC/EUR', reason: 'why' });
      return;
    case 'opened':
      bench.report({ type: 'lane-opened', lane: 'spot:BTC/EUR' });
      return;
    case 'operator':
      bench.operator(step.order);
      return;
    default:
  }
}
