import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, type Decimal, ZERO } from '../../src/base/decimal.ts';
import { NO_POSITION, positionAfterFill } from '../../src/engine/portfolio.ts';
import { positionOf } from '../../src/engine/positions.ts';
import type { StrategyHandlers } from '../../src/engine/strategy.ts';
import type { Money, RiskLimits } from '../../src/engine/risk/limits.ts';
import type { Restored } from '../../src/model/event.ts';
import type { Fill } from '../../src/model/fill.ts';
import { amountOf, priceOf } from '../../src/model/grid.ts';
import type { Pair } from '../../src/model/pair.ts';
import { type BenchOptions, EngineBench } from './engineBench.ts';
import { EngineRoom } from './engineRoom.ts';
import { balanceOf, bookOf, BTC, fillOf, FINE_PAIRS, limitsOf, orderOf, settingsOf, strategyOf } from './fixtures.ts';

/** Differences from a limit: one unit of the quote currency, and much less or more. */
const offBy = (unit: Decimal): fc.Arbitrary<Decimal> => fc.constantFrom(unit.negated(), ZERO, unit, unit.div(1000), unit.times(1000));

describe.each(FINE_PAIRS.map((pair) => [`precision ${pair.grid.precision}, lots of 10^-8`, pair] as const))(
  'with %s and billions',
  (_name, pair) => {
    const { grid, symbol } = pair;
    const unit = grid.tick.times(grid.lot);
    /** Up to 10^15 ticks and lots, worth up to 10^12 and more. */
    const shapes = fc.tuple(
      fc.integer({ min: 1, max: 10 ** 11 }),
      fc.oneof(fc.integer({ min: 1, max: 10 ** 15 }), fc.integer({ min: 1, max: 1000 })),
    );
    const off = offBy(unit);
    const billions = fc.bigInt({ min: 0n, max: 10n ** 22n }).map((units) => dec(units).times(unit));

    const benchOf = (limits: Partial<RiskLimits>, options: BenchOptions = {}, handlers: StrategyHandlers = {}): EngineBench => {
      const settings = settingsOf([strategyOf(handlers, 's', symbol)], { limits: limitsOf({ symbols: [symbol], ...limits }) });
      const bench = new EngineBench(settings, { pairs: [pair], answers: false, ...options });
      bench.touch('1.00', '1.02', 0, symbol);
      return bench;
    };
    const place = (bench: EngineBench, ticks: number, lots: number): string | undefined => {
      const shape = { price: priceOf(grid, ticks), amount: amountOf(grid, lots) };
      bench.operator({ type: 'place', intentId: 'i', symbol, side: 'Buy', orderType: 'Limit', ...shape });
      expect(bench.commands('place')).toMatchObject(bench.notices('refused').length === 0 ? [shape] : []);
      return bench.notices('refused')[0]?.rule;
    };

    it('an order is worth exactly the limit, or a unit more than it', () => {
      fc.assert(
        fc.property(shapes, off, ([ticks, lots], spare) => {
          const worth = priceOf(grid, ticks).times(amountOf(grid, lots));
          const bench = benchOf({ maxOrderValue: euroOf(worth.plus(spare)) });
          expect(place(bench, ticks, lots)).toBe(spare.isNegative() && !spare.isZero() ? 'order-value' : undefined);
        }),
      );
    });

    it('the balance holds exactly what an order needs beside all others, or a unit less', () => {
      fc.assert(
        fc.property(shapes, shapes, billions, off, ([ticks, lots], [otherTicks, otherLots], held, spare) => {
          const other = { price: priceOf(grid, otherTicks), amount: amountOf(grid, otherLots) };
          const restored = { orders: [orderOf({ symbol, ...other })] };
          const bench = benchOf({}, { restored });
          const needs = priceOf(grid, ticks).times(amountOf(grid, lots));
          const reserved = other.price.times(other.amount);
          const total = needs.plus(reserved).plus(held).plus(spare);
          fc.pre(total.gt(0));
          bench.send({ type: 'balances', rows: [{ currency: 'EUR', total, available: total.minus(reserved).minus(held) }] });
          expect(bench.engine.snapshot().balances[0]).toMatchObject({ total });
          expect(place(bench, ticks, lots)).toBe(spare.isNegative() && !spare.isZero() ? 'balance' : undefined);
        }),
      );
    });

    it('the budget holds exactly an order beside what is held and being bought, or a unit less', () => {
      const fills = fc.array(fc.tuple(fc.constantFrom('Buy', 'Sell'), fc.integer({ min: 1, max: 10 ** 15 })), { maxLength: 4 });
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 10 ** 11 }),
          fc.integer({ min: 1, max: 999 }),
          shapes,
          fills,
          off,
          (ticks, lots, [otherTicks, otherLots], trades, spare) => {
            const other = { price: priceOf(grid, otherTicks), amount: amountOf(grid, otherLots) };
            const shape = { price: priceOf(grid, ticks), amount: amountOf(grid, lots) };
            const list = trades.map(([side, amount]) =>
              fillOf({ symbol, side, amount: amountOf(grid, amount), price: dec('1'), strategy: 's' }),
            );
            const restored: Partial<Restored> = { orders: [orderOf({ symbol, ...other })], fills: list };
            const held = list.reduce((sum, { side, amount }) => (side === 'Buy' ? sum.plus(amount) : sum.minus(amount)), ZERO);
            // The mid is 1.01.
            const used = (held.gt(0) ? held.times('1.01') : ZERO).plus(other.price.times(other.amount));
            const most = used.plus(shape.price.times(shape.amount)).plus(spare);
            fc.pre(most.gt(0));
            const handlers: StrategyHandlers = { onBook: (_book, ctx) => void ctx.place({ side: 'Buy', ...shape }) };
            const bench = benchOf({ budgets: { s: euroOf(most) } }, { restored }, handlers);
            expect(bench.strategy().position.amount).toEqual(held);
            const isAbove = spare.isNegative() && !spare.isZero();
            expect(bench.notices('refused')).toMatchObject(isAbove ? [{ rule: 'budget' }] : []);
            expect(bench.commands('place')).toMatchObject(isAbove ? [] : [shape]);
          },
        ),
      );
    });

    it('what is spent and what is reserved is taken off to the unit', () => {
      fc.assert(
        fc.property(shapes, fc.integer({ min: 1, max: 1000 }), ([ticks, lots], filled) => {
          fc.pre(filled < lots);
          const total = dec('9876543210987.65').plus(unit);
          const bench = benchOf({});
          bench.send({ type: 'balances', rows: [balanceOf('EUR', total.toFixed())] });
          const shape = { price: priceOf(grid, ticks), amount: amountOf(grid, lots) };
          const needs = shape.price.times(shape.amount);
          if (place(bench, ticks, lots) === 'balance') {
            expect(needs.gt(total)).toBe(true);
            return;
          }
          bench.report({ type: 'order-opened', intentId: 'i', orderId: 'o', ...shape, adopted: false });
          const fee = unit.times(7);
          bench.report({ type: 'fill', fill: fillOf({ orderId: 'o', symbol, price: shape.price, amount: amountOf(grid, filled), fee }) });
          // More than there ever was, so that the refusal names what is free.
          bench.operator({
            type: 'place',
            intentId: 'j',
            symbol,
            side: 'Buy',
            orderType: 'Limit',
            price: dec('9e7'),
            amount: dec('9e7'),
          });
          const free = total.minus(needs).minus(fee);
          expect(bench.notices('refused').at(-1)).toMatchObject({
            rule: 'balance',
            message: `needs 8100000000000000 EUR, ${free} EUR is free`,
          });
        }),
      );
    });
  },
);

