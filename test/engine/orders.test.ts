import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, type Decimal, ZERO } from '../../src/base/decimal.ts';
import { type OrderReport, Orders } from '../../src/engine/orders.ts';
import type { PlaceCommand, ReplaceCommand } from '../../src/model/command.ts';
import type { Fill } from '../../src/model/fill.ts';
import { isLive, type Order, type OrderState } from '../../src/model/order.ts';
import { fillOf, NOON, orderOf } from './fixtures.ts';

describe('Orders', () => {
  it('follow a place from pending over open to closed', () => {
    const orders = placed('1');
    expect(orders.get('i')).toMatchObject({ state: 'pending', orderId: undefined });
    expect(orders.isLaneBusy('BTC/EUR')).toBe(true);
    expect(orders.isLaneBusy('ETH/EUR')).toBe(false);
    orders.apply(opened('1'), NOON);
    expect(orders.byOrderId('o')).toMatchObject({ state: 'open', intentId: 'i' });
    expect(orders.isLaneBusy('BTC/EUR')).toBe(false);
    orders.apply({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: ZERO }, NOON);
    expect(orders.get('i')).toMatchObject({ state: 'closed', closedBy: 'canceled' });
    expect(orders.liveCount).toBe(0);
  });

  it('hold what comes before the answer that names the order, and hand it out with that (F30)', () => {
    const orders = placed('1');
    const fill = { type: 'fill', fill: fillOf({ orderId: 'o' }) } as const;
    const closed = { type: 'order-closed', orderId: 'o', end: 'filled', filled: dec('1') } as const;
    expect(orders.filled(fill.fill, NOON)).toBeUndefined();
    orders.hold('o', fill);
    orders.hold('o', closed);
    expect(orders.apply(opened('1'), NOON).early).toEqual([fill, closed]);
  });

  it('count a fill that names the intent before the order is opened', () => {
    const orders = placed('1');
    orders.filled(fillOf({ orderId: 'o', intentId: 'i', amount: dec('1') }), NOON);
    expect(orders.get('i')).toMatchObject({ state: 'pending' });
    orders.apply(opened('1'), NOON);
    expect(orders.get('i')).toMatchObject({ state: 'closed', closedBy: 'filled' });
  });

  it('ignore an "opened" that comes after the end (F31)', () => {
    const orders = placed('1');
    orders.apply(opened('1'), NOON);
    orders.filled(fillOf({ orderId: 'o', amount: dec('1') }), NOON);
    expect(orders.apply(opened('1'), NOON)).toMatchObject({ order: { state: 'closed', closedBy: 'filled' } });
    expect(orders.liveCount).toBe(0);
  });

  it('say of a canceled order that was filled to the last lot that it was filled (F32)', () => {
    const orders = placed('1');
    orders.apply(opened('1'), NOON);
    orders.canceling(orders.get('i')!, NOON);
    orders.apply({ type: 'cancel-failed', orderId: 'o', reason: 'not found' }, NOON);
    expect(orders.get('i')).toMatchObject({ state: 'open', canceling: false });
    orders.filled(fillOf({ orderId: 'o', amount: dec('1') }), NOON);
    expect(orders.apply({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: dec('1') }, NOON).order?.closedBy).toBe('filled');
  });

  it('keep an unknown order live until it is adopted or proven not to be there', () => {
    const orders = placed('1');
    orders.apply({ type: 'intent-unknown', intentId: 'i', kind: 'place', lane: 'spot:BTC/EUR', reason: 'timeout' }, NOON);
    expect(orders.get('i')?.state).toBe('unknown');
    expect(orders.isLaneBusy('BTC/EUR')).toBe(true);
    orders.apply({ ...opened('1'), adopted: true }, NOON);
    expect(orders.get('i')?.state).toBe('open');
  });

  it('do not believe a refusal of an order that the venue has', () => {
    const orders = placed('1');
    orders.apply(opened('1'), NOON);
    orders.apply({ type: 'intent-refused', intentId: 'i', kind: 'place', code: 'x', message: '' }, NOON);
    expect(orders.get('i')?.state).toBe('open');
  });

  it('name an order as stray that turns up although it was held to be refused, or besides the one that is bound', () => {
    const refused = placed('1');
    refused.apply({ type: 'intent-refused', intentId: 'i', kind: 'place', code: 'x', message: '' }, NOON);
    expect(refused.apply({ ...opened('1'), adopted: true }, NOON)).toMatchObject({ stray: 'o', order: { state: 'closed' } });
    const bound = placed('1');
    bound.apply(opened('1'), NOON);
    expect(bound.apply({ ...opened('1'), orderId: 'second' }, NOON)).toMatchObject({ stray: 'second', order: { orderId: 'o' } });
    expect(bound.byOrderId('second')?.intentId).toBe('i');
  });

  it('remember when a cancel was tried', () => {
    const orders = placed('1');
    orders.apply(opened('1'), NOON);
    expect(orders.cancelTriedAt(orders.get('i')!)).toBe(-Infinity);
    orders.canceling(orders.get('i')!, NOON + 5);
    expect(orders.cancelTriedAt(orders.get('i')!)).toBe(NOON + 5);
  });

  it('restore an order once', () => {
    const orders = new Orders();
    orders.restore(orderOf({ amount: dec('2') }));
    orders.restore(orderOf({ amount: dec('3') }));
    expect([...orders.live]).toMatchObject([{ intentId: 'intent-1', amount: dec('2') }]);
    expect(orders.byOrderId('order-1')?.intentId).toBe('intent-1');
  });

  it('forget the oldest closed ones, and never a live one', () => {
    const orders = new Orders();
    orders.restore(orderOf({ intentId: 'alive', orderId: 'alive' }));
    for (let i = 0; i < 5100; i++) {
      orders.placed(place('1', `i${i}`));
      orders.apply({ ...opened('1'), intentId: `i${i}`, orderId: `o${i}` }, NOON);
      orders.apply({ type: 'order-closed', orderId: `o${i}`, end: 'canceled', filled: ZERO }, NOON);
    }
    expect(orders.get('i0')).toBeUndefined();
    expect(orders.byOrderId('o0')).toBeUndefined();
    expect(orders.get('i5099')?.state).toBe('closed');
    expect(orders.get('alive')?.state).toBe('open');
  });
});

