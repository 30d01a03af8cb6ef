import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { faultProfile } from '../../src/simulator/faultProfiles.ts';
import { FaultSwitch } from '../../src/simulator/faultSwitch.ts';
import { lagOf } from '../../src/simulator/simulatorOptions.ts';
import { BEGINNING, openVenue } from './venueUnderTest.ts';

const call = (index: number, operation = 'orders.place', method = 'POST') => ({ operation, method, path: '/x', body: '', index });

function opened(): { readonly faults: FaultSwitch; readonly clock: VirtualClock } {
  const clock = new VirtualClock(BEGINNING);
  return { faults: new FaultSwitch(clock, 7), clock };
}

it('does nothing until a profile is chosen, then what the profile says, and nothing again', () => {
  const { faults } = opened();
  const asked = (): unknown[] => Array.from({ length: 200 }, (_, index) => faults.behaviour.fault!(call(index)));
  expect(new Set(asked())).toEqual(new Set([undefined]));
  faults.choose('lossy');
  const alone = faultProfile('lossy', 7);
  expect(asked()).toEqual(Array.from({ length: 200 }, (_, index) => alone.fault!(call(index))));
  expect(faults.calls).toBe(200);
  expect([...faults.counts.values()].reduce((sum, count) => sum + count, 0)).toBe(faults.struck.length);
  faults.choose('none');
  expect(new Set(asked())).toEqual(new Set([undefined]));
  expect({ calls: faults.calls, counts: faults.counts.size }).toEqual({ calls: 200, counts: 0 });
});

it('lists lag and repeat rows only while the profile says so', () => {
  const { faults } = opened();
  const { behaviour } = faults;
  const late = (): number => Math.max(...Array.from({ length: 100 }, (_, index) => lagOf(behaviour.tradesLateMs, index)));
  const twice = (): boolean => Array.from({ length: 100 }, (_, index) => behaviour.tradesTwice!(index)).includes(true);
  expect([late(), twice()]).toEqual([0, false]);
  faults.choose('hostile');
  expect(late()).toBeGreaterThan(1000);
  expect(twice()).toBe(true);
  faults.choose('none');
  expect([late(), twice()]).toEqual([0, false]);
});

it('strikes the next call of an operation once, and keeps the last calls that were struck with their time', () => {
  const { faults } = opened();
  faults.strike('orders.cancel', 'server-error');
  faults.strike('orders.place', 'lost-answer');
  expect(faults.behaviour.fault!(call(0, 'orders.list', 'GET'))).toBeUndefined();
  expect(faults.behaviour.fault!(call(1))).toEqual({ kind: 'drop-after' });
  expect(faults.behaviour.fault!(call(2))).toBeUndefined();
  expect(faults.behaviour.fault!(call(3, 'orders.cancel', 'DELETE'))).toMatchObject({ kind: 'status', status: 500, apply: false });
  expect(faults.struck).toEqual([
    { n: 1, at: BEGINNING, operation: 'orders.cancel', what: 'answered 500: nothing was done' },
    { n: 0, at: BEGINNING, operation: 'orders.place', what: 'answer lost: it was carried out' },
  ]);
  expect(faults.waiting).toEqual([]);
});

it('takes only so many strikes, and forgets them', () => {
  const { faults } = opened();
  const taken = Array.from({ length: 25 }, () => faults.strike('orders.place', 'lost-request'));
  expect(taken.filter((isTaken) => isTaken)).toHaveLength(20);
  faults.clear();
  expect(faults.behaviour.fault!(call(0))).toBeUndefined();
});

it('keeps a bounded number of struck calls, however long a profile is on', () => {
  const { faults } = opened();
  faults.choose('hostile');
  for (let index = 0; index < 5000; index++) faults.behaviour.fault!(call(index));
  expect(faults.struck).toHaveLength(50);
  expect(faults.counts.size).toBeLessThan(20);
});

it('changes a venue that runs: an answer is lost, although the order is there', async () => {
  const { faults } = opened();
  const { call: send, simulator } = openVenue({ behaviour: faults.behaviour });
  const order = { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: 0.01, price: 50_000 };
  faults.strike('orders.place', 'lost-answer');
  await expect(send('POST', '/v1/spot-trading/orders', order)).rejects.toThrow('dropped');
  expect(simulator.truth().requests).toMatchObject([{ operation: 'orders.place', appliedAt: BEGINNING, status: undefined }]);
});
