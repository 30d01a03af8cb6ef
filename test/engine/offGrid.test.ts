import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, type Decimal, ZERO } from '../../src/base/decimal.ts';
import type { StrategyHandlers } from '../../src/engine/strategy.ts';
import type { Report } from '../../src/model/event.ts';
import type { Fill } from '../../src/model/fill.ts';
import type { Order } from '../../src/model/order.ts';
import { EngineBench } from './engineBench.ts';
import { balanceOf, fillOf, orderOf, settingsOf, strategyOf } from './fixtures.ts';

const LANE = 'spot:BTC/EUR';
const PLACE = { type: 'place', symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', price: dec('60000'), amount: dec('1') } as const;
const OPENED = { type: 'order-opened', intentId: 'i', orderId: 'o', price: dec('60000'), amount: dec('1'), adopted: false } as const;
const REPLACED = { type: 'order-replaced', intentId: 'r', orderId: 'o', newOrderId: 'o', price: dec('61000'), amount: dec('2') } as const;

/** What the venue says, and how an order of 1 BTC at 60000 is understood then. */
const SAID: readonly (readonly [what: string, say: (bench: EngineBench) => Report, reason: string, shape: Partial<Order>])[] = [
  [
    'an order with a price between two ticks',
    () => ({ ...OPENED, price: dec('60000.005') }),
    'a price of 60000.005',
    { price: dec('60000.01') },
  ],
  ['an order with a part of a lot', () => ({ ...OPENED, amount: dec('0.9999999') }), 'an amount of 0.9999999', { amount: dec('1') }],
  [
    'a replacement to a price between two ticks',
    (bench) => (replacing(bench), { ...REPLACED, price: dec('61000.001'), replacedAt: bench.now }),
    'a price of 61000.001',
    { price: dec('61000.01'), amount: dec('2') },
  ],
  [
    'a replacement to a part of a lot',
    (bench) => (replacing(bench), { ...REPLACED, amount: dec('1.9999999'), replacedAt: bench.now }),
    'an amount of 1.9999999',
    { price: dec('61000'), amount: dec('2') },
  ],
  [
    'an execution of a part of a lot',
    (bench) => (bench.report(OPENED), fillReport({ amount: dec('0.0000123') })),
    'an amount of 0.0000123',
    { price: dec('60000'), amount: dec('1') },
  ],
];

describe.each(SAID)('%s', (_what, say, reason, shape) => {
  const told = (): EngineBench => {
    const bench = placed();
    bench.report(say(bench));
    return bench;
  };

  it('shuts the lane and says why', () => {
    const bench = told();
    expect(bench.engine.snapshot().frozen).toEqual({
      [LANE]: expect.stringContaining(`the venue sent ${reason} for an order of BTC/EUR, which is off its grid; the lane opens`) as string,
    });
    bench.operator({ ...PLACE, intentId: 'next' });
    expect(bench.notices('refused').at(-1)).toMatchObject({ rule: 'lane-frozen', intentId: 'next' });
  });

  it('counts as the next shape that is worse for us, and the order can be canceled', () => {
    const bench = told();
    expect(bench.engine.snapshot().orders).toMatchObject([{ orderId: 'o', state: 'open', ...shape }]);
    bench.operator({ type: 'cancel', intentId: 'c', orderId: 'o', symbol: 'BTC/EUR' });
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'o' }]);
  });

  it('opens the lane when all of the order is filled and the venue says that it is closed', () => {
    const bench = told();
    const { amount, filled } = bench.engine.snapshot().orders[0]!;
    bench.report(fillReport({ amount: amount.minus(filled) }));
    bench.report({ type: 'order-closed', orderId: 'o', end: 'filled', filled: amount });
    expect(bench.engine.snapshot()).toMatchObject({ frozen: {}, orders: [] });
  });

  it('opens the lane again when the order is closed', () => {
    const bench = told();
    bench.report({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: ZERO });
    expect(bench.engine.snapshot().frozen).toEqual({});
    bench.operator({ ...PLACE, intentId: 'next' });
    expect(bench.commands('place').at(-1)).toMatchObject({ intentId: 'next' });
  });
});

describe('a sell with a price between two ticks', () => {
  it('counts as the next one below: it may be filled there', () => {
    const bench = placed('Sell');
    bench.report({ ...OPENED, price: dec('60000.005') });
    expect(bench.engine.snapshot().orders).toMatchObject([{ price: dec('60000') }]);
  });
});