describe('executions with fees of any currency and any digits', () => {
  const places = fc.constantFrom(0, 2, 8, 9, 14, 18);
  const trades = fc.array(
    fc
      .record({
        side: fc.constantFrom('Buy', 'Sell'),
        ticks: fc.integer({ min: 1, max: 10 ** 9 }),
        lots: fc.integer({ min: 1, max: 10 ** 8 }),
        fee: fc.tuple(fc.integer({ min: -100, max: 10 ** 6 }), places).map(([digits, decimals]) => dec(digits).div(dec(10).pow(decimals))),
        feeCurrency: fc.constantFrom('BTC', 'EUR', 'VTX'),
        how: fc.constantFrom('our order', 'an order of an earlier life', 'a price between two ticks'),
      })
      .map(({ side, ticks, lots, fee, feeCurrency, how }): Fill => {
        const price = priceOf(BTC.grid, ticks);
        const fill = fillOf({ side, price, amount: amountOf(BTC.grid, lots), fee, feeCurrency, strategy: 's' });
        if (how === 'our order') return { ...fill, orderId: side };
        return { ...fill, orderId: 'gone', price: how === 'a price between two ticks' ? price.plus('0.0012345678901') : price };
      }),
    { maxLength: 30 },
  );

  it('are booked to the digit, in whole units and in the position alike, and taken off what is free', () => {
    fc.assert(
      fc.property(trades, (list) => {
        const room = new EngineRoom(settingsOf([strategyOf({})]), [BTC]);
        const { state } = room.engine;
        for (const side of ['Buy', 'Sell'] as const) {
          room.reports.restore(
            orderOf({ intentId: side, orderId: side, side, price: dec(side === 'Buy' ? '1' : '1e7'), amount: dec('90000') }),
          );
        }
        const { base, quote } = room.market();
        room.engine.balances([balanceOf('EUR', '1e12', '0'), balanceOf('BTC', '1e9', '0'), balanceOf('VTX', '1e9')]);
        let model = NO_POSITION;
        const spent: Record<string, Decimal> = { BTC: ZERO, EUR: ZERO, VTX: ZERO };
        const seat = state.seats[0]!;
        for (const fill of list) {
          room.executed(fill);
          model = positionAfterFill(model, fill);
          const { side, price, amount, fee, feeCurrency } = fill;
          if (side === 'Buy') spent['EUR'] = spent['EUR']!.plus(price.times(amount));
          else spent['BTC'] = spent['BTC']!.plus(amount);
          spent[feeCurrency] = spent[feeCurrency]!.plus(fee);
          expect(seat.base.decimal).toEqual(model.amount);
          expect(seat.flow.decimal).toEqual(model.quoteFlow);
          expect(seat.positionLots).toBe(model.amount.div(BTC.grid.lot).trunc().toNumber() + 0);
        }
        expect(base.spent.decimal).toEqual(spent['BTC']);
        expect(quote.spent.decimal).toEqual(spent['EUR']);
        expect(state.balances.purse('VTX').spent.decimal).toEqual(spent['VTX']);
        const { amount, quoteFlow, otherFees, fills } = positionOf(state, seat);
        expect({ amount, quoteFlow, fills }).toEqual({ amount: model.amount, quoteFlow: model.quoteFlow, fills: list.length });
        expect(otherFees).toEqual(model.otherFees);
      }),
    );
  });
});

