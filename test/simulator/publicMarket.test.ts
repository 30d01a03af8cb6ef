import { describe, expect, it } from 'vitest';
import { openVenue } from './venueUnderTest.ts';

const BOOK = '/v1/spot-trading/orderbook/BTC%2FEUR';
const SYMBOLS = '/v1/spot-trading/symbols';

describe('a venue that shows its market to everybody (000 Authentication 7)', () => {
  const unsigned = async (venue: ReturnType<typeof openVenue>, path: string, init: RequestInit = {}): Promise<number> =>
    (await venue.simulator.fetch(new Request(`http://venue.test${path}`, init))).status;

  it('answers reads of the market without a signature, and nothing else', async () => {
    const venue = openVenue({ behaviour: { marketData: 'public' } });
    expect(await unsigned(venue, BOOK)).toBe(200);
    expect(await unsigned(venue, `${SYMBOLS}?page=0&count=10`)).toBe(200);
    expect(await unsigned(venue, '/v1/spot-trading/trading-pairs/stats')).toBe(200);
    expect(await unsigned(venue, '/v1/spot-trading/orders')).toBe(401);
    expect(await unsigned(venue, '/v1/balances')).toBe(401);
    expect(await unsigned(venue, '/v1/spot-trading/orders', { method: 'POST', body: '{}' })).toBe(401);
  });

  it('refuses a signature that is wrong even there', async () => {
    const venue = openVenue({ behaviour: { marketData: 'public' } });
    const headers = { 'SVC-API-KEY': 'wrong', 'SVC-API-SIGN': 'wrong', 'SVC-API-TIMESTAMP': '1' };
    expect(await unsigned(venue, BOOK, { headers })).toBe(401);
    expect((await venue.call('GET', BOOK)).status).toBe(200);
  });

  it('is one of two variants: by default all is signed', async () => {
    expect(await unsigned(openVenue(), BOOK)).toBe(401);
  });
});