describe('executions off the grid', () => {
  const offGrid = fc.record({
    price: fc.constantFrom('60000', '59999.995', '59999.123456789').map((price) => dec(price)),
    amount: fc.constantFrom('0.00001', '0.000005', '0.0000123', '0.000000001').map((amount) => dec(amount)),
    fee: fc.constantFrom('0', '0.01', '0.000000000001').map((fee) => dec(fee)),
    feeCurrency: fc.constantFrom('EUR', 'BTC', 'VTX'),
  });

  it('lose nothing: position, fees and what is free are exact to the digit', () => {
    fc.assert(
      fc.property(fc.array(offGrid, { maxLength: 12 }), (list) => {
        const bench = placed();
        bench.send({ type: 'balances', rows: [balanceOf('EUR', '100000')] });
        bench.report(OPENED);
        const model = { amount: ZERO, quoteFlow: ZERO, VTX: ZERO };
        for (const given of list) {
          bench.report(fillReport(given));
          const { price, amount, fee, feeCurrency } = given;
          model.amount = model.amount.plus(amount).minus(feeCurrency === 'BTC' ? fee : ZERO);
          model.quoteFlow = model.quoteFlow.minus(price.times(amount)).minus(feeCurrency === 'EUR' ? fee : ZERO);
          if (feeCurrency === 'VTX') model.VTX = model.VTX.plus(fee);
        }
        const { position } = bench.strategy();
        expect(position).toMatchObject({ amount: model.amount, quoteFlow: model.quoteFlow, fills: list.length });
        expect(position.otherFees['VTX'] ?? ZERO).toEqual(model.VTX);
      }),
    );
  });

  it('are told to the strategy digit for digit', () => {
    const seen: Decimal[] = [];
    const bench = placed('Buy', { onFill: ({ price, amount }) => void seen.push(price, amount) });
    bench.report(OPENED);
    bench.report(fillReport({ price: dec('59999.995'), amount: dec('0.0000123') }));
    expect(seen).toEqual([dec('59999.995'), dec('0.0000123')]);
  });

  it('at a price between two ticks shut the lane too', () => {
    const bench = placed();
    bench.report(OPENED);
    bench.report(fillReport({ price: dec('59999.995'), amount: dec('0.1') }));
    expect(bench.engine.snapshot().orders).toMatchObject([{ filled: dec('0.1') }]);
    expect(frozen(bench)).toBe(true);
  });

  it('never close an order of which something is still open', () => {
    const bench = placed();
    bench.report({ ...OPENED, amount: dec('0.0001') });
    for (let i = 0; i < 10; i++) bench.report(fillReport({ amount: dec('0.000005') }));
    // Half of it is still open at the venue, and is canceled when the daemon stops.
    expect(bench.engine.snapshot().orders).toMatchObject([{ orderId: 'o', state: 'open' }]);
    bench.send({ type: 'shutdown', onStop: 'cancel' });
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'o' }]);
  });

  it('that come after the order is closed leave the lane open', () => {
    const bench = placed();
    bench.report(OPENED);
    bench.report({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: dec('0.0000123') });
    bench.report(fillReport({ amount: dec('0.0000123') }));
    expect(bench.strategy().position.amount).toEqual(dec('0.0000123'));
    expect(bench.engine.snapshot().frozen).toEqual({});
  });
});

describe('a lane that is shut for two reasons', () => {
  it('stays shut for what the lists show when the order off the grid is closed', () => {
    const bench = placed();
    bench.report({ ...OPENED, price: dec('60000.005') });
    bench.report({ type: 'lane-frozen', lane: LANE, reason: 'a row of the trades can not be read' });
    bench.report({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: ZERO });
    expect(frozen(bench)).toBe(true);
    bench.report({ type: 'lane-opened', lane: LANE });
    expect(frozen(bench)).toBe(false);
  });

  it('stays shut for the order off the grid when the lists are fine again', () => {
    const bench = placed();
    bench.report({ type: 'lane-frozen', lane: LANE, reason: 'a row of the trades can not be read' });
    bench.report({ ...OPENED, price: dec('60000.005') });
    bench.report({ type: 'lane-opened', lane: LANE });
    expect(frozen(bench)).toBe(true);
    bench.report({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: ZERO });
    expect(frozen(bench)).toBe(false);
  });

  it('stays shut until the last of two orders off the grid is closed', () => {
    const bench = placed('Buy', {}, [orderOf({ orderId: 'old', intentId: 'old', price: dec('59000.005') })]);
    bench.report({ ...OPENED, price: dec('60000.005') });
    bench.report({ type: 'order-closed', orderId: 'old', end: 'canceled', filled: ZERO });
    expect(frozen(bench)).toBe(true);
    bench.report({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: ZERO });
    expect(frozen(bench)).toBe(false);
  });
});

