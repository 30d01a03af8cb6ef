import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { RestingArrivals } from '../../src/daemon/restingArrivals.ts';
import { fillOf, NOON, touch } from '../engine/fixtures.ts';

const place = {
  type: 'place',
  intentId: 'i1',
  strategy: 's',
  symbol: 'BTC/EUR',
  side: 'Sell',
  orderType: 'Limit',
  price: dec('50100'),
  amount: dec('0.1'),
  decidedAt: NOON,
  tag: undefined,
} as const;
const move = {
  type: 'replace',
  intentId: 'i2',
  strategy: 's',
  symbol: 'BTC/EUR',
  side: 'Sell',
  orderId: 'o1',
  price: dec('50200'),
  amount: dec('0.1'),
  decidedAt: NOON + 5,
} as const;
const opened = { type: 'order-opened', intentId: 'i1', orderId: 'o1', amount: dec('0.1'), price: dec('50100'), adopted: false } as const;
const fill = fillOf({ intentId: 'i1', orderId: 'o1', side: 'Sell', feeType: 'Maker' });

function arrivals(): RestingArrivals {
  return new RestingArrivals(() => dec('0.002'));
}

describe(RestingArrivals.name, () => {
  it('knows of an execution what was known when its order was placed: the mid, and the walk of the book less the fee', () => {
    const resting = arrivals();
    resting.decided(place, touch('49990', '50010'));
    resting.heard(opened);
    const known = { at: NOON, fromCurrency: 'BTC', toCurrency: 'EUR', mid: '50000', book: '49890.02' };
    expect(resting.arrivalOf(fill)).toEqual({ ...known, rested: true });
    expect(resting.arrivalOf({ ...fill, feeType: 'Taker' })).toEqual({ ...known, rested: false });
  });

  it('knows an execution that is told before its order is open', () => {
    const resting = arrivals();
    resting.decided(place, touch('49990', '50010'));
    expect(resting.arrivalOf(fill)).toMatchObject({ mid: '50000' });
  });

  it.each(['o1', 'o9'])('begins anew with each replacement, under the old id or a new one: %s', (newOrderId) => {
    const resting = arrivals();
    resting.decided(place, touch('49990', '50010'));
    resting.heard(opened);
    resting.decided(move, touch('50090', '50110'));
    expect(resting.arrivalOf(fill)).toMatchObject({ mid: '50000' });
    const replaced = { price: dec('50200'), amount: dec('0.1'), replacedAt: NOON + 6 };
    resting.heard({ type: 'order-replaced', intentId: 'i2', orderId: 'o1', newOrderId, ...replaced });
    expect(resting.arrivalOf({ ...fill, orderId: newOrderId })).toMatchObject({ at: NOON + 5, mid: '50100' });
  });

  it('leaves the book out where it did not hold all, and knows nothing of orders that it has not seen', () => {
    const resting = arrivals();
    resting.decided({ ...place, amount: dec('1000000') }, touch('49990', '50010'));
    resting.heard(opened);
    expect(resting.arrivalOf(fill)).not.toHaveProperty('book');
    expect(resting.arrivalOf({ ...fill, orderId: 'x', intentId: undefined })).toBeUndefined();
    expect(arrivals().arrivalOf(fill)).toBeUndefined();
  });

  it('is saved for the orders that rest, and known again in the next life', () => {
    const resting = arrivals();
    resting.decided(place, touch('49990', '50010'));
    resting.decided({ ...place, intentId: 'i3' }, touch('49990', '50010'));
    expect(resting.saved, 'the venue has none of them').toBe('[]');
    resting.heard(opened);
    resting.heard({ ...opened, intentId: 'i3', orderId: 'o3' });
    resting.decided(move, touch('50090', '50110'));
    const replaced = { price: dec('50200'), amount: dec('0.1'), replacedAt: NOON + 6 };
    resting.heard({ type: 'order-replaced', intentId: 'i2', orderId: 'o1', newOrderId: 'o2', ...replaced });
    resting.heard({ type: 'order-closed', orderId: 'o3', end: 'filled', filled: dec('0.1') });
    const later = arrivals();
    later.restore(resting.saved);
    expect(later.arrivalOf({ ...fill, orderId: 'o2' })).toMatchObject({ at: NOON + 5, mid: '50100', rested: true });
    expect(later.arrivalOf({ ...fill, orderId: 'o3' }), 'it is over').toBeUndefined();
    expect(later.saved).toBe(resting.saved);
  });

  it('forgets the oldest of too many, but none that rests', () => {
    const resting = arrivals();
    resting.decided({ ...place, intentId: 'i0' }, touch('49990', '50010'));
    resting.decided(place, touch('49990', '50010'));
    resting.heard(opened);
    for (let i = 0; i < 4000; i++) resting.decided({ ...place, intentId: `n${i}` }, touch('49990', '50010'));
    expect(resting.arrivalOf({ ...fill, orderId: 'o0', intentId: 'i0' })).toBeUndefined();
    expect(resting.arrivalOf({ ...fill, orderId: 'o0', intentId: 'n3999' })).toBeDefined();
    expect(resting.arrivalOf(fill), 'it has rested all the time').toMatchObject({ mid: '50000' });
    resting.heard({ type: 'order-closed', orderId: 'o1', end: 'canceled', filled: dec('0') });
    expect(resting.arrivalOf(fill), 'an execution may be told after its end').toMatchObject({ mid: '50000' });
  });
});
