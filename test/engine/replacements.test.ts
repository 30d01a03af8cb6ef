import { describe, expect, it } from 'vitest';
import type { Decimal } from '../../src/base/decimal.ts';
import { ZERO } from '../../src/base/decimal.ts';
import type { EngineRoom } from './engineRoom.ts';
import { NOON } from './fixtures.ts';
import { fillAt, isLaneBusy, opened, orderIn, replaced, replacing, shown } from './orderRoom.ts';

describe('a replacement (F35)', () => {
  it('leaves open what it says, besides what was filled before it', () => {
    const room = replacing('10');
    room.executed(fillAt(NOON + 100, '4'));
    room.take(replaced('10', NOON + 200));
    expect(shapeOf(room)).toEqual({ price: '61000', amount: '14', filled: '4', state: 'open' });
  });

  it('counts a fill that is told after it and was made before it', () => {
    const room = replacing('10');
    room.take(replaced('10', NOON + 200));
    room.executed(fillAt(NOON + 100, '4'));
    expect(shapeOf(room)).toMatchObject({ amount: '14', filled: '4' });
  });

  it('counts a fill that is told before it and was made after it', () => {
    const room = replacing('10');
    room.executed(fillAt(NOON + 300, '4'));
    room.take(replaced('10', NOON + 200));
    expect(shapeOf(room)).toMatchObject({ amount: '10', filled: '4' });
  });

  it('takes a fill at the very millisecond for an earlier one: it never thinks less open than may be', () => {
    const room = replacing('10');
    room.executed(fillAt(NOON + 200, '4'));
    room.take(replaced('10', NOON + 200));
    expect(shapeOf(room)).toMatchObject({ amount: '14', filled: '4' });
  });

  it('keeps the fills of the old id where the venue gives a new one', () => {
    const room = replacing('10');
    room.take({ ...replaced('10', NOON + 200), newOrderId: 'o2' });
    room.executed(fillAt(NOON + 900, '4'));
    expect(shapeOf(room)).toMatchObject({ amount: '14', filled: '4' });
    room.executed({ ...fillAt(NOON + 900, '3'), orderId: 'o2' });
    expect(shapeOf(room)).toMatchObject({ amount: '14', filled: '7' });
    expect(room.known.byOrderId('o')).toBe(room.known.byOrderId('o2'));
  });

  it('is counted once, however often and late it is told', () => {
    const room = replacing('10');
    room.take(replaced('10', NOON + 200));
    room.executed(fillAt(NOON + 300, '4'));
    room.take(replaced('10', NOON + 200));
    expect(shapeOf(room)).toMatchObject({ amount: '10', filled: '4' });
    room.take(opened('10'));
    expect(shapeOf(room)).toMatchObject({ price: '61000' });
  });

  it('keeps the lane busy, and an order that is filled meanwhile open', () => {
    const room = replacing('10');
    room.executed(fillAt(NOON + 100, '10'));
    expect(shown(room).state).toBe('open');
    expect(isLaneBusy(room)).toBe(true);
    expect(room.known.byReplacement('r')).toBe(orderIn(room));
    room.take({ type: 'intent-refused', intentId: 'r', kind: 'replace', code: 'x', message: 'not open' });
    expect(shown(room)).toMatchObject({ state: 'closed', closedBy: 'filled', replacing: undefined });
    expect(isLaneBusy(room)).toBe(false);
  });

  it('stays on its way while nobody can say what became of it', () => {
    const room = replacing('10');
    room.take({ type: 'intent-unknown', intentId: 'r', kind: 'replace', lane: 'spot:BTC/EUR', reason: 'timeout' });
    expect(isLaneBusy(room)).toBe(true);
    expect(shown(room).state).toBe('open');
  });

  it('names the new order as stray when the old one is closed already', () => {
    const room = replacing('10');
    room.take({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: ZERO });
    room.take({ ...replaced('10', NOON + 200), newOrderId: 'o2' });
    expect(room.strays).toEqual(['o2']);
    expect(isLaneBusy(room)).toBe(false);
  });
});

function shapeOf(room: EngineRoom): Record<string, string | undefined> {
  const { price, amount, filled, state } = shown(room);
  const text = (value: Decimal | undefined): string | undefined => value?.toFixed();
  return { price: text(price), amount: text(amount), filled: text(filled), state };
}