describe('a restored order off the grid', () => {
  const off = { price: dec('60000.005'), amount: dec('1.000001'), filled: dec('0.0000005') };
  const restored = (given: Partial<Order>): EngineBench => {
    const orders = [orderOf({ ...off, ...given })];
    return new EngineBench(settingsOf([strategyOf({})]), { answers: false, restored: { orders } });
  };

  it('shuts the lane, reserves no less than it may take, and can be canceled', () => {
    const bench = restored({});
    expect(frozen(bench)).toBe(true);
    expect(bench.engine.snapshot().orders).toMatchObject([{ price: dec('60000.01'), amount: dec('1.00001'), state: 'open' }]);
    bench.operator({ type: 'cancel', intentId: 'c', orderId: 'order-1', symbol: 'BTC/EUR' });
    bench.report({ type: 'order-closed', orderId: 'order-1', end: 'canceled', filled: ZERO });
    expect(frozen(bench)).toBe(false);
  });

  it('does not count as filled further than it is', () => {
    expect(
      restored({ filled: dec('0.3000001') })
        .engine.snapshot()
        .orders[0]!.filled.lte('0.3000001'),
    ).toBe(true);
  });

  it.each<[string, Report]>([
    ['refused', { type: 'intent-refused', intentId: 'intent-1', kind: 'place', code: 'x', message: '' }],
    ['not sent', { type: 'intent-not-sent', intentId: 'intent-1', kind: 'place', reason: '' }],
  ])('opens the lane when it is known to be %s', (_what, report) => {
    const bench = restored({ orderId: undefined, state: 'unknown', filled: ZERO });
    expect(frozen(bench)).toBe(true);
    bench.report(report);
    expect(bench.engine.snapshot().orders).toEqual([]);
    expect(frozen(bench)).toBe(false);
  });
});

describe('what is beyond all grids', () => {
  it.each<[string, Report]>([
    ['an amount', { ...OPENED, amount: dec('1e30') }],
    ['a price', { ...OPENED, price: dec('1e30') }],
  ])('shuts the lane and throws nothing: %s', (_what, report) => {
    const bench = placed();
    bench.report(report);
    expect(frozen(bench)).toBe(true);
  });

  it('is booked to the last digit where it was executed, and ends the order', () => {
    const bench = placed();
    bench.report(OPENED);
    bench.report(fillReport({ amount: dec('1e30') }));
    expect(bench.strategy().position.amount).toEqual(dec('1e30'));
    expect(bench.engine.snapshot().orders).toEqual([]);
  });
});

/** A strategy's order to buy 1 BTC at 60000, on its way. */
function placed(side: 'Buy' | 'Sell' = 'Buy', handlers: StrategyHandlers = {}, orders: readonly Order[] = []): EngineBench {
  const pending = orderOf({ intentId: 'i', orderId: undefined, state: 'unknown', side });
  const bench = new EngineBench(settingsOf([strategyOf(handlers)]), { answers: false, restored: { orders: [...orders, pending] } });
  bench.touch('59990', '60010');
  return bench;
}

/** The order is open, and a person moves it to 2 BTC at 61000. */
function replacing(bench: EngineBench): void {
  bench.report(OPENED);
  bench.operator({ type: 'replace', intentId: 'r', orderId: 'o', price: dec('61000'), amount: dec('2') });
  expect(bench.commands('replace')).toHaveLength(1);
}

function fillReport(given: Partial<Fill>): Report {
  return { type: 'fill', fill: fillOf({ orderId: 'o', ...given }) };
}

function frozen(bench: EngineBench): boolean {
  return bench.engine.snapshot().frozen[LANE] !== undefined;
}
