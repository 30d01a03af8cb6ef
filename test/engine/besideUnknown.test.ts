import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { OperatorOrder } from '../../src/model/event.ts';
import { EngineBench } from './engineBench.ts';
import { limitsOf, orderOf, settingsOf, strategyOf } from './fixtures.ts';

type Want = { readonly side: 'Buy' | 'Sell'; readonly price: number; readonly amount: string };

/** A strategy that wants this, whatever the book says; the first order of it has an unknown outcome. */
function beside(wants: readonly Want[], goesOn: true | undefined, amount = '0.5'): EngineBench {
  const quotes = wants.map((want) => ({ ...want, amount: dec(want.amount) }));
  const strategy = strategyOf({ onBook: (_book, ctx) => ctx.quote(quotes) });
  const limits = limitsOf({ symbols: ['BTC/EUR'] });
  const bench = new EngineBench(settingsOf([strategy], { limits }), { answers: false });
  bench.touch('59990', '60010');
  const [first] = bench.commands('place');
  expect(first).toMatchObject({ side: 'Buy' });
  expect(first!.amount.lte(amount)).toBe(true);
  const lost = { intentId: first!.intentId, kind: 'place', lane: 'spot:BTC/EUR', reason: 'timeout' } as const;
  bench.report({ type: 'intent-unknown', ...lost, ...(goesOn && { goesOn }) });
  return bench;
}

const BOTH: readonly Want[] = [
  { side: 'Buy', price: 59_000, amount: '0.5' },
  { side: 'Sell', price: 61_000, amount: '0.5' },
];
const LADDER: readonly Want[] = [
  { side: 'Buy', price: 59_000, amount: '0.5' },
  { side: 'Buy', price: 58_000, amount: '0.5' },
];

describe('beside an order of which nobody knows the outcome', () => {
  it('the lane goes on where it may: the other side is placed, and what is unknown keeps its place', () => {
    const bench = beside(BOTH, true);
    bench.touch('59990', '60010', 500);
    expect(bench.commands('place').map(({ side }) => side)).toEqual(['Buy', 'Sell']);
    expect(bench.engine.snapshot().frozen).toEqual({});
    bench.touch('59990', '60010', 500);
    expect(bench.commands('place'), 'one is under way at a time').toHaveLength(2);
  });

  it('and stays shut where it may not', () => {
    const bench = beside(BOTH, undefined);
    for (let i = 0; i < 5; i++) bench.touch('59990', '60010', 500);
    expect(bench.commands('place')).toHaveLength(1);
    expect(bench.notices('refused'), 'which is no refusal').toEqual([]);
    expect(Object.keys(bench.engine.snapshot().frozen)).toEqual(['spot:BTC/EUR']);
  });

  it('orders of one side differ in their amounts, whatever their prices', () => {
    const bench = beside(LADDER, true);
    const [first] = bench.commands('place');
    for (let i = 0; i < 20; i++) {
      bench.touch('59990', '60010', 500);
      const placed = bench.commands('place').at(-1)!;
      if (placed === first) continue;
      expect(placed.amount).not.toEqual(first!.amount);
      bench.report({ type: 'intent-not-sent', intentId: placed.intentId, kind: 'place', reason: 'never mind' });
    }
    expect(bench.commands('place').length).toBeGreaterThan(1);
  });

  it('an order that is too coarse to be told apart waits, and a person is told so', () => {
    const coarse = LADDER.map((want) => ({ ...want, amount: '0.001' }));
    const bench = beside(coarse, true);
    bench.touch('59990', '60010', 500);
    expect(bench.commands('place')).toHaveLength(1);
    expect(bench.notices('refused')).toMatchObject([
      { rule: 'lane-frozen', message: expect.stringContaining('the same amount') as string },
    ]);
    const { amount } = bench.commands('place')[0]!;
    const mine: OperatorOrder = {
      type: 'place',
      intentId: 'mine',
      symbol: 'BTC/EUR',
      side: 'Buy',
      orderType: 'Limit',
      price: dec('59500'),
      amount,
    };
    bench.operator(mine);
    expect(bench.notices('refused').at(-1)).toMatchObject({ rule: 'lane-frozen', intentId: 'mine' });
    bench.operator({ ...mine, intentId: 'other', amount: dec('0.002') });
    expect(bench.commands('place').at(-1)).toMatchObject({ intentId: 'other' });
  });

  it('a replacement is held against all that the venue may count in its amount', () => {
    const bench = beside(BOTH, true);
    const [lost, sell] = bench.commands('place');
    const unknown = lost!.amount;
    bench.report({
      type: 'order-opened',
      intentId: sell!.intentId,
      orderId: 's',
      amount: sell!.amount,
      price: dec('61000'),
      adopted: false,
    });
    bench.send({
      type: 'restored',
      fills: [],
      conversions: [],
      states: {},
      orders: [orderOf({ orderId: 'r', intentId: 'r', side: 'Buy', amount: unknown.plus('0.2'), filled: dec('0.1'), price: dec('57000') })],
    });
    for (const [intentId, amount] of [
      ['same', unknown],
      ['less', unknown.minus('0.1')],
      ['more', unknown.plus('0.1')],
    ] as const) {
      bench.operator({ type: 'replace', intentId, orderId: 'r', price: dec('57500'), amount });
      expect(bench.notices('refused').at(-1), intentId).toMatchObject({ rule: 'lane-frozen', intentId });
    }
    bench.operator({ type: 'replace', intentId: 'fine', orderId: 'r', price: dec('57500'), amount: unknown.plus('0.05') });
    expect(bench.commands('replace')).toMatchObject([{ intentId: 'fine' }]);
  });

  it('an order of an earlier life counts as well', () => {
    const strategy = strategyOf({ onBook: (_book, ctx) => ctx.quote(BOTH.map((want) => ({ ...want, amount: dec(want.amount) }))) });
    const lost = orderOf({ orderId: undefined, intentId: 'lost', state: 'unknown', side: 'Buy', amount: dec('0.5'), price: dec('59000') });
    const bench = new EngineBench(settingsOf([strategy]), { answers: false, restored: { orders: [lost] } });
    bench.touch('59990', '60010');
    expect(bench.commands('place')).toMatchObject([{ side: 'Sell' }]);
    bench.report({ type: 'order-opened', intentId: 'lost', orderId: '9', amount: dec('0.5'), price: dec('59000'), adopted: true });
    expect(
      bench.engine
        .snapshot()
        .orders.map(({ state }) => state)
        .toSorted(),
    ).toEqual(['open', 'pending']);
  });
});
