import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, type Decimal } from '../../../src/base/decimal.ts';
import { budgetMessage, isOverBudget } from '../../../src/engine/risk/budget.ts';
import { dailyLossMessage, isLossReached } from '../../../src/engine/risk/dailyLoss.ts';
import type { Money } from '../../../src/engine/risk/limits.ts';
import { isWorthTooMuch } from '../../../src/engine/risk/orderValue.ts';
import { isBeyondCollar } from '../../../src/engine/risk/priceCollar.ts';
import { BTC, euro, fillOf, touch } from '../fixtures.ts';
import { type OrderCheck, orderRequestIn, roomIn, type Situation } from './situation.ts';

describe('a limit at the edge, where near numbers can not decide', () => {
  const ticks = fc.integer({ min: 5_000_000, max: 7_000_000 });
  const lots = fc.integer({ min: 10, max: 10_000_000 });
  /** In EUR: from differences that no float shows to those that every float shows. */
  const off = fc.constantFrom('-1', '-0.0000001', '-0.00000000000001', '0', '0.00000000000001', '0.0000001', '1').map((text) => dec(text));

  it('order-value: refuses what is worth more, by however little', () => {
    fc.assert(
      fc.property(ticks, lots, off, (price, amount, more) => {
        const worth = dec(price).div(100).times(dec(amount)).div(100_000);
        const refused = refuses(isWorthTooMuch, { ticks: price, lots: amount }, { limits: { maxOrderValue: euroOf(worth.minus(more)) } });
        expect(refused).toBe(more.gt(0));
      }),
    );
  });

  it('price-collar: refuses what is beyond it, by however little', () => {
    fc.assert(
      fc.property(ticks, fc.integer({ min: 1, max: 9999 }), fc.constantFrom('Buy', 'Sell'), off, (bid, spread, side, more) => {
        const text = (value: number): string => dec(value).div(100).toFixed();
        const books = [touch(text(bid), text(bid + spread))];
        const mid = dec(bid).times(2).plus(spread).div(200);
        // The collar that ends exactly at the price, and one that is slightly wider or narrower.
        const price = side === 'Buy' ? bid + 20_000 : bid - 20_000;
        const edge = dec(price).div(100).div(mid).minus(1).abs();
        const priceCollar = edge.minus(more.div(1_000_000)).toDecimalPlaces(35);
        const worst = side === 'Buy' ? mid.times(priceCollar.plus(1)) : mid.times(dec(1).minus(priceCollar));
        const at = dec(price).div(100);
        expect(refuses(isBeyondCollar, { ticks: price, side }, { books, limits: { priceCollar } })).toBe(
          side === 'Buy' ? at.gt(worst) : at.lt(worst),
        );
      }),
    );
  });

  it('budget: refuses what is above it with what is held and what is being bought, by however little', () => {
    const fee = fc.nat(1000).map((units) => dec(units).div(100_000_000));
    fc.assert(
      fc.property(ticks, fc.integer({ min: 10, max: 100_000 }), lots, fee, off, (price, held, amount, feeInBase, more) => {
        const room = roomIn({ buys: '1234.56' });
        room.executed(fillOf({ strategy: 's', amount: dec(held).div(100_000), fee: feeInBase, feeCurrency: 'BTC' }));
        const holds = dec(held).div(100_000).minus(feeInBase).times('60000');
        const used = (holds.gt(0) ? holds : dec(0)).plus('1234.56');
        const worth = dec(price).div(100).times(dec(amount)).div(100_000);
        const { state, orders } = room.engine;
        const [seat] = state.seats;
        seat!.instance.budget = euroOf(used.plus(worth).minus(more));
        room.engine.pairs([]);
        expect(isOverBudget(orderRequestIn(room, { ticks: price, lots: amount }), state, orders)).toBe(more.gt(0));
      }),
    );
  });

  it('budget: counts the digits of a position that are finer than a unit', () => {
    const room = roomIn({ pairs: [BTC], limits: { budgets: { s: euro('12000') } } });
    const bought = { strategy: 's', orderId: 'old', price: dec('60000') };
    room.executed(fillOf({ ...bought, amount: dec('0.10001'), fee: dec('0.0000000001'), feeCurrency: 'BTC' }));
    // 6000.599994 EUR are held. With 5999.4003 EUR more, that is 0.000294 EUR above the budget.
    const { state, orders } = room.engine;
    const request = orderRequestIn(room, { price: '599940.03', amount: '0.01' });
    expect(budgetMessage(request, state, orders)).toBeDefined();
    expect(isOverBudget(request, state, orders)).toBe(true);
  });

  it('daily-loss: refuses once the loss has reached it, by however little', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), ticks, off, (cents, mark, more) => {
        const loss = dec(cents).div(100);
        const limit = loss.plus(more);
        fc.pre(limit.gt(0));
        // Buying back at the mid changes nothing.
        const at = dec(mark).div(100).toFixed();
        const room = roomIn({ profit: loss.negated().toFixed(), limits: { maxDailyLoss: euroOf(limit) } });
        room.engine.book(room.market(), touch(at, dec(mark).plus(2).div(100).toFixed()));
        room.executed(fillOf({ strategy: 's', amount: dec('7.1'), price: dec(mark).plus(1).div(100) }));
        const { state } = room.engine;
        expect(dailyLossMessage(state) !== undefined).toBe(more.lte(0));
        expect(isLossReached(state)).toBe(more.lte(0));
      }),
    );
  });
});

function refuses(check: OrderCheck['refuses'], given: Parameters<typeof orderRequestIn>[1], situation: Situation): boolean {
  const room = roomIn(situation);
  return check(orderRequestIn(room, given), room.engine.state, room.engine.orders);
}

function euroOf(amount: Decimal): Money {
  return { amount, currency: 'EUR' };
}
