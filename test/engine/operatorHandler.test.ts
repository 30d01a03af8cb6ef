import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { OperatorOrder } from '../../src/model/event.ts';
import { EngineBench } from './engineBench.ts';
import { conversionOf, limitsOf, orderOf, quoteOf, settingsOf, strategyOf } from './fixtures.ts';

type Place = Extract<OperatorOrder, { type: 'place' }>;

const PLACE: Place = {
  type: 'place',
  intentId: 'mine',
  symbol: 'BTC/EUR',
  side: 'Buy',
  orderType: 'Limit',
  price: dec('59000'),
  amount: dec('0.5'),
};

describe("an operator's order", () => {
  it('is placed exactly as it was typed, under its own intent', () => {
    const bench = benchOf();
    bench.operator(PLACE);
    expect(bench.commands('place')).toMatchObject([{ intentId: 'mine', strategy: 'operator', amount: dec('0.5'), price: dec('59000') }]);
    expect(bench.ladder()).toEqual(['Buy 0.5 at 59000']);
  });

  it('may be a market order', () => {
    const bench = benchOf();
    bench.operator({ ...PLACE, orderType: 'Market', price: undefined });
    expect(bench.commands('place')).toMatchObject([{ orderType: 'Market', price: undefined }]);
  });

  it.each<[string, Partial<Place>, string]>([
    ['a symbol that is not traded', { symbol: 'XRP/EUR' }, 'not-found'],
    ['a price off the grid', { price: dec('59000.001') }, 'off-grid'],
    ['an amount off the grid', { amount: dec('0.000001') }, 'off-grid'],
    ['an amount beyond all grids', { amount: dec('1e30') }, 'off-grid'],
    ['an amount of nothing', { amount: dec('0') }, 'amount-grid'],
    ['a negative amount', { amount: dec('-1') }, 'amount-grid'],
    ['a price of nothing', { price: dec('0') }, 'price-grid'],
    ['a limit order without a price', { price: undefined }, 'price'],
    ['a market order with a price', { orderType: 'Market' }, 'price'],
    ['a price beyond the collar', { price: dec('66000') }, 'price-collar'],
  ])('is refused with the reason, always told: %s', (_what, given, rule) => {
    const bench = benchOf();
    for (const intentId of ['first', 'second']) bench.operator({ ...PLACE, ...given, intentId });
    expect(bench.commands('place')).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([
      { rule, intentId: 'first', strategy: 'operator' },
      { rule, intentId: 'second', strategy: 'operator' },
    ]);
  });

  it('is refused while another order of the symbol is on its way, or its lane is frozen', () => {
    const bench = benchOf(false);
    bench.operator(PLACE);
    bench.operator({ ...PLACE, intentId: 'second' });
    bench.report({ type: 'intent-unknown', intentId: 'mine', kind: 'place', lane: 'spot:BTC/EUR', reason: 'timeout' });
    bench.operator({ ...PLACE, intentId: 'third' });
    expect(bench.notices('refused').map(({ rule, intentId }) => `${intentId} ${rule}`)).toEqual(['second lane-busy', 'third lane-frozen']);
  });

  it('that comes a second time is not sent again', () => {
    const bench = benchOf();
    bench.operator(PLACE);
    bench.operator(PLACE);
    expect(bench.commands('place')).toHaveLength(1);
    expect(bench.notices('refused')).toEqual([]);
  });

  it('is replaced and canceled by its id', () => {
    const bench = benchOf();
    bench.operator(PLACE);
    bench.operator({ type: 'replace', intentId: 'move', orderId: 'order-1', price: dec('58000'), amount: dec('0.4') });
    expect(bench.ladder()).toEqual(['Buy 0.4 at 58000']);
    bench.operator({ type: 'cancel', intentId: 'gone', orderId: 'order-1', symbol: 'BTC/EUR' });
    expect(bench.ladder()).toEqual([]);
    expect(bench.commands('cancel')).toMatchObject([{ intentId: 'gone' }]);
  });

  it('can be canceled again at once: cancels may be repeated', () => {
    const bench = benchOf(false, [orderOf({ strategy: 'operator' })]);
    for (const intentId of ['a', 'b']) bench.operator({ type: 'cancel', intentId, orderId: 'order-1', symbol: 'BTC/EUR' });
    expect(bench.commands('cancel').map(({ intentId }) => intentId)).toEqual(['a', 'b']);
  });

  it.each<[string, Parameters<typeof orderOf>[0], string]>([
    ['one that is closed', { state: 'closed', closedBy: 'filled' }, "can't be canceled now: it is closed"],
    ['one that is being replaced', { replacing: 'x' }, "can't be canceled now: it is being replaced"],
  ])('is not canceled when it is %s', (_what, given, message) => {
    const bench = benchOf(false, [orderOf(given)]);
    bench.operator({ type: 'cancel', intentId: 'c', orderId: 'order-1', symbol: 'BTC/EUR' });
    expect(bench.notices('refused')).toMatchObject([{ rule: 'not-open', message: expect.stringContaining(message) as string }]);
  });

  it('cancels an order that is not ours, too', () => {
    const bench = benchOf(false);
    bench.operator({ type: 'cancel', intentId: 'c', orderId: 'foreign', symbol: 'BTC/EUR' });
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'foreign', strategy: 'operator' }]);
  });

  it('replaces only what is known and open', () => {
    const bench = benchOf(false, [orderOf({ canceling: true })]);
    const move = { type: 'replace', price: dec('58000'), amount: dec('0.4') } as const;
    bench.operator({ ...move, intentId: 'a', orderId: 'foreign' });
    bench.operator({ ...move, intentId: 'b', orderId: 'order-1' });
    expect(bench.notices('refused')).toMatchObject([
      { rule: 'not-found', intentId: 'a' },
      { rule: 'not-open', intentId: 'b', message: "the order can't be replaced: it is being canceled" },
    ]);
  });
});

