import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { entomb, ENTOMBED_KEY, restoreEntombed } from '../../src/engine/savedEntombed.ts';
import { BUY } from '../../src/model/side.ts';
import { amountOf, gridOf } from '../../src/model/grid.ts';
import type { Output } from '../../src/engine/engineState.ts';
import type { Report } from '../../src/model/event.ts';
import { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, settingsOf, strategyOf } from './fixtures.ts';
import { roomIn } from './risk/situation.ts';

it.each([
  ['0.00002', '0.05'],
  ['0.001', '0.05'],
  ['0.03', '0.06'],
])('a tomb holds what it held, whatever the lot of its pair is after a restart: %s', (lot, amount) => {
  const room = roomIn({ limits: { maxExposure: euro('6000') } });
  entomb(room.placed('lost', 'Buy', '60000', '0.05'), room.engine.state);
  const saved = room.notices.findLast((notice) => notice.type === 'save-state' && notice.strategy === ENTOMBED_KEY) as { state: string };
  const { state } = roomIn({}).engine;
  const market = state.markets.get('BTC/EUR')!;
  market.define({ ...market.pair, grid: gridOf(2, dec(lot)) });
  expect(restoreEntombed(state, saved.state)).toBe(true);
  expect(amountOf(market.pair.grid, market.entombed.lots(BUY, state.now)).toFixed()).toBe(amount);
});

it.each(['intent-refused', 'intent-not-sent'] as const)('an order that shows late counts for the exposure from then on: %s', (type) => {
  const bench = new EngineBench(settingsOf([strategyOf({})], { limits: limitsOf({ maxExposure: euro('6000') }) }), { answers: false });
  bench.touch('59990', '60010');
  const mine = { type: 'place', symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', price: dec('60000'), amount: dec('0.06') } as const;
  bench.operator({ ...mine, intentId: 'late' });
  bench.report({ type, intentId: 'late', kind: 'place', code: 'x', message: 'no', reason: 'no' });
  bench.operator({ ...mine, intentId: 'beside' });
  bench.report({ type, intentId: 'beside', kind: 'place', code: 'x', message: 'no', reason: 'no' });
  expect(bench.notices('refused')).toEqual([]);
  bench.report({ type: 'order-opened', intentId: 'late', orderId: 'o', amount: mine.amount, price: mine.price, adopted: true });
  const { symbol, side, price, amount } = mine;
  bench.report({ type: 'order-late', intentId: 'late', orderId: 'o', strategy: 'operator', symbol, side, price, amount });
  bench.operator({ ...mine, intentId: 'too-much' });
  expect(bench.notices('refused')).toMatchObject([{ rule: 'exposure', intentId: 'too-much' }]);
});

describe('an order that shows late', () => {
  const [price, amount] = [dec('60000'), dec('0.06')];
  const mine = { type: 'place', symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', price, amount } as const;
  const shown = { type: 'order-late', intentId: 'unknown-here', orderId: 'o', strategy: 'operator' } as const;
  const late: Report = { ...shown, symbol: 'BTC/EUR', side: 'Buy', price, amount };
  const over: Report = { type: 'order-closed', orderId: 'o', end: 'canceled', filled: ZERO };
  const settings = settingsOf([strategyOf({})], { limits: limitsOf({ maxExposure: euro('6000') }) });
  const saved = (notices: readonly Output[]): string | undefined =>
    notices.flatMap((notice) => (notice.type === 'save-state' && notice.strategy === ENTOMBED_KEY ? [notice.state] : [])).at(-1);
  const started = (states: Readonly<Record<string, string>>, before: readonly Report[] = []): EngineBench => {
    const bench = new EngineBench(settings, { answers: false, restored: { states }, before });
    bench.touch('59990', '60010');
    return bench;
  };
  /** Whether an order of 0.06 BTC is refused. */
  const isFull = (bench: EngineBench): boolean => {
    const intentId = `asked-${bench.events.length}`;
    bench.operator({ ...mine, intentId });
    bench.report({ type: 'intent-not-sent', intentId, kind: 'place', code: 'x', reason: 'no' });
    return bench.notices('refused').some((notice) => notice.intentId === intentId);
  };

  it('counts once from then on, though its intent is not known here, until it is over', () => {
    const bench = started({});
    expect(isFull(bench)).toBe(false);
    bench.report(late);
    const state = saved(bench.outputs)!;
    expect(JSON.parse(state)).toMatchObject({ 'BTC/EUR': [{ orderId: 'o', price: '60000' }] });
    bench.report(late);
    expect(isFull(bench)).toBe(true);
    bench.report(over);
    expect(saved(bench.outputs)).toBe('{}');
    expect(isFull(bench)).toBe(false);
    expect(isFull(started({ [ENTOMBED_KEY]: state })), 'in another life').toBe(true);
  });

  it('counts in the place of what its intent might have come to', () => {
    const bench = started({});
    bench.operator({ ...mine, intentId: 'lost' });
    bench.report({ type: 'intent-not-placed', intentId: 'lost', kind: 'place', code: 'lost', reason: 'no' });
    expect(isFull(bench)).toBe(true);
    bench.report({ ...late, intentId: 'lost' });
    bench.report(over);
    expect(isFull(bench)).toBe(false);
  });

  it('that a replacement has led to counts in the place of what the replacement might have come to', () => {
    const bench = started({});
    bench.operator({ ...mine, intentId: 'lost' });
    bench.report({ type: 'intent-not-placed', intentId: 'lost', kind: 'replace', code: 'lost', reason: 'no' });
    bench.operator({ ...mine, amount: dec('0.01'), intentId: 'kept' });
    bench.report({ type: 'order-opened', intentId: 'kept', orderId: 'k', amount: dec('0.01'), price, adopted: false });
    const { now } = bench;
    bench.report({ type: 'order-replaced', intentId: 'lost', orderId: 'k', newOrderId: 'k', price, amount: dec('0.01'), replacedAt: now });
    expect(isFull(bench)).toBe(false);
  });

  it('counts no more than what is left of it', () => {
    const bench = started({});
    bench.report(late);
    bench.report({ type: 'fill', fill: fillOf({ orderId: 'o', strategy: 'operator', price, amount: dec('0.04') }) });
    const [tomb] = (JSON.parse(saved(bench.outputs)!) as { 'BTC/EUR': { lots: number }[] })['BTC/EUR'];
    expect(tomb).toMatchObject({ lots: 2000 });
  });

  it('is one more than those of an earlier life where it shows before they were read', () => {
    const bench = started({});
    bench.report({ ...late, orderId: 'other', amount: dec('0.01') });
    const state = saved(bench.outputs)!;
    const next = started({ [ENTOMBED_KEY]: state }, [late]);
    expect(saved(next.outputs)).toBeUndefined();
    next.report({ ...over, orderId: 'other' });
    expect(JSON.parse(saved(next.outputs)!)).toMatchObject({ 'BTC/EUR': [{ orderId: 'o' }] });
  });

  it('that an earlier life has seen counts no longer where it is over before that is read', () => {
    const bench = started({});
    bench.report(late);
    const states = { [ENTOMBED_KEY]: saved(bench.outputs)! };
    expect(isFull(started(states))).toBe(true);
    expect(isFull(started(states, [over]))).toBe(false);
  });
});
