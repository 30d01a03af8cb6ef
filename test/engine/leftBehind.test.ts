import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import type { LeftBehind } from '../../src/model/event.ts';
import type { Order } from '../../src/model/order.ts';
import type { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, NOON, orderOf, PAIRS, settingsOf } from './fixtures.ts';
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

describe('a strategy that is gone and comes back by a reload', () => {
  const limits = limitsOf({ maxExposure: euro('70000') });
  const both = (handlers = {}) => [version('1', handlers, 'renamed'), version('1', {}, 'gone')];
  const fill = fillOf({ orderId: 'found', intentId: 'lost', strategy: 'gone', amount: dec('0.5'), price: dec('60000') });
  const past = { type: 'restored', sums: undefined, fills: [fill], conversions: [], orders: [], states: undefined } as const;

  it('does not while its orders are open, and is told what to do', () => {
    const bench = leftBy('keep', { orderId: 'found', amount: dec('0.5') }, { limits });
    const refused = /^gone has 1 open order of an earlier life \(found\): .*`sluice orders cancel ID`.* restart/;
    expect(bench.reload(settingsOf(both(), { limits }))).toMatch(refused);
    bench.report({ type: 'order-closed', orderId: 'found', end: 'canceled', filled: ZERO });
    expect(bench.reload(settingsOf(both(), { limits }))).toBeUndefined();
  });

  it('has what its order executed, once, and what is told of it later too', () => {
    const bench = leftBy('keep', { orderId: 'found', amount: dec('0.6') }, { limits });
    bench.touch('59990', '60010');
    bench.report({ type: 'fill', fill });
    bench.report({ type: 'order-closed', orderId: 'found', end: 'canceled', filled: dec('0.5') });
    expect(bench.reload(settingsOf(both(quoting(buyAt('59000', '0.5'))), { limits }), { history: [past] })).toBeUndefined();
    expect(positionOf(bench)).toBe('0.5');
    expect(exposed(bench)).toBe(30000);
    bench.report({ type: 'fill', fill: { ...fill, id: 'late', amount: dec('0.1') } });
    expect(positionOf(bench)).toBe('0.6');
    expect(exposed(bench)).toBe(36000);
  });

  it('with another market: what it has left counts on', () => {
    const bench = leftBy('keep', { orderId: 'found', amount: dec('0.5') }, { limits });
    bench.report({ type: 'fill', fill });
    bench.report({ type: 'order-closed', orderId: 'found', end: 'filled', filled: dec('0.5') });
    const [renamed] = both();
    expect(bench.reload(settingsOf([renamed!, version('1', {}, 'gone', 'ETH/EUR')], { limits }), { history: [past] })).toBeUndefined();
    bench.touch('59990', '60010');
    expect(exposed(bench)).toBe(30000);
  });
});

function positionOf(bench: EngineBench): string {
  return bench.engine
    .snapshot()
    .strategies.find(({ name }) => name === 'gone')!
    .position.amount.toFixed();
}

function exposed(bench: EngineBench): number | undefined {
  return bench.engine
    .snapshot()
    .risk.find(({ limit }) => limit === 'maxExposure')
    ?.parts?.positions.toNumber();
}

describe('a strategy that trades another market than before the start', () => {
  const given = { strategy: 'renamed', symbol: 'ETH/EUR', orderId: 'found' };
  const isOf = /^strategy renamed does not trade ETH\/EUR any more, and 1 order of it may be open/;

  it.each([
    ['of a pair that others trade', PAIRS],
    ['of a pair that is not listed any more', PAIRS.filter(({ symbol }) => symbol !== 'ETH/EUR')],
  ])('its order %s is canceled until it is over, also where a reload comes, and told of', (_, pairs) => {
    const bench = leftBy('cancel', given, { pairs });
    bench.reload(settingsOf([version('2', {}, 'renamed'), version('1', {}, 'other', 'ETH/EUR')]));
    for (let i = 0; i < 60; i++) bench.timer();
    const canceled = bench.commands('cancel').map(({ orderId, symbol }) => `${orderId} ${symbol}`);
    expect([canceled.length > 2, new Set(canceled)]).toEqual([true, new Set(['found ETH/EUR'])]);
    expect(told(bench, isOf)).toHaveLength(1);
  });

  it('what its kept order executes counts for the exposure of all, and is not with what it trades by now', () => {
    const limits = limitsOf({ maxExposure: euro('40000') });
    const bench = leftBy('keep', { ...given, amount: dec('10'), price: dec('3000') }, { limits, handlers: quoting(buyAt('59000', '0.5')) });
    expect(told(bench, isOf)).toHaveLength(1);
    const fill = fillOf({
      orderId: 'found',
      intentId: 'lost',
      symbol: 'ETH/EUR',
      strategy: 'renamed',
      amount: dec('10'),
      price: dec('3000'),
    });
    bench.report({ type: 'fill', fill });
    bench.report({ type: 'order-closed', orderId: 'found', end: 'filled', filled: dec('10') });
    bench.touch('2990', '3010', 1000, 'ETH/EUR');
    bench.touch('59990', '60010', 1000);
    expect(bench.commands('place'), 'ten ETH are held').toEqual([]);
    bench.touch('990', '1010', 1000, 'ETH/EUR');
    bench.touch('59990', '60010', 1000);
    expect(bench.commands('place'), 'they are worth less').toHaveLength(1);
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
    expect(exposed(bench)).toBe(50000);
  });
});

interface Given {
  readonly limits?: ReturnType<typeof limitsOf>;
  readonly fills?: readonly ReturnType<typeof fillOf>[];
  readonly handlers?: ReturnType<typeof quoting>;
  readonly pairs?: typeof PAIRS;
}

/** A start without the strategy that has left an order, or without its market. */
function leftBy(
  onStop: LeftBehind['onStop'],
  order: Partial<Order>,
  { limits, fills = [], handlers = {}, pairs = PAIRS }: Given = {},
): ReloadBench {
  const left = orderOf({ strategy: 'gone', state: 'open', intentId: 'lost', placedAt: NOON - 5000, ...order });
  const restored = { orders: [left], fills, leftBehind: { intentIds: ['lost'], onStop } };
  const strategies = [version('1', handlers, 'renamed'), version('1', {}, 'other', 'ETH/EUR')];
  return new ReloadBench(settingsOf(strategies, limits === undefined ? {} : { limits }), { answers: false, restored, pairs });
}

function told(bench: EngineBench, what = /configuration has no strategy gone/): string[] {
  return bench.notices('log').flatMap(({ message }) => (what.test(message) ? [message] : []));
}