describe("an operator's conversion", () => {
  it('asks for a quote and accepts it', () => {
    const bench = benchOf();
    const size = { fromAmount: dec('600') };
    bench.operator({ type: 'convert', requestId: 'r', fromCurrency: 'EUR', toCurrency: 'BTC', size });
    bench.operator({ type: 'convert', requestId: 'r', fromCurrency: 'EUR', toCurrency: 'BTC', size });
    bench.report({ type: 'quoted', requestId: 'r', quote: quoteOf() });
    expect(bench.commands('request-quote')).toHaveLength(1);
    expect(bench.commands('convert')).toMatchObject([{ requestId: 'r', strategy: 'operator' }]);
    expect(bench.notices('refused')).toEqual([]);
  });

  it('accepts a quote that the person has seen, by the same checks, once', () => {
    const bench = benchOf();
    bench.operator({ type: 'accept', intentId: 'a', quote: quoteOf() });
    bench.operator({ type: 'accept', intentId: 'a', quote: quoteOf() });
    expect(bench.commands('convert')).toMatchObject([{ intentId: 'a' }]);
    bench.operator({ type: 'accept', intentId: 'b', quote: quoteOf() });
    expect(bench.notices('refused')).toMatchObject([{ rule: 'lane-busy', intentId: 'b' }]);
    bench.report({ type: 'converted', conversion: conversionOf({ intentId: 'a' }), adopted: false });
    bench.operator({ type: 'accept', intentId: 'c', quote: quoteOf({ toAmount: dec('0.001') }) });
    expect(bench.notices('refused').at(-1)).toMatchObject([{ rule: 'price-collar', intentId: 'c' }][0]!);
  });
});

describe("an operator's word on a strategy", () => {
  it('that does not exist is refused', () => {
    const bench = benchOf();
    for (const type of ['pause', 'resume', 'stop'] as const) bench.operator({ type, strategy: 'nobody' });
    expect(bench.notices('refused')).toMatchObject([{ rule: 'not-found', message: 'there is no strategy named nobody' }]);
  });

  it('does not start anything again after the shutdown has begun', () => {
    const bench = benchOf();
    bench.send({ type: 'shutdown', onStop: 'cancel' });
    bench.operator({ type: 'resume', strategy: 's' });
    bench.operator(PLACE);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'halted' }, { rule: 'halted', intentId: 'mine' }]);
  });
});

function benchOf(answers = true, orders: readonly ReturnType<typeof orderOf>[] = []): EngineBench {
  const settings = settingsOf([strategyOf({})], { limits: limitsOf({ priceCollar: dec('0.05') }) });
  const bench = new EngineBench(settings, { answers, restored: { orders } });
  bench.touch('59990', '60010');
  return bench;
}