describe('a market order to buy', () => {
  it('reserves what it costs by the book, as the book moves and as it is filled', () => {
    const bench = marketBench();
    bench.send({ type: 'balances', rows: [balanceOf('EUR', '10000')] });
    bench.operator({ ...MARKET, intentId: 'm' });
    expect(freeEuro(bench)).toBe('3999');
    bench.touch('69990', '70010');
    expect(freeEuro(bench)).toBe('2999');
    bench.report({ type: 'order-opened', intentId: 'm', orderId: 'm', price: undefined, amount: dec('0.1'), adopted: false });
    bench.report({ type: 'fill', fill: fillOf({ orderId: 'm', type: 'Market', price: dec('70010'), amount: dec('0.04') }) });
    expect(freeEuro(bench), '2800.4 are spent, and 4200.6 reserved').toBe('2999');
    bench.touch('49990', '50000');
    expect(freeEuro(bench)).toBe('4199.6');
    bench.report({ type: 'order-closed', orderId: 'm', end: 'canceled', filled: dec('0.04') });
    expect(freeEuro(bench)).toBe('7199.6');
  });

  it('is valued at the last mid while there is no ask', () => {
    const bench = marketBench();
    bench.send({ type: 'balances', rows: [balanceOf('EUR', '10000')] });
    bench.operator({ ...MARKET, intentId: 'm' });
    bench.book(bookOf({ bids: [['59990', '10']] }));
    expect(freeEuro(bench)).toBe('4000');
  });

  it('is no part of what others hold', () => {
    const bench = marketBench();
    bench.operator({ ...MARKET, intentId: 'm' });
    bench.send({ type: 'balances', rows: [balanceOf('EUR', '10000', '3999')] });
    expect(freeEuro(bench)).toBe('3999');
    bench.report({ type: 'intent-not-sent', intentId: 'm', kind: 'place', reason: 'late' });
    expect(freeEuro(bench)).toBe('10000');
  });

  it('takes its price out of the budget of its strategy', () => {
    let wants: '0.1' | '0.06' | undefined = '0.1';
    const handlers: StrategyHandlers = {
      onBook: (_book, ctx) => {
        if (wants === '0.1') ctx.place({ side: 'Buy', amount: dec('0.00999') });
        else if (wants !== undefined) ctx.place({ side: 'Buy', price: 50_000, amount: dec('0.00999') });
        wants = undefined;
      },
    };
    const limits = limitsOf({ budgets: { s: euroOf(dec('1100')) } });
    const bench = new EngineBench(settingsOf([strategyOf(handlers)], { limits }), { answers: false });
    bench.touch('59990', '60010');
    const { intentId, amount } = bench.commands('place')[0]!;
    bench.report({ type: 'order-opened', intentId, orderId: 'm', price: undefined, amount, adopted: false });
    wants = '0.06';
    bench.touch('59990', '60060');
    expect(bench.notices('refused'), '599.9994 and 499.5').toEqual([]);
    const second = bench.commands('place')[1]!;
    bench.report({ type: 'intent-not-sent', intentId: second.intentId, kind: 'place', reason: 'late' });
    wants = '0.06';
    bench.touch('59990', '60111');
    expect(bench.notices('refused')).toMatchObject([{ rule: 'budget' }]);
  });

  const MARKET = { type: 'place', symbol: 'BTC/EUR', side: 'Buy', orderType: 'Market', price: undefined, amount: dec('0.1') } as const;

  function marketBench(): EngineBench {
    const bench = new EngineBench(settingsOf([]), { answers: false });
    bench.touch('59990', '60010');
    bench.touch('2990', '3010', 0, 'ETH/EUR');
    return bench;
  }

  /** Read from the message of a refusal. */
  function freeEuro(bench: EngineBench): string {
    const intentId = `probe ${bench.events.length}`;
    bench.touch('2990', '3010', 0, 'ETH/EUR');
    bench.operator({ type: 'place', intentId, symbol: 'ETH/EUR', side: 'Buy', orderType: 'Limit', price: dec('1e6'), amount: dec('1') });
    return /([\d.]+) EUR is free/.exec(bench.notices('refused').find((notice) => notice.intentId === intentId)!.message)![1]!;
  }
});