describe('a replacement (F35)', () => {
  it('leaves open what it says, besides what was filled before it', () => {
    const orders = replacing('10');
    orders.filled(fillAt(NOON + 100, '4'), NOON);
    orders.apply(replaced('10', NOON + 200), NOON);
    expect(shapeOf(orders)).toEqual({ price: '61000', amount: '14', filled: '4', state: 'open' });
  });

  it('counts a fill that is told after it and was made before it', () => {
    const orders = replacing('10');
    orders.apply(replaced('10', NOON + 200), NOON);
    orders.filled(fillAt(NOON + 100, '4'), NOON);
    expect(shapeOf(orders)).toMatchObject({ amount: '14', filled: '4' });
  });

  it('counts a fill that is told before it and was made after it', () => {
    const orders = replacing('10');
    orders.filled(fillAt(NOON + 300, '4'), NOON);
    orders.apply(replaced('10', NOON + 200), NOON);
    expect(shapeOf(orders)).toMatchObject({ amount: '10', filled: '4' });
  });

  it('takes a fill at the very millisecond for an earlier one: it never thinks less open than may be', () => {
    const orders = replacing('10');
    orders.filled(fillAt(NOON + 200, '4'), NOON);
    orders.apply(replaced('10', NOON + 200), NOON);
    expect(shapeOf(orders)).toMatchObject({ amount: '14', filled: '4' });
  });

  it('keeps the fills of the old id where the venue gives a new one', () => {
    const orders = replacing('10');
    orders.apply({ ...replaced('10', NOON + 200), newOrderId: 'o2' }, NOON);
    orders.filled(fillAt(NOON + 900, '4'), NOON);
    expect(shapeOf(orders)).toMatchObject({ amount: '14', filled: '4' });
    orders.filled({ ...fillAt(NOON + 900, '3'), orderId: 'o2' }, NOON);
    expect(shapeOf(orders)).toMatchObject({ amount: '14', filled: '7' });
    expect(orders.byOrderId('o')).toBe(orders.byOrderId('o2'));
  });

  it('is counted once, however often and late it is told', () => {
    const orders = replacing('10');
    orders.apply(replaced('10', NOON + 200), NOON);
    orders.filled(fillAt(NOON + 300, '4'), NOON);
    orders.apply(replaced('10', NOON + 200), NOON);
    expect(shapeOf(orders)).toMatchObject({ amount: '10', filled: '4' });
    orders.apply(opened('10'), NOON);
    expect(shapeOf(orders)).toMatchObject({ price: '61000' });
  });

  it('keeps the lane busy, and an order that is filled meanwhile open', () => {
    const orders = replacing('10');
    orders.filled(fillAt(NOON + 100, '10'), NOON);
    expect(orders.get('i')?.state).toBe('open');
    expect(orders.isLaneBusy('BTC/EUR')).toBe(true);
    expect(orders.isReplacing('r')).toBe(true);
    orders.apply({ type: 'intent-refused', intentId: 'r', kind: 'replace', code: 'x', message: 'not open' }, NOON);
    expect(orders.get('i')).toMatchObject({ state: 'closed', closedBy: 'filled', replacing: undefined });
    expect(orders.isLaneBusy('BTC/EUR')).toBe(false);
  });

  it('stays on its way while nobody can say what became of it', () => {
    const orders = replacing('10');
    orders.apply({ type: 'intent-unknown', intentId: 'r', kind: 'replace', lane: 'spot:BTC/EUR', reason: 'timeout' }, NOON);
    expect(orders.isLaneBusy('BTC/EUR')).toBe(true);
    expect(orders.get('i')?.state).toBe('open');
  });

  it('names the new order as stray when the old one is closed already', () => {
    const orders = replacing('10');
    orders.apply({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: ZERO }, NOON);
    expect(orders.apply({ ...replaced('10', NOON + 200), newOrderId: 'o2' }, NOON)).toMatchObject({ stray: 'o2' });
  });
});

