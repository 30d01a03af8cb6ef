import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { Restored } from '../../src/model/event.ts';
import { EngineBench } from './engineBench.ts';
import { limitsOf, orderOf, settingsOf, strategyOf } from './fixtures.ts';

const MOST = { amount: dec('6000'), currency: 'EUR' };

/** A life that begins with what an earlier one has left behind; its strategy buys for 1,000 EUR when it is told to. */
function begun(restored: Partial<Restored>): { readonly bench: EngineBench; buy: () => string[] } {
  const strategy = strategyOf(
    { onBook: (_book, ctx) => void ctx.place({ side: 'Buy', price: 50_000, amount: dec('0.02') }) },
    'eth',
    'ETH/EUR',
  );
  const holder = strategyOf({}, 'holder');
  const limits = limitsOf({ symbols: ['BTC/EUR', 'ETH/EUR'], maxExposure: MOST });
  const bench = new EngineBench(settingsOf([strategy, holder], { limits }), { answers: false, restored });
  bench.touch('59999.99', '60000.01');
  return {
    bench,
    buy: () => {
      const before = bench.notices('refused').length;
      bench.touch('49999.99', '50000.01', 1000, 'ETH/EUR');
      return bench
        .notices('refused')
        .slice(before)
        .map(({ rule }) => rule);
    },
  };
}

const resting = orderOf({
  intentId: 'old',
  orderId: '7',
  strategy: 'holder',
  side: 'Buy',
  price: dec('59000'),
  amount: dec('0.05'),
  state: 'open',
});
const next = { ...resting, intentId: 'new', orderId: undefined, amount: dec('0.04'), state: 'unknown' as const };

test('a replacement of an earlier life of which nobody knows is exposed beside what it was to replace, until it is known', () => {
  expect(begun({ orders: [resting] }).buy()).toEqual([]);
  const { bench, buy } = begun({ orders: [resting, next] });
  expect(buy()).toEqual(['exposure']);
  bench.report({
    type: 'order-replaced',
    intentId: 'new',
    orderId: '7',
    newOrderId: '8',
    price: dec('59000'),
    amount: dec('0.04'),
    replacedAt: bench.now,
  });
  const orders = bench.engine.snapshot().orders.filter(({ strategy }) => strategy === 'holder');
  expect(orders).toMatchObject([{ orderId: '8', state: 'open', amount: dec('0.04') }]);
  expect(buy()).toEqual([]);
});

test('one that was not placed leaves the order as it was, and counts for a day', () => {
  const { bench, buy } = begun({ orders: [resting, next] });
  bench.report({ type: 'intent-not-placed', intentId: 'new', kind: 'replace', code: 'lost', reason: 'never arrived' });
  const orders = bench.engine.snapshot().orders.filter(({ strategy }) => strategy === 'holder');
  expect(orders).toMatchObject([{ orderId: '7', state: 'open', amount: dec('0.05') }]);
  expect(buy()).toEqual(['exposure']);
  bench.timer(86_400_000);
  expect(buy()).toEqual([]);
});

test('a conversion of an earlier life of which nobody knows is exposed until it is known', () => {
  const unknown = {
    intentId: 'c',
    strategy: 'holder',
    fromCurrency: 'EUR',
    toCurrency: 'BTC',
    fromAmount: dec('5400'),
    toAmount: dec('0.09'),
  };
  const { bench, buy } = begun({ unknownConversions: [unknown] });
  expect(buy()).toEqual(['exposure']);
  bench.report({ type: 'intent-not-placed', intentId: 'c', kind: 'convert', code: 'lost', reason: 'never arrived' });
  expect(buy()).toEqual([]);
});
