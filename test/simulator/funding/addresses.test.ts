import { expect, test } from 'vitest';
import { rippleAddress } from '../../../src/addresses/rippleAddress.ts';
import { openVenue, type VenueUnderTest } from '../venueUnderTest.ts';

const V2 = '/v2/deposit-addresses/';

interface Address {
  readonly address: string;
  readonly destinationTag?: string;
}

async function created({ call }: VenueUnderTest, body: object): Promise<Address> {
  const { status, json } = await call('POST', V2, body);
  expect(status).toBe(200);
  return json as Address;
}

const xrp = { currency: 'XRP', networkCode: 'XRP' };
const btc = { currency: 'BTC', networkCode: 'BTC' };

test('an account has one Primary address of a currency on a network, and as many Additional ones as it asks for (000 Crypto deposit addresses)', async () => {
  const venue = openVenue();
  const primary = await created(venue, { ...btc, addressType: 'Primary' });
  expect(primary).toMatchObject({ currency: 'BTC', addressType: 'Primary' });
  expect(await created(venue, { ...btc, addressType: 'Primary' })).toEqual(primary);
  const others = [
    await created(venue, { ...btc, addressType: 'Additional' }),
    await created(venue, { ...btc, addressType: 'Additional', clientTag: 'shop' }),
  ];
  expect(new Set([primary, ...others].map(({ address }) => address)).size).toBe(3);
  expect(others[1]).toMatchObject({ clientTag: 'shop', addressType: 'Additional' });
});

test('a UniqueTag has the address of the account and a tag of its own; the same clientTag gives the same (000 Crypto deposit address)', async () => {
  const venue = openVenue();
  const one = await created(venue, { ...xrp, addressType: 'UniqueTag', clientTag: 'one' });
  const two = await created(venue, { ...xrp, addressType: 'UniqueTag', clientTag: 'two' });
  expect(one).toMatchObject({ addressType: 'UniqueTag', clientTag: 'one', destinationTagType: 'Tag' });
  expect(rippleAddress.isValid(one.address)).toBe(true);
  expect([two.address, two.destinationTag === one.destinationTag]).toEqual([one.address, false]);
  expect(await created(venue, { ...xrp, addressType: 'UniqueTag', clientTag: 'one' })).toEqual(one);
  expect(await created(venue, { ...xrp, addressType: 'Primary' })).toMatchObject({ address: one.address });
});

test.each([
  [{ currency: 'XLM', networkCode: 'XLM' }, 'Memo'],
  [{ currency: 'ALGO', networkCode: 'ALGO' }, 'Note'],
])('%j has a %s (000 Network)', async (network, type) => {
  const address = await created(openVenue(), { ...network, addressType: 'Primary' });
  expect(address).toMatchObject({ destinationTagType: type });
  expect(address.destinationTag).toMatch(/^\d+$/);
});

test.each([
  [{ ...btc, addressType: 'UniqueTag', clientTag: 'a' }, 400, { errors: { addressType: ['network BTC has no tags'] } }],
  [
    { currency: 'USDT', networkCode: 'ETH', addressType: 'Additional' },
    400,
    { errors: { addressType: ['network ETH has one address only'] } },
  ],
  [
    { currency: 'USDT', networkCode: 'BTC', addressType: 'Primary' },
    400,
    { errors: { networkCode: ['is no network of USDT, which has ETH, TRX'] } },
  ],
  [{ ...btc, addressType: 'Primary', clientTag: 'a' }, 400, { errors: { clientTag: ['must be empty for a Primary address'] } }],
  [{ ...btc }, 400, { errors: { addressType: ['is required'] } }],
  [{ currency: 'ABC', networkCode: 'ABC', addressType: 'Primary' }, 404, { message: 'currency ABC is not known' }],
  [{ currency: 'EUR', networkCode: 'EUR', addressType: 'Primary' }, 404, { message: 'currency EUR is not a crypto currency' }],
  [{ currency: 'LTC', networkCode: 'LTC', addressType: 'Primary' }, 400, { code: 'operation-for-currency-not-allowed' }],
])('an address as %j is refused with %i (000 Errors)', async (body, status, json) => {
  const { call } = openVenue({ market: { restrictedCurrencies: ['LTC'] } });
  expect(await call('POST', V2, body)).toMatchObject({ status, json });
});

test('the list is newest first and is searched by address, network and clientTag (000 Crypto deposit addresses)', async () => {
  const venue = openVenue();
  const first = await created(venue, { ...btc, addressType: 'Primary' });
  await created(venue, { ...xrp, addressType: 'UniqueTag', clientTag: 'one' });
  const listed = async (query: string): Promise<string[]> => {
    const { json } = await venue.call('GET', `${V2}${query}`);
    return (json as { networkCode: string; type: string }[]).map(({ networkCode, type }) => `${networkCode} ${type}`);
  };
  expect(await listed('')).toEqual(['XRP UniqueTag', 'XRP Primary', 'BTC Primary']);
  expect(await listed(`?address=${first.address}`)).toEqual(['BTC Primary']);
  expect(await listed('?address=1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toEqual([]);
  expect(await listed('?networkCode=XRP&clientTag=one')).toEqual(['XRP UniqueTag']);
});

test('the obsolete forms know the same addresses, with the tag as an additional address', async () => {
  const venue = openVenue();
  const { json: first } = await venue.call('GET', '/v1/deposit-address/XRP/XRP');
  const { address, destinationTag } = await created(venue, { ...xrp, addressType: 'Primary' });
  const old = { currency: 'XRP', address, additionalAddress: destinationTag, additionalAddressType: 'Tag' };
  expect(first).toEqual(old);
  expect((await venue.call('GET', '/v1/deposit-address/XRP/XRP')).json).toEqual(old);
  expect((await venue.call('POST', '/v1/deposit-addresses/', xrp)).json).not.toMatchObject({ address });
  expect((await venue.call('GET', `/v1/deposit-addresses/?networkCode=XRP&address=${address}`)).json).toEqual([
    { currency: 'XRP', networkCode: 'XRP', address, additionalAddress: destinationTag },
  ]);
  expect(await venue.call('GET', '/v1/deposit-address/XRP/BTC')).toMatchObject({ status: 404 });
});