describe('pairs that come one after the other', () => {
  it('lose nothing of what is held, reserved and spent when a later one wants finer units', () => {
    const fine: Pair = { ...FINE_PAIRS[1]!, symbol: 'BTC/PEN', base: 'BTC', quote: 'PEN' };
    const more: Pair = { ...FINE_PAIRS[1]!, symbol: 'PEN/EUR' };
    const room = new EngineRoom(settingsOf([strategyOf({})]), [BTC]);
    room.engine.balances([balanceOf('EUR', '1000000'), balanceOf('BTC', '2')]);
    room.placed('i', 'Buy', '60000', '1');
    room.take({ type: 'order-opened', intentId: 'i', orderId: 'o', price: dec('60000'), amount: dec('1'), adopted: false });
    room.executed(fillOf({ orderId: 'o', amount: dec('0.4'), fee: dec('0.123456789'), feeCurrency: 'EUR' }));
    const seat = room.engine.state.seats[0]!;
    const before = [room.market().quote.free(undefined).decimal, seat.flow.decimal, seat.buys.decimal, seat.base.decimal];
    room.engine.pairs([BTC, fine, more]);
    expect(room.market().quote.decimals).toBe(16);
    expect([room.market().quote.free(undefined).decimal, seat.flow.decimal, seat.buys.decimal, seat.base.decimal]).toEqual(before);
    room.take({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: dec('0.4') });
    expect(room.market().quote.reserved.decimal).toEqual(ZERO);
    expect(seat.buys.isZero).toBe(true);
  });
});

function euroOf(amount: Decimal): Money {
  return { amount, currency: 'EUR' };
}