describe('reports late, twice and out of order', () => {
  const RANK: Readonly<Record<OrderState, number>> = { pending: 0, unknown: 1, open: 2, closed: 3 };

  const reports: fc.Arbitrary<OrderReport | Fill> = fc.oneof(
    fc.constantFrom<OrderReport>(
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
      .map(([orderId, amount, after]) => ({ ...fillAt(NOON + after, String(amount)), orderId })),
  );

  it('never move an order back: states go forward, filled never falls, the amount is never below it', () => {
    fc.assert(
      fc.property(fc.array(reports, { maxLength: 30 }), fc.nat({ max: 10 }), (sequence, replaceAt) => {
        const orders = placed('10');
        let before: Order = orders.get('i')!;
        for (const [step, report] of sequence.entries()) {
          if (step === replaceAt && before.state === 'open' && before.replacing === undefined) orders.replacing(before, replace('10'));
          if ('tradedAt' in report) orders.filled(report, NOON + step);
          else orders.apply(report, NOON + step);
          const now: Order = orders.get('i')!;
          expect(RANK[now.state]).toBeGreaterThanOrEqual(RANK[before.state]);
          expect(now.filled.gte(before.filled)).toBe(true);
          expect(now.amount.gte(now.filled)).toBe(true);
          expect((now.state === 'closed') === (now.closedBy !== undefined)).toBe(true);
          if (before.orderId !== undefined) expect(now.orderId).toBeDefined();
          if (before.state === 'closed') expect(now).toMatchObject({ closedBy: before.closedBy, price: before.price });
          expect(orders.liveCount).toBe(isLive(now) ? 1 : 0);
          before = now;
        }
      }),
      { numRuns: 500 },
    );
  });
});

function placed(amount: string): Orders {
  const orders = new Orders();
  orders.placed(place(amount));
  return orders;
}

function replacing(amount: string): Orders {
  const orders = placed(amount);
  orders.apply(opened(amount), NOON);
  orders.replacing(orders.get('i')!, replace(amount));
  return orders;
}

function place(amount: string, intentId = 'i'): PlaceCommand {
  const shape = { symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', price: dec('60000'), amount: dec(amount) } as const;
  return { type: 'place', intentId, strategy: 's', ...shape, decidedAt: NOON, tag: undefined };
}

function replace(amount: string): ReplaceCommand {
  const shape = { symbol: 'BTC/EUR', side: 'Buy', price: dec('61000'), amount: dec(amount) } as const;
  return { type: 'replace', intentId: 'r', strategy: 's', orderId: 'o', ...shape, decidedAt: NOON };
}

function opened(amount: string): Extract<OrderReport, { type: 'order-opened' }> {
  return { type: 'order-opened', intentId: 'i', orderId: 'o', amount: dec(amount), price: dec('60000'), adopted: false };
}

function replaced(amount: string, replacedAt: number): Extract<OrderReport, { type: 'order-replaced' }> {
  const shape = { price: dec('61000'), amount: dec(amount) };
  return { type: 'order-replaced', intentId: 'r', orderId: 'o', newOrderId: 'o', ...shape, replacedAt };
}

function fillAt(tradedAt: number, amount: string): Fill {
  return fillOf({ orderId: 'o', amount: dec(amount), tradedAt });
}

function shapeOf(orders: Orders): Record<string, string | undefined> {
  const { price, amount, filled, state } = orders.get('i')!;
  const text = (value: Decimal | undefined): string | undefined => value?.toFixed();
  return { price: text(price), amount: text(amount), filled: text(filled), state };
}
