import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { OPERATOR } from '../../src/engine/operator.ts';
import { STOPS_KEY } from '../../src/engine/savedStops.ts';
import type { OperatorOrder } from '../../src/model/event.ts';
import type { Order } from '../../src/model/order.ts';
import { ALL_TRADING } from '../../src/model/tradingStop.ts';
import { EngineBench } from './engineBench.ts';
import { ReloadBench } from './reloadBench.ts';
import { fillOf, NOON, orderOf, PAIRS, settingsOf, strategyOf } from './fixtures.ts';

const KILL: OperatorOrder = { type: 'stop-trading', scope: ALL_TRADING, state: 'halted', orders: 'cancel', reason: 'enough' };

/** A life that begins with these orders of the one before, at a venue that does not list their pair any more. */
function restored(orders: readonly Order[] = [orderOf()], states: Readonly<Record<string, string>> = {}): EngineBench {
  const before = { orders, states };
  return new EngineBench(settingsOf([strategyOf({})]), { answers: false, pairs: PAIRS.slice(1), restored: before, at: NOON + 1000 });
}

describe('an order of an earlier life whose pair the venue does not list', () => {
  it('is shown and told of, and left alone', () => {
    const bench = restored();
    bench.timer();
    expect(bench.engine.snapshot().orders).toMatchObject([{ orderId: 'order-1', state: 'open' }]);
    expect(bench.notices('log').map(({ message }) => message)).toEqual([expect.stringContaining('order order-1 of BTC/EUR may be open')]);
    expect(bench.commands('cancel')).toEqual([]);
  });

  it('is canceled by the kill switch, again and again until it is gone', () => {
    const bench = restored();
    bench.operator(KILL);
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'order-1', strategy: 's', symbol: 'BTC/EUR' }]);
    bench.report({ type: 'cancel-failed', orderId: 'order-1', reason: 'timeout', code: 'timeout' });
    for (let second = 0; second < 4; second++) bench.timer();
    expect(bench.commands('cancel')).toHaveLength(2);
    bench.report({ type: 'cancel-accepted', orderId: 'order-1' });
    for (let second = 0; second < 16; second++) bench.timer();
    expect(bench.commands('cancel')).toHaveLength(3);
    bench.report({ type: 'order-closed', orderId: 'order-1', end: 'canceled', filled: dec('0') });
    for (let second = 0; second < 60; second++) bench.timer();
    expect(bench.commands('cancel')).toHaveLength(3);
    expect(bench.engine.snapshot().orders).toEqual([]);
  });

  it('is canceled more and more seldom where the venue refuses that', () => {
    const bench = restored();
    bench.operator(KILL);
    for (let second = 0; second < 600; second++) {
      const before = bench.commands('cancel').length;
      bench.timer();
      if (second === 0 || bench.commands('cancel').length > before)
        bench.report({ type: 'cancel-failed', orderId: 'order-1', reason: 'not found', code: 'refused' });
    }
    const { length } = bench.commands('cancel');
    expect([length > 10, length < 20]).toEqual([true, true]);
  });

  it('is canceled at the start under a stop that was saved', () => {
    const first = restored([]);
    first.operator(KILL);
    const { state } = first.notices('save-state').findLast(({ strategy }) => strategy === STOPS_KEY)!;
    const bench = restored([orderOf()], { [STOPS_KEY]: state });
    bench.timer();
    expect(bench.commands('cancel')).toHaveLength(1);
  });

  it.each([
    ['cancel', ['order-1']],
    ['keep', []],
  ] as const)('goes with the end of the daemon as all others do: %s', (onStop, canceled) => {
    const bench = restored([orderOf(), orderOf({ intentId: 'p', orderId: 'mine', strategy: OPERATOR })]);
    bench.send({ type: 'shutdown', onStop, spares: OPERATOR });
    expect(bench.commands('cancel').map(({ orderId }) => orderId)).toEqual(canceled);
  });

  it('is canceled by a cancel of all, of its symbol and of no other', () => {
    const bench = restored();
    bench.operator({ type: 'cancel-all', symbol: 'ETH/EUR' });
    expect(bench.commands('cancel')).toEqual([]);
    bench.operator({ type: 'cancel-all', symbol: 'BTC/EUR' });
    expect(bench.commands('cancel')).toHaveLength(1);
  });

  it('follows what is reported of it', () => {
    const lost = orderOf({ intentId: 'lost', orderId: undefined, state: 'unknown' });
    const bench = restored([orderOf(), lost, orderOf({ ...lost, intentId: 'gone' })]);
    bench.report({ type: 'fill', fill: fillOf({ intentId: 'intent-1', strategy: 's', amount: dec('0.4') }) });
    bench.report({ type: 'order-opened', intentId: 'lost', orderId: 'found', price: dec('60000'), amount: dec('1'), adopted: true });
    bench.report({ type: 'intent-not-placed', intentId: 'gone', kind: 'place', code: 'lost', reason: '' });
    expect(bench.engine.snapshot().orders).toMatchObject([
      { orderId: 'order-1', filled: dec('0.4') },
      { orderId: 'found', state: 'open' },
    ]);
    bench.operator(KILL);
    expect(bench.commands('cancel').map(({ orderId }) => orderId)).toEqual(['order-1', 'found']);
  });

  it.each([
    ['cancel', ['order-1', 'order-1']],
    ['keep', []],
  ] as const)('goes with its strategy when that is removed, as all others do: %s', (onStop, canceled) => {
    const options = {
      answers: false,
      pairs: PAIRS.slice(1),
      restored: { orders: [orderOf(), orderOf({ intentId: 'g', orderId: 'of nobody', strategy: 'gone' })] },
    };
    const bench = new ReloadBench(settingsOf([strategyOf({})]), options);
    bench.reload(settingsOf([strategyOf({})]), { onStop });
    expect(bench.commands('cancel')).toEqual([]);
    bench.reload(settingsOf([]), { onStop });
    if (onStop === 'cancel') bench.report({ type: 'cancel-failed', orderId: 'order-1', reason: 'timeout', code: 'timeout' });
    for (let second = 0; second < 4; second++) bench.timer();
    expect(bench.commands('cancel').map(({ orderId }) => orderId)).toEqual(canceled);
  });

  it.each([
    ['all', { type: 'cancel-all', symbol: undefined }],
    ['it by its id', { type: 'cancel', intentId: 'c', orderId: 'order-1', symbol: 'ETH/EUR' }],
  ] as const)('is canceled until it is over by whoever has canceled %s, when it turns out to go on under another id', (_what, ask) => {
    const bench = restored();
    bench.operator(ask);
    bench.report({ type: 'cancel-failed', orderId: 'order-1', reason: 'no such order', code: 'refused' });
    const next = { newOrderId: 'order-2', price: dec('60000'), amount: dec('1'), replacedAt: NOON };
    bench.report({ type: 'order-replaced', intentId: 'r', orderId: 'order-1', ...next });
    bench.report({ type: 'cancel-failed', orderId: 'order-2', reason: 'timeout' });
    for (let second = 0; second < 10; second++) bench.timer();
    expect(bench.commands('cancel').map(({ orderId }) => orderId)).toEqual(['order-1', 'order-2', 'order-2']);
    bench.report({ type: 'order-closed', orderId: 'order-2', end: 'canceled', filled: ZERO });
    for (let second = 0; second < 60; second++) bench.timer();
    expect(bench.commands('cancel')).toHaveLength(3);
  });
});
