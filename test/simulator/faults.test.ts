import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type CallFault, ConnectionDropped, type FaultedCall } from '../../src/simulator/callFault.ts';
import { openVenue, type VenueUnderTest } from './venueUnderTest.ts';

const ORDERS = '/v1/spot-trading/orders';
const BUY = { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: 0.01, price: 50000 };

function faulty(fault: CallFault): VenueUnderTest {
  return openVenue({ behaviour: { fault: (call) => (call.operation === 'orders.place' ? fault : undefined) } });
}

function openOrders({ simulator }: VenueUnderTest): number {
  return simulator.truth().orders.length;
}

test('drop-before: no answer, and nothing has happened', async () => {
  const venue = faulty({ kind: 'drop-before' });
  await expect(venue.call('POST', ORDERS, BUY)).rejects.toThrow(ConnectionDropped);
  expect(venue.simulator.truth()).toMatchObject({ orders: [], failures: [], requests: [{ appliedAt: undefined, status: undefined }] });
});

test('drop-after: no answer, but it has happened', async () => {
  const venue = faulty({ kind: 'drop-after' });
  await expect(venue.call('POST', ORDERS, BUY)).rejects.toThrow(ConnectionDropped);
  const { orders, requests } = venue.simulator.truth();
  expect(requests).toMatchObject([{ appliedAt: venue.clock.now(), status: undefined, venueId: orders[0]!.id }]);
});

test('drop-after with a delay: the answer is lost at once, and the order appears a minute later', async () => {
  const venue = faulty({ kind: 'drop-after', applyAfterMs: 60_000 });
  await expect(venue.call('POST', ORDERS, BUY)).rejects.toThrow(ConnectionDropped);
  await venue.advance(59_999);
  expect(openOrders(venue)).toBe(0);
  await venue.advance(1);
  expect(openOrders(venue)).toBe(1);
});

test('delay: it happens first, or last, and the answer comes in the end', async () => {
  for (const [apply, meanwhile] of [
    ['first', 1],
    ['last', 0],
  ] as const) {
    const venue = faulty({ kind: 'delay', ms: 8000, apply });
    const answer = venue.call('POST', ORDERS, BUY);
    for (let i = 0; i < 5; i++) await setImmediate();
    expect(openOrders(venue)).toBe(meanwhile);
    await venue.advance(8000);
    expect(await answer).toMatchObject({ status: 201, json: { amount: 0.01 } });
    expect(openOrders(venue)).toBe(1);
  }
});

test.each([
  [true, undefined, 1, 1],
  [false, undefined, 0, 0],
  [true, 8000, 0, 1],
])('status: another answer, applied %s after %s ms', async (apply, applyAfterMs, atOnce, later) => {
  const venue = faulty({ kind: 'status', status: 502, body: '<html>Bad Gateway</html>', apply, applyAfterMs });
  expect(await venue.call('POST', ORDERS, BUY)).toMatchObject({ status: 502, text: '<html>Bad Gateway</html>' });
  expect(openOrders(venue)).toBe(atOnce);
  await venue.advance(8000);
  expect(openOrders(venue)).toBe(later);
});

test('garble: it happens, and the answer can not be read', async () => {
  const venue = faulty({ kind: 'garble', body: '{"id":9007' });
  expect(await venue.call('POST', ORDERS, BUY)).toMatchObject({ status: 201, text: '{"id":9007' });
  expect(openOrders(venue)).toBe(1);
});

test('the hook sees each authenticated call once, in order, as it was sent', async () => {
  const seen: FaultedCall[] = [];
  const venue = openVenue({
    behaviour: {
      fault: (call) => {
        seen.push(call);
        return undefined;
      },
    },
  });
  await venue.call('GET', '/v1/spot-trading/orderbook/BTC%2FEUR?depth=1');
  await venue.simulator.fetch(new Request('http://venue.test/v1/balances'));
  await venue.call('POST', ORDERS, '{"symbol": "BTC/EUR"}');
  expect(seen).toEqual([
    { operation: 'book.get', method: 'GET', path: '/v1/spot-trading/orderbook/BTC%2FEUR', body: '', index: 0 },
    { operation: 'orders.place', method: 'POST', path: ORDERS, body: '{"symbol": "BTC/EUR"}', index: 1 },
  ]);
});

test('an error inside is a 500 with nothing of it (000 Errors 6), and the truth knows', async () => {
  const venue = openVenue({ market: { quoteLifetimeMs: Number.NaN } });
  const { status, json } = await venue.call('POST', '/v1/otc-trading/request-for-quote/', {
    fromCurrency: 'EUR',
    toCurrency: 'BTC',
    fromAmount: 10,
  });
  expect({ status, json }).toEqual({ status: 500, json: { code: 'server-error', message: 'Server Error' } });
  expect(venue.simulator.truth().failures).toEqual([expect.stringMatching(/^quotes\.request: /)]);
});
