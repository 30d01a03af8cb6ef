import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssertionFault } from '../../src/base/assert.ts';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { advanceOrder, isLive, mayMove, type Order, type OrderState, remainingOf } from '../../src/model/order.ts';

const STATES: readonly OrderState[] = ['pending', 'unknown', 'open', 'closed'];

const pending: Order = {
  intentId: 'intent',
  strategy: 'maker',
  symbol: 'BTC/EUR',
  side: 'Buy',
  type: 'Limit',
  price: dec('50000'),
  amount: dec('0.01'),
  filled: ZERO,
  state: 'pending',
  closedBy: undefined,
  orderId: undefined,
  placedAt: 1,
  updatedAt: 1,
  canceling: false,
  replacing: undefined,
  tag: undefined,
};
const open: Order = { ...pending, state: 'open', orderId: '1' };
const closed: Order = { ...open, state: 'closed', closedBy: 'canceled' };

/** News of every kind, in any order, late ones included. */
const news: fc.Arbitrary<Partial<Order>> = fc.oneof(
  fc.constantFrom<Partial<Order>>({ state: 'pending' }, { state: 'unknown' }, { state: 'open', orderId: '1' }, { canceling: true }),
  fc
    .constantFrom('filled', 'canceled', 'refused', 'not-sent', 'not-placed')
    .map((closedBy): Partial<Order> => ({ state: 'closed', closedBy })),
  fc.nat(1000).map((lots): Partial<Order> => ({ filled: dec(lots).div(1000) })),
  fc.nat(100).map((at): Partial<Order> => ({ updatedAt: at })),
);

describe('mayMove', () => {
  it('goes forward only, and nowhere from closed', () => {
    for (const [from, fromState] of STATES.entries()) {
      for (const [to, toState] of STATES.entries()) expect(mayMove(fromState, toState), `${fromState} to ${toState}`).toBe(to > from);
    }
  });
});

describe('advanceOrder', () => {
  it('never moves back, never reopens, never loses a fill, an id or a reason, whatever the news', () => {
    fc.assert(
      fc.property(fc.array(news, { maxLength: 12 }), (all) => {
        let order = pending;
        for (const next of all) {
          const before = order;
          order = advanceOrder(before, next);
          expect(STATES.indexOf(order.state)).toBeGreaterThanOrEqual(STATES.indexOf(before.state));
          expect(order.filled.gte(before.filled)).toBe(true);
          expect((order.state === 'closed') === (order.closedBy !== undefined)).toBe(true);
          if (before.orderId !== undefined) expect(order.orderId).toBe(before.orderId);
          if (before.closedBy !== undefined) expect(order.closedBy).toBe(before.closedBy);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('ends in the furthest state and with the most that was filled, however the news is ordered', () => {
    const shuffled = fc
      .array(news, { maxLength: 8 })
      .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }).map((other) => [all, other] as const));
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        const [a, b] = [one, other].map((all) => all.reduce(advanceOrder, pending));
        expect(a!.state).toBe(b!.state);
        expect(a!.filled.eq(b!.filled)).toBe(true);
      }),
    );
  });

  it('gives back the same order when the news is late and says nothing new', () => {
    expect(advanceOrder(closed, { state: 'open', orderId: '2', updatedAt: 9 })).toBe(closed);
    expect(advanceOrder(open, { state: 'unknown', filled: ZERO })).toBe(open);
  });

  it('books a fill that late news brings', () => {
    const late = advanceOrder(closed, { state: 'open', filled: dec('0.004') });
    expect(late).toEqual({ ...closed, filled: dec('0.004') });
  });

  it('keeps why an order was closed, and its id', () => {
    expect(advanceOrder(closed, { state: 'closed', closedBy: 'filled' }).closedBy).toBe('canceled');
    expect(advanceOrder(open, { orderId: undefined }).orderId).toBe('1');
  });

  it('lets a replacement move the price, the amount and the id of an open order', () => {
    const moved = { orderId: '2', price: dec('50100'), amount: dec('0.02') };
    expect(advanceOrder(open, moved)).toEqual({ ...open, ...moved });
  });

  it('refuses to close without a reason, or to give a reason without closing', () => {
    expect(() => advanceOrder(open, { state: 'closed' })).toThrow(AssertionFault);
    expect(() => advanceOrder(open, { closedBy: 'filled' })).toThrow(AssertionFault);
  });
});

describe('an order', () => {
  it('has left what is not filled', () => {
    expect(remainingOf({ ...open, filled: dec('0.004') }).toFixed()).toBe('0.006');
  });

  it('is live until it is closed, unknown included', () => {
    expect(STATES.map((state) => isLive({ ...open, state }))).toEqual([true, true, true, false]);
  });
});
