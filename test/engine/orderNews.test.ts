import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxDecimal, ZERO } from '../../src/base/decimal.ts';
import type { EngineOrder } from '../../src/engine/market.ts';
import { shownOrder } from '../../src/engine/shownOrder.ts';
import type { Report } from '../../src/model/event.ts';
import { amountOf, priceOf } from '../../src/model/grid.ts';
import { isLive, type OrderState } from '../../src/model/order.ts';
import type { EngineRoom } from './engineRoom.ts';
import { NOON } from './fixtures.ts';
import { fillAt, opened, orderIn, placed, replaced, reserved, shown } from './orderRoom.ts';

describe('reports late, twice and out of order', () => {
  const RANK: Readonly<Record<OrderState, number>> = { pending: 0, unknown: 1, open: 2, closed: 3 };

  const reports: fc.Arbitrary<Report> = fc.oneof(
    fc.constantFrom<Report>(
      opened('10'),
      { ...opened('10'), orderId: 'other' },
      replaced('10', NOON + 200),
      replaced('3', NOON + 400),
      { ...replaced('8', NOON + 300), newOrderId: 'o2' },
      { type: 'intent-refused', intentId: 'i', kind: 'place', code: '', message: '' },
      { type: 'intent-not-sent', intentId: 'i', kind: 'place', reason: '' },
      { type: 'intent-unknown', intentId: 'i', kind: 'place', lane: 'spot:BTC/EUR', reason: '' },
      { type: 'intent-refused', intentId: 'r', kind: 'replace', code: '', message: '' },
      { type: 'intent-unknown', intentId: 'r', kind: 'replace', lane: 'spot:BTC/EUR', reason: '' },
      { type: 'cancel-accepted', orderId: 'o' },
      { type: 'cancel-failed', orderId: 'o', reason: '' },
      { type: 'order-closed', orderId: 'o', end: 'canceled', filled: ZERO },
      { type: 'order-closed', orderId: 'o2', end: 'filled', filled: ZERO },
    ),
    fc
      .tuple(fc.constantFrom('o', 'o2', 'other'), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 500 }))
      .map(([orderId, amount, after]) => ({ type: 'fill', fill: { ...fillAt(NOON + after, String(amount)), orderId } }) as const),
  );
  const sequences = fc.tuple(fc.array(reports, { maxLength: 30 }), fc.nat({ max: 10 }));

  it('never move an order back: states go forward, filled never falls, the amount is never below it', () => {
    fc.assert(
      fc.property(sequences, ([sequence, replaceAt]) => {
        const room = placed('10');
        let before = shown(room);
        follow(room, sequence, replaceAt, () => {
          const now = shown(room);
          expect(RANK[now.state]).toBeGreaterThanOrEqual(RANK[before.state]);
          expect(now.filled.gte(before.filled)).toBe(true);
          expect(now.amount.gte(now.filled)).toBe(true);
          expect((now.state === 'closed') === (now.closedBy !== undefined)).toBe(true);
          if (before.orderId !== undefined) expect(now.orderId).toBeDefined();
          if (before.state === 'closed') expect(now).toMatchObject({ closedBy: before.closedBy, price: before.price });
          expect(room.engine.orders.live.length).toBe(isLive(now) ? 1 : 0);
          before = now;
        });
      }),
      { numRuns: 500 },
    );
  });

  it('keep reserved what the order may still take, and the lane busy as long as something is on its way', () => {
    fc.assert(
      fc.property(sequences, fc.constantFrom('Buy', 'Sell'), ([sequence, replaceAt], side) => {
        const room = placed('10', side);
        follow(room, sequence, replaceAt, () => {
          expect(reserved(room)).toEqual(mayTake(orderIn(room)));
          const { state } = shown(room);
          const isReplacing = room.known.byReplacement('r') !== undefined;
          expect(room.market().underway).toBe(Number(state === 'pending') + Number(isReplacing));
          expect(room.market().unknown).toBe(Number(state === 'unknown'));
        });
      }),
      { numRuns: 500 },
    );
  });

  function follow(room: EngineRoom, sequence: readonly Report[], replaceAt: number, check: () => void): void {
    for (const [step, report] of sequence.entries()) {
      const order = shown(room);
      if (step === replaceAt && order.state === 'open' && order.replacing === undefined) room.replacing(orderIn(room), 'r', '61000', '10');
      room.engine.state.now = NOON + step;
      room.take(report);
      check();
    }
  }
});

/** The most that an order may still take, computed in decimals. */
function mayTake(order: EngineOrder): Record<string, string> {
  const { state, side, price, amount, filled, replacing: underway } = shownOrder(order);
  const { grid } = order.market.pair;
  const left = state === 'closed' ? ZERO : amount.minus(filled);
  const next = state === 'closed' || underway === undefined ? ZERO : amountOf(grid, order.nextLots);
  if (side === 'Sell') return { EUR: '0', BTC: maxDecimal(left, next).toFixed() };
  return { EUR: maxDecimal(price!.times(left), priceOf(grid, order.nextTicks).times(next)).toFixed(), BTC: '0' };
}
