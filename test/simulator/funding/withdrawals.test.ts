import { expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { SimulatorOptions } from '../../../src/simulator/simulatorOptions.ts';
import { type Answered, only, openVenue, type VenueUnderTest } from '../venueUnderTest.ts';

const FEE = '/v2/withdrawals/fee';
const WITHDRAW = '/v2/withdrawals';
const BTC = { currency: 'BTC', networkCode: 'BTC', destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' };
const XRP = { currency: 'XRP', networkCode: 'XRP', destinationAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' };
const XLM = { currency: 'XLM', networkCode: 'XLM', destinationAddress: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ' };
const PERSON = { firstName: 'Anna', lastName: 'Lind', countryOfBirthCode: 'SE', dateOfBirth: '1984-02-29' };

/** A customer outside the EU, where the Travel Rule does not apply. */
function opened(options: Partial<SimulatorOptions> = {}): VenueUnderTest {
  return openVenue({ balances: only({ BTC: '1', XRP: '1000', XLM: '500' }), market: { isEu: false }, ...options });
}

async function balanceOf({ call }: VenueUnderTest, currency: string): Promise<object | undefined> {
  const { json } = await call('GET', '/v1/balances');
  return (json as { currency: string }[]).find((row) => row.currency === currency);
}

async function history({ call }: VenueUnderTest, query = ''): Promise<Record<string, unknown>[]> {
  return ((await call('GET', `/v1/transactions?page=0&count=500${query}`)).json as { data: Record<string, unknown>[] }).data;
}

const fieldErrors = ({ status, json }: Answered): unknown => [status, (json as { errors?: unknown }).errors];

test('a fee quote names the amounts of the mode and the minimum (000 Withdrawal fee quote)', async () => {
  const { call } = opened();
  const quote = async (more: object): Promise<unknown> => (await call('POST', FEE, { ...BTC, ...more })).json;
  const minWithdrawalAmount = 0.0005;
  const onTop = { amount: 0.5, feeAmount: 0.0002, netAmount: 0.5, grossAmount: 0.5002, minWithdrawalAmount };
  expect(await quote({ amount: 0.5 })).toEqual(onTop);
  expect(await quote({ amount: 0.5, feeType: 'net' })).toEqual(onTop);
  expect(await quote({ amount: 0.5, feeType: 'gross' })).toEqual({ ...onTop, netAmount: 0.4998, grossAmount: 0.5 });
  expect(await quote({ amount: 1, feeType: 'default' })).toEqual({ ...onTop, amount: 1, netAmount: 0.9998, grossAmount: 1 });
  expect((await call('POST', '/v1/withdrawals/fee', { ...BTC, amount: 0.5 })).json).toEqual(onTop);
});

test('a withdrawal blocks its money, is completed over time, and is then in the history with the id of the network (000 Crypto transaction)', async () => {
  const venue = opened();
  const { status, json } = await venue.call('POST', WITHDRAW, { ...BTC, amount: 0.25, referenceId: 'r-1', clientTag: 'c-1' });
  expect({ status, json }).toEqual({
    status: 200,
    json: { id: 70000, ...BTC, amount: 0.25, fee: 0.0002, netAmount: 0.25, grossAmount: 0.2502, referenceId: 'r-1', clientTag: 'c-1' },
  });
  expect(await balanceOf(venue, 'BTC')).toMatchObject({ totalBalance: 1, availableBalance: 0.7498 });
  const row = {
    id: '70000',
    type: 'Send',
    status: 'Pending',
    createdOn: '2026-11-20T10:00:00.000Z',
    totalAmount: 0.2502,
    executedAmount: 0.25,
    fee: 0.0002,
    networkName: 'Bitcoin',
    destinationAddress: BTC.destinationAddress,
    referenceId: 'r-1',
    clientTag: 'c-1',
  };
  expect(await history(venue)).toMatchObject([row]);
  expect((await history(venue))[0]).not.toHaveProperty('networkTransactionId');
  await venue.advance(20_000);
  const [done] = await history(venue);
  expect(done).toMatchObject({ ...row, status: 'Completed' });
  expect(done!['networkTransactionId']).toMatch(/^[0-9a-f]{64}$/);
  expect(await balanceOf(venue, 'BTC')).toMatchObject({ totalBalance: 0.7498, availableBalance: 0.7498 });
  expect(venue.simulator.truth().sums['BTC']!.toFixed(), 'what left is with the world and in the fees').toBe('1');
});

test('a declined withdrawal gives the money back, and its reference stays used up (000 Crypto transaction)', async () => {
  const venue = opened();
  await venue.call('POST', WITHDRAW, { ...XRP, amount: 100, referenceId: 'r-1' });
  expect(venue.simulator.world.endWithdrawal('70000', 'decline')).toMatchObject({ status: 'Declined' });
  await venue.advance(60_000);
  expect(await history(venue)).toMatchObject([{ status: 'Declined' }]);
  expect(await balanceOf(venue, 'XRP')).toMatchObject({ totalBalance: 1000, availableBalance: 1000 });
  expect(await venue.call('POST', '/v1/withdrawals', { ...XRP, amount: 1, referenceId: 'r-1' })).toMatchObject({
    status: 400,
    json: { code: 'reference-id-not-unique' },
  });
  expect(() => venue.simulator.world.endWithdrawal('70000', 'complete')).toThrow('withdrawal 70000 is Declined already');
  expect(() => venue.simulator.world.endWithdrawal('1', 'complete')).toThrow('there is no withdrawal 1');
});

test.each([
  ['default', 1, 200, 0.9998],
  ['default', 1.0001, 400, undefined],
  ['net', 0.9998, 200, 0.9998],
  ['net', 0.9999, 400, undefined],
  ['gross', 1, 200, 0.9998],
  ['gross', 1.0001, 400, undefined],
])('%s: %d of a balance of 1 is answered with %i (000 Withdrawals, fee charging)', async (feeType, amount, status, netAmount) => {
  const answer = await opened().call('POST', WITHDRAW, { ...BTC, amount, feeType });
  expect(answer.status).toBe(status);
  expect(answer.json).toMatchObject(netAmount === undefined ? { code: 'insufficient-balance' } : { netAmount });
});

test('credit funds can be traded with and not withdrawn (000 Withdrawals; 000 Versioning 17/09/2024)', async () => {
  const venue = opened({ balances: only({ BTC: '1' }), credit: only({ BTC: '0.5' }) });
  expect(await balanceOf(venue, 'BTC')).toMatchObject({ availableBalance: 1.5, availableWithdrawalBalance: 1 });
  expect((await venue.call('POST', WITHDRAW, { ...BTC, amount: 1.2, feeType: 'gross' })).json).toMatchObject({
    code: 'credit-funds-not-withdrawable',
  });
  expect((await venue.call('POST', WITHDRAW, { ...BTC, amount: 1, feeType: 'gross' })).status).toBe(200);
});

test.each([
  [{ ...BTC, amount: 0.1, destinationAddress: XRP.destinationAddress }, 'destinationAddress', 'is not an address of network BTC'],
  [
    { ...BTC, amount: 0.1, destinationAddress: `${BTC.destinationAddress.slice(0, -1)}5` },
    'destinationAddress',
    'is not an address of network BTC',
  ],
  [{ ...BTC, amount: 0.1, destinationAdditionalAddress: '7' }, 'destinationAdditionalAddress', 'must be empty: network BTC has no tags'],
  [{ ...BTC, amount: 0.000000001 }, 'amount', 'must have at most 8 decimals'],
  [{ ...BTC, amount: 0.0002, feeType: 'gross' }, 'amount', 'must be greater than the fee of 0.0002'],
  [{ ...BTC, amount: 0.0004 }, 'amount', 'must be at least 0.0005'],
  [{ ...BTC, amount: 0 }, 'amount', 'must be greater than 0'],
  [
    { ...XRP, amount: 5, destinationAdditionalAddress: '4294967296' },
    'destinationAdditionalAddress',
    'must be a whole number below 4294967296',
  ],
  [{ ...XLM, amount: 5 }, 'destinationAdditionalAddress', 'is required on network XLM'],
  [{ ...XLM, amount: 5, destinationAdditionalAddress: 'm'.repeat(29) }, 'destinationAdditionalAddress', 'must have at most 28 bytes'],
  [{ ...BTC, networkCode: 'ETH', amount: 1 }, 'networkCode', 'is no network of BTC, which has BTC'],
  [{ ...BTC, amount: 1, feeType: 'both' }, 'feeType', 'expected default, net or gross'],
  [{ ...BTC, amount: 1, beneficiary: { ...PERSON, lastName: '' } }, 'beneficiary.lastName', 'must not be empty'],
])('the withdrawal %j is refused in %s (000 Errors 5; 000 Versioning 02/06/2025)', async (body, field, message) => {
  const venue = opened();
  expect(fieldErrors(await venue.call('POST', WITHDRAW, body))).toEqual([400, { [field]: [message] }]);
  expect(await history(venue)).toEqual([]);
});

test('a tag is required where the network says so, and optional elsewhere (000 Network)', async () => {
  const { call } = opened();
  expect((await call('POST', WITHDRAW, { ...XLM, amount: 5, destinationAdditionalAddress: 'memo' })).json).toMatchObject({
    destinationAdditionalAddress: 'memo',
  });
  expect((await call('POST', WITHDRAW, { ...XRP, amount: 5 })).status).toBe(200);
  expect((await call('POST', WITHDRAW, { ...XRP, amount: 5, destinationAdditionalAddress: '4294967295' })).status).toBe(200);
});

test('an unknown currency is 404, a restricted one has its code (000 Errors 3 and 7)', async () => {
  const { call, simulator } = opened();
  expect(await call('POST', WITHDRAW, { ...BTC, currency: 'ABC', amount: 1 })).toMatchObject({
    status: 404,
    json: { message: 'currency ABC is not known' },
  });
  simulator.world.setRegion({ restricted: ['BTC'] });
  for (const path of [FEE, WITHDRAW]) {
    expect(await call('POST', path, { ...BTC, amount: 0.1 })).toMatchObject({
      status: 400,
      json: { code: 'operation-for-currency-not-allowed' },
    });
  }
});

test('above USD 1000 a customer of the EU names the beneficiary, at USD 1000 not (000 Withdrawals; 000 Limits, Travel Rule)', async () => {
  const { call, simulator } = openVenue({ balances: only({ USDT: '5000' }) });
  const tron = { currency: 'USDT', networkCode: 'TRX', destinationAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
  expect((await call('POST', FEE, { ...tron, amount: 1000 })).json).not.toHaveProperty('travelRuleBeneficiaryFields');
  expect((await call('POST', FEE, { ...tron, amount: 1000.01 })).json).toMatchObject({
    travelRuleBeneficiaryFields: ['firstName', 'lastName', 'countryOfBirthCode', 'dateOfBirth'],
  });
  expect((await call('POST', '/v1/withdrawals/fee', { ...tron, amount: 1000.01 })).json).not.toHaveProperty('travelRuleBeneficiaryFields');
  const missing = [400, { beneficiary: ['is required above USD 1000'] }];
  expect(fieldErrors(await call('POST', WITHDRAW, { ...tron, amount: 1000.01 }))).toEqual(missing);
  expect(fieldErrors(await call('POST', '/v1/withdrawals', { ...tron, amount: 1000.01 }))).toEqual(missing);
  expect((await call('POST', WITHDRAW, { ...tron, amount: 1000 })).status).toBe(200);
  expect((await call('POST', WITHDRAW, { ...tron, amount: 1000.01, beneficiary: PERSON })).json).toMatchObject({ beneficiary: PERSON });
  simulator.world.setRegion({ isEu: false });
  expect((await call('POST', WITHDRAW, { ...tron, amount: 1000.01 })).status).toBe(200);
});

test.each(['firstName', 'lastName', 'countryOfBirthCode', 'dateOfBirth'])(
  'a beneficiary without %s is refused (000 Beneficiary)',
  async (field) => {
    const answer = await opened().call('POST', WITHDRAW, { ...BTC, amount: 0.1, beneficiary: { ...PERSON, [field]: undefined } });
    expect(fieldErrors(answer)).toEqual([400, { [`beneficiary.${field}`]: ['is required'] }]);
  },
);

test('a fiat withdrawal fee has the same modes; the currency must be a fiat one (000 Withdrawals; 000 Errors 3)', async () => {
  const { call } = openVenue({ balances: only({ EUR: '100' }) });
  const path = '/v1/fiat/withdrawals/fee';
  const amounts = { amount: 50, feeAmount: 5, netAmount: 50, grossAmount: 55, minWithdrawalAmount: 20 };
  expect((await call('POST', path, { amount: 50, currency: 'EUR' })).json).toEqual(amounts);
  expect((await call('POST', path, { amount: 98, currency: 'EUR' })).json).toMatchObject({ netAmount: 93, grossAmount: 98 });
  expect((await call('POST', path, { amount: 50, currency: 'EUR', feeType: 'gross' })).json).toMatchObject({
    netAmount: 45,
    grossAmount: 50,
  });
  expect(await call('POST', path, { amount: 50, currency: 'BTC' })).toMatchObject({
    status: 404,
    json: { message: 'currency BTC is not a fiat currency' },
  });
  expect(await call('POST', path, { amount: 50, currency: 'ABC' })).toMatchObject({ status: 404 });
  expect(fieldErrors(await call('POST', path, { amount: 50.001, currency: 'EUR' }))).toEqual([
    400,
    { amount: ['must have at most 2 decimals'] },
  ]);
});

test('a crypto deposit is pending until the network confirms it, and then it is there to be used (000 Crypto transaction)', async () => {
  const venue = opened({ balances: {} });
  const { json } = await venue.call('POST', '/v2/deposit-addresses/', {
    currency: 'XRP',
    networkCode: 'XRP',
    addressType: 'UniqueTag',
    clientTag: 'shop',
  });
  const { address, destinationTag } = json as { address: string; destinationTag: string };
  venue.simulator.world.sendCrypto({ address, tag: destinationTag, amount: dec('12.345678') });
  expect(await history(venue)).toMatchObject([{ type: 'Receive', status: 'Pending', totalAmount: 12.345678, clientTag: 'shop', fee: 0 }]);
  expect(await balanceOf(venue, 'XRP')).toBeUndefined();
  await venue.advance(20_000);
  expect(await history(venue, '&clientTag=shop')).toMatchObject([{ status: 'Completed', destinationAdditionalAddress: destinationTag }]);
  expect(await balanceOf(venue, 'XRP')).toMatchObject({ availableBalance: 12.345678 });
  expect(() => venue.simulator.world.sendCrypto({ address, tag: '1', amount: dec(1) })).toThrow("is nobody's address");
});

test('the history is newest first, filtered, paged, and at most 500 records at once (000 Transaction history; 000 Limits)', async () => {
  const venue = opened();
  await venue.call('POST', WITHDRAW, { ...BTC, amount: 0.1, clientTag: 'a' });
  await venue.advance(1000);
  await venue.call('POST', WITHDRAW, { ...XRP, amount: 5, clientTag: 'b' });
  const ids = async (query: string): Promise<unknown[]> => (await history(venue, query)).map(({ id }) => id);
  expect(await ids('')).toEqual(['70001', '70000']);
  expect(await ids('&currency=BTC')).toEqual(['70000']);
  expect(await ids('&clientTag=b')).toEqual(['70001']);
  expect(await ids(`&address=${XRP.destinationAddress}`)).toEqual(['70001']);
  expect(await ids('&withdrawalBatchId=1')).toEqual([]);
  expect(await ids('&dateFrom=2026-11-20T10:00:00.500Z')).toEqual(['70001']);
  expect(await ids('&dateTo=2026-11-20T10:00:00.500Z')).toEqual(['70000']);
  expect((await venue.call('GET', '/v1/transactions?page=1&count=1')).json).toMatchObject({ total: 2, data: [{ id: '70000' }] });
  expect(fieldErrors(await venue.call('GET', '/v1/transactions?page=0&count=501'))).toEqual([400, { count: ['must be 1 to 500'] }]);
});

test('a withdrawal to an address of the account itself comes back in, without a source address (000 Crypto transaction)', async () => {
  const venue = opened();
  const { json } = await venue.call('POST', '/v2/deposit-addresses/', { currency: 'BTC', networkCode: 'BTC', addressType: 'Primary' });
  await venue.call('POST', WITHDRAW, { ...BTC, amount: 0.25, destinationAddress: (json as { address: string }).address });
  await venue.advance(40_000);
  const [received, sent] = await history(venue);
  expect(sent).toMatchObject({ type: 'Send', status: 'Completed', executedAmount: 0.25 });
  expect(received).toMatchObject({ type: 'Receive', status: 'Completed', executedAmount: 0.25 });
  expect(received).not.toHaveProperty('sourceAddress');
  expect(await balanceOf(venue, 'BTC')).toMatchObject({ totalBalance: 0.9998 });
});
