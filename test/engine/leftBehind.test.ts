import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { LeftBehind } from '../../src/model/event.ts';
import type { Order } from '../../src/model/order.ts';
import { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, NOON, orderOf, settingsOf } from './fixtures.ts';
import { buyAt, quoting, ReloadBench, version } from './reloadBench.ts';

const UNKNOWN = { type: 'intent-unknown', kind: 'place', lane: 'spot:BTC/EUR', reason: 'no answer' } as const;
const FOUND = { type: 'order-opened', intentId: 'lost', orderId: 'found', amount: dec('1'), price: dec('60000'), adopted: true } as const;
const QUOTES = quoting(buyAt('59000'));
const OWN_HAND = {
  onBook: (_book: unknown, ctx: { readonly liveOrders: number; place(order: unknown): unknown }): void => {
    if (ctx.liveOrders === 0) ctx.place(buyAt('59000'));
  },
};

describe('a strategy that is removed by a reload while nobody knows what came of its order', () => {
  it.each([
    ['quotes', QUOTES],
    ['places by its own hand', OWN_HAND],
  ])('%s: the order is canceled when it is found', (_, handlers) => {
    const bench = new ReloadBench(settingsOf([version('1', handlers), version('1', {}, 'other')]), { answers: false });
    bench.touch('59990', '60010');
    const { intentId, amount, price } = bench.commands('place')[0]!;
    bench.report({ ...UNKNOWN, intentId });
    bench.reload(settingsOf([version('1', {}, 'other')]));
    bench.timer();
    bench.report({ type: 'lane-opened', lane: 'spot:BTC/EUR' });
    bench.report({ ...FOUND, intentId, amount, price });
    for (let i = 0; i < 10; i++) bench.timer();
    bench.touch('59990', '60010');
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'found' }]);
  });
});

describe('a strategy that the start after a kill does not name any more', () => {
  it.each<[string, Partial<Order>]>([
    ['open', { orderId: 'found' }],
    ['unknown, and found later', { state: 'unknown', orderId: undefined }],
    ['of a pair that is not listed any more', { orderId: 'found', symbol: 'OLD/EUR' }],
  ])('its order that is %s is canceled until it is over, and told of', (_, given) => {
    const bench = leftBy('cancel', given);
    bench.report(FOUND);
    for (let i = 0; i < 60; i++) bench.timer();
    expect(bench.commands('cancel').length).toBeGreaterThan(1);
    expect(new Set(bench.commands('cancel').map(({ orderId }) => orderId))).toEqual(new Set(['found']));
    expect(told(bench)).toEqual([expect.stringContaining('by risk.onStop they are canceled')]);
    bench.report({ type: 'order-closed', orderId: 'found', end: 'canceled', filled: dec('0') });
    const { length } = bench.commands('cancel');
    for (let i = 0; i < 60; i++) bench.timer();
    expect(bench.commands('cancel')).toHaveLength(length);
  });

  it('its orders rest where risk.onStop keeps them, and a person is told which they are', () => {
    const bench = leftBy('keep', { orderId: 'found' });
    for (let i = 0; i < 60; i++) bench.timer();
    expect(bench.commands('cancel')).toEqual([]);
    expect(told(bench)).toEqual([expect.stringMatching(/kept \(found of BTC\/EUR\); `sluice orders cancel ID`/)]);
  });

  it('what its order executes from then on counts for the exposure of all, and what it held before does not', () => {
    const limits = limitsOf({ maxExposure: euro('70000') });
    const fills = [fillOf({ strategy: 'gone', amount: dec('5'), orderId: 'earlier', id: 'earlier' })];
    const bench = leftBy('keep', { orderId: 'found' }, { limits, fills, handlers: quoting(buyAt('50000', '0.5')) });
    bench.touch('49990', '50010');
    expect(bench.commands('place'), 'one BTC may be held: 25000 more is above the limit').toEqual([]);
    const { price, amount } = FOUND;
    bench.report({ type: 'fill', fill: fillOf({ orderId: 'found', intentId: 'lost', strategy: 'gone', amount, price }) });
    bench.report({ type: 'order-closed', orderId: 'found', end: 'filled', filled: amount });
    bench.touch('49990', '50010', 1000);
    expect(bench.commands('place'), 'one BTC is held').toEqual([]);
    bench.touch('29990', '30010', 1000);
    expect(bench.commands('place'), 'it is worth less').toHaveLength(1);
  });
});

describe('a strategy that a start does not name any more, and what it held before', () => {
  it.each([
    ['sells what it held: that takes nothing off what others hold', 'Sell', '1'],
    ['buys back what it owed: that takes nothing off what others owe', 'Buy', '-1'],
  ] as const)('%s', (_, side, held) => {
    const limits = limitsOf({ maxExposure: euro('70000') });
    const mine = { strategy: 'renamed', side: held === '1' ? ('Buy' as const) : ('Sell' as const), amount: dec('1'), orderId: 'mine' };
    const fills = [fillOf({ ...mine, id: 'mine' }), fillOf({ ...mine, strategy: 'gone', id: 'earlier' })];
    const wants = { ...buyAt('49000', '0.5'), side: mine.side, price: dec(held === '1' ? '49000' : '51000') };
    const bench = leftBy('keep', { orderId: 'found', side }, { limits, fills, handlers: quoting(wants) });
    bench.report({ type: 'fill', fill: fillOf({ orderId: 'found', intentId: 'lost', strategy: 'gone', side, amount: dec('1') }) });
    bench.report({ type: 'order-closed', orderId: 'found', end: 'filled', filled: dec('1') });
    bench.touch('49990', '50010');
    expect(bench.commands('place'), 'one BTC is held or owed: 25000 more is above the limit').toEqual([]);
    expect(bench.engine.snapshot().risk.find(({ limit }) => limit === 'maxExposure')?.parts?.positions.toNumber()).toBe(50000);
  });
});

interface Given {
  readonly limits?: ReturnType<typeof limitsOf>;
  readonly fills?: readonly ReturnType<typeof fillOf>[];
  readonly handlers?: ReturnType<typeof quoting>;
}

/** A start without the strategy that has left an order. */
function leftBy(onStop: LeftBehind['onStop'], order: Partial<Order>, { limits, fills = [], handlers = {} }: Given = {}): EngineBench {
  const left = orderOf({ strategy: 'gone', state: 'open', intentId: 'lost', placedAt: NOON - 5000, ...order });
  const restored = { orders: [left], fills, leftBehind: { names: ['gone'], onStop } };
  const settings = settingsOf([version('1', handlers, 'renamed')], limits === undefined ? {} : { limits });
  return new EngineBench(settings, { answers: false, restored });
}

function told(bench: EngineBench): string[] {
  return bench.notices('log').flatMap(({ message }) => (message.includes('configuration has no strategy gone') ? [message] : []));
}
