import { describe, expect, test } from 'vitest';
import { openVenue, only, type VenueUnderTest } from './venueUnderTest.ts';

const ORDERS = '/v1/spot-trading/orders';
const BATCHES = '/v1/withdrawals/batches';
const QUOTE = '/v1/otc-trading/request-for-quote/';
const ETH = { currency: 'ETH', networkCode: 'ETH', destinationAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
const REFUSED = (currency: string): object => ({
  status: 400,
  json: {
    code: 'operation-for-currency-not-allowed',
    message: `operation for currency ${currency} is not allowed due to regulation requirements`,
  },
});

function opened(): VenueUnderTest {
  return openVenue({ balances: only({ EUR: '10000', ETH: '10' }) });
}

function restrict({ simulator }: VenueUnderTest, ...restricted: string[]): void {
  simulator.world.setRegion({ restricted });
}

describe('a currency that was restricted after the first step is refused at the second (000 Errors 7)', () => {
  test.each([
    ['EUR', 'EUR'],
    ['ETH', 'ETH'],
  ])('a quote is not executed when %s is restricted, and may be executed when it is allowed again', async (restricted, named) => {
    const venue = opened();
    const { json } = await venue.call('POST', QUOTE, { fromCurrency: 'EUR', toCurrency: 'ETH', fromAmount: 100 });
    const { id, fromCurrency, toCurrency, amountFrom, amountTo } = json as Record<string, unknown>;
    const execution = { id, fromCurrency, toCurrency, fromAmount: amountFrom, toAmount: amountTo };
    restrict(venue, restricted);
    expect(await venue.call('POST', '/v1/otc-trading/convert', execution)).toMatchObject(REFUSED(named));
    restrict(venue);
    expect((await venue.call('POST', '/v1/otc-trading/convert', execution)).status).toBe(200);
  });

  test.each(['ETH', 'EUR'])('an order is not replaced when %s is restricted; it is still listed and can be cancelled', async (currency) => {
    const venue = opened();
    const placed = await venue.call('POST', ORDERS, { symbol: 'ETH/EUR', type: 'Limit', side: 'Buy', amount: 0.1, price: 1000 });
    const { id } = placed.json as { id: number };
    const path = `${ORDERS}/${/"id":(\d+)/.exec(placed.text)![1]!}`;
    restrict(venue, currency);
    expect(await venue.call('POST', `${path}/replace`, { amount: 0.2, price: 1000 })).toMatchObject(REFUSED(currency));
    expect((await venue.call('GET', ORDERS)).json).toMatchObject({ total: 1, items: [{ id, amount: 0.1 }] });
    expect((await venue.call('DELETE', path)).status).toBe(200);
  });

  test('a draft is not confirmed, stays a draft that can be read, and can be confirmed when the currency is allowed again', async () => {
    const venue = opened();
    await venue.call('POST', BATCHES, [{ ...ETH, amount: 0.1 }]);
    restrict(venue, 'ETH');
    expect(await venue.call('POST', `${BATCHES}/310/confirmation`)).toMatchObject(REFUSED('ETH'));
    expect((await venue.call('GET', `${BATCHES}/310`)).json).toMatchObject({ status: 'Draft' });
    restrict(venue);
    expect((await venue.call('POST', `${BATCHES}/310/confirmation`)).status).toBe(202);
  });

  test('a draft in fiat mode is not confirmed when its fiat currency is restricted', async () => {
    const venue = opened();
    expect((await venue.call('POST', BATCHES, [{ ...ETH, fiatEquivalent: '100', fiatCurrency: 'EUR' }])).status).toBe(200);
    restrict(venue, 'EUR');
    expect(await venue.call('POST', `${BATCHES}/310/confirmation`)).toMatchObject(REFUSED('EUR'));
  });
});

test('a batch is not validated when the fiat currency of a row is restricted (000 Errors 7)', async () => {
  const venue = opened();
  restrict(venue, 'EUR');
  expect(await venue.call('POST', BATCHES, [{ ...ETH, fiatEquivalent: '100', fiatCurrency: 'EUR' }])).toMatchObject(REFUSED('EUR'));
  expect((await venue.call('POST', BATCHES, [{ ...ETH, amount: 0.1 }])).status).toBe(200);
});
