import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../../src/simulator/simulatorOptions.ts';
import { type Answered, only, openVenue, type VenueUnderTest } from '../venueUnderTest.ts';

const BATCHES = '/v1/withdrawals/batches';
const BTC = { currency: 'BTC', networkCode: 'BTC', amount: 0.01, destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' };
const BTC_2 = { ...BTC, destinationAddress: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };
const XRP = { currency: 'XRP', networkCode: 'XRP', amount: 20, destinationAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' };
const TRON = { currency: 'USDT', networkCode: 'TRX', destinationAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
const PERSON = { firstName: 'Anna', lastName: 'Lind', countryOfBirthCode: 'SE', dateOfBirth: '1984-02-29' };

function opened(options: Partial<SimulatorOptions> = {}): VenueUnderTest {
  return openVenue({ balances: only({ BTC: '1', XRP: '1000', USDT: '10000' }), ...options });
}

interface Status {
  readonly status: string;
  readonly updatedOn: string;
}

const statusOf = async ({ call }: VenueUnderTest, id: number): Promise<Status> => (await call('GET', `${BATCHES}/${id}`)).json as Status;
const confirm = ({ call }: VenueUnderTest, id: number): Promise<Answered> => call('POST', `${BATCHES}/${id}/confirmation`);
const transactions = async ({ call }: VenueUnderTest, query = ''): Promise<object[]> =>
  ((await call('GET', `/v1/transactions?page=0&count=500${query}`)).json as { data: object[] }).data;
const fieldErrors = ({ status, json }: Answered): unknown => [status, (json as { errors?: unknown }).errors];

test('valid rows become a draft, whose funds are free until it is confirmed (000 States, withdrawal batch)', async () => {
  const venue = opened();
  const { status, json } = await venue.call('POST', BATCHES, [BTC, { ...BTC_2, comment: 'thanks', referenceId: 'r-1' }]);
  expect({ status, json }).toEqual({
    status: 200,
    json: [{ id: 310, currency: 'BTC', transactionCount: 2, amount: 0.02, feeAmount: 0.0002 }],
  });
  expect(await statusOf(venue, 310)).toMatchObject({ status: 'Draft', amount: 0.02, draftTransactionCount: 2, pendingTransactionCount: 0 });
  expect(await transactions(venue)).toEqual([]);
  expect((await venue.call('GET', '/v1/balances')).json).toMatchObject([{ currency: 'BTC', availableBalance: 1 }, {}, {}]);
});

test('a confirmed batch is Processing with its funds blocked, and Processed when its withdrawals are sent (000 States, withdrawal batch)', async () => {
  const venue = opened();
  await venue.call('POST', BATCHES, [BTC, BTC_2]);
  await venue.advance(1000);
  expect(await confirm(venue, 310)).toMatchObject({ status: 202, text: '' });
  const processing = await statusOf(venue, 310);
  expect(processing).toMatchObject({
    status: 'Processing',
    draftTransactionCount: 0,
    pendingTransactionCount: 2,
    completedTransactionCount: 0,
  });
  expect(processing.updatedOn).toBe('2026-11-20T10:00:01.000Z');
  expect((await venue.call('GET', '/v1/balances')).json).toMatchObject([
    { currency: 'BTC', totalBalance: 1, availableBalance: 0.9798 },
    {},
    {},
  ]);
  await venue.advance(20_000);
  const processed = await statusOf(venue, 310);
  expect(processed).toMatchObject({
    status: 'Processed',
    pendingTransactionCount: 0,
    completedTransactionCount: 2,
    declinedTransactionCount: 0,
  });
  expect(processed.updatedOn).toBe('2026-11-20T10:00:21.000Z');
  expect((await venue.call('GET', '/v1/balances')).json).toMatchObject([{ currency: 'BTC', totalBalance: 0.9798 }, {}, {}]);
  expect(venue.simulator.truth().sums['BTC']!.toFixed()).toBe('1');
});

test('each withdrawal of a batch is in the history under its withdrawalBatchId (000 Mass withdrawal, monitor)', async () => {
  const venue = opened();
  await venue.call('POST', BATCHES, [XRP, { ...XRP, amount: 30, referenceId: 'r-2', destinationTag: '7' }]);
  await confirm(venue, 310);
  await venue.call('POST', '/v2/withdrawals', { ...XRP, amount: 1 });
  expect(await transactions(venue, '&withdrawalBatchId=310')).toMatchObject([
    { totalAmount: 30.25, executedAmount: 30, referenceId: 'r-2', destinationAdditionalAddress: '7' },
    { totalAmount: 20.25, executedAmount: 20 },
  ]);
});

test('one fee for all of a multi-destination transaction, its own fee for each general one (000 Mass withdrawal, fee rule)', async () => {
  const { json } = await opened().call('POST', BATCHES, [BTC, XRP, BTC_2, XRP, BTC]);
  expect(json).toEqual([
    { id: 310, currency: 'BTC', transactionCount: 3, amount: 0.03, feeAmount: 0.0002 },
    { id: 311, currency: 'XRP', transactionCount: 2, amount: 40, feeAmount: 0.5 },
  ]);
});

test('a batch that can not be paid when it is confirmed is Declined, and no funds are locked (000 States, Declined)', async () => {
  const venue = opened();
  await venue.call('POST', BATCHES, [
    { ...XRP, amount: 900 },
    { ...XRP, amount: 100 },
  ]);
  expect((await confirm(venue, 310)).status).toBe(202);
  expect(await statusOf(venue, 310)).toMatchObject({ status: 'Declined', declinedTransactionCount: 2, pendingTransactionCount: 0 });
  expect(await transactions(venue)).toEqual([]);
  expect((await venue.call('GET', '/v1/balances')).json).toMatchObject([{}, { currency: 'XRP', availableBalance: 1000 }, {}]);
});

test('a reference that was used between draft and confirmation declines the batch (000 Crypto transaction)', async () => {
  const venue = opened();
  await venue.call('POST', BATCHES, [{ ...XRP, referenceId: 'r-1' }]);
  await venue.call('POST', '/v2/withdrawals', { ...XRP, referenceId: 'r-1' });
  await confirm(venue, 310);
  expect(await statusOf(venue, 310)).toMatchObject({ status: 'Declined' });
});

test('a declined withdrawal counts as such; a batch of which some were sent is Processed (000 Withdrawal batch)', async () => {
  const venue = opened();
  await venue.call('POST', BATCHES, [XRP, XRP]);
  await confirm(venue, 310);
  venue.simulator.world.endWithdrawal('70000', 'decline');
  expect(await statusOf(venue, 310)).toMatchObject({ status: 'Processing', declinedTransactionCount: 1, pendingTransactionCount: 1 });
  venue.simulator.world.endWithdrawal('70001', 'complete');
  expect(await statusOf(venue, 310)).toMatchObject({ status: 'Processed', declinedTransactionCount: 1, completedTransactionCount: 1 });
});

test('only a draft is confirmed, once; another id is unknown (000 Mass withdrawal)', async () => {
  const venue = opened();
  await venue.call('POST', BATCHES, [XRP]);
  await confirm(venue, 310);
  expect(await confirm(venue, 310)).toMatchObject({ status: 400, json: { code: 'batch-not-draft' } });
  expect(await confirm(venue, 311)).toMatchObject({ status: 404, json: { message: 'there is no withdrawal batch 311' } });
  expect(await venue.call('GET', `${BATCHES}/311`)).toMatchObject({ status: 404 });
  await venue.advance(30_000);
  expect(await transactions(venue)).toHaveLength(1);
  expect(venue.simulator.truth().transactions.map(({ batchId, status }) => [batchId, status])).toEqual([['310', 'Completed']]);
});

test.each([
  [{ amount: 1 }, undefined],
  [{ fiatEquivalent: '10.50', fiatCurrency: 'EUR' }, undefined],
  [{ amount: 1, fiatEquivalent: '10.50', fiatCurrency: 'EUR' }, { '[0].amount': ['only one denomination per row'] }],
  [{ amount: 1, fiatEquivalent: '10.50' }, { '[0].amount': ['only one denomination per row'] }],
  [{ amount: 1, fiatCurrency: 'EUR' }, { '[0].amount': ['only one denomination per row'] }],
  [{ fiatEquivalent: '10.50' }, { '[0].fiatCurrency': ['both fiat fields are required together'] }],
  [{ fiatCurrency: 'EUR' }, { '[0].fiatEquivalent': ['both fiat fields are required together'] }],
  [{ amount: 1, fiatEquivalent: '', fiatCurrency: '' }, undefined],
  [{ amount: 1, fiatEquivalent: null, fiatCurrency: '' }, undefined],
  [{ amount: '', fiatEquivalent: '10.50', fiatCurrency: 'EUR' }, undefined],
  [{ amount: null, fiatEquivalent: '10.50', fiatCurrency: 'EUR' }, undefined],
  [{ amount: 1, fiatEquivalent: '', fiatCurrency: 'EUR' }, { '[0].amount': ['only one denomination per row'] }],
  [{ amount: '', fiatEquivalent: '10.50', fiatCurrency: '' }, { '[0].fiatCurrency': ['both fiat fields are required together'] }],
  [{ amount: '', fiatEquivalent: '', fiatCurrency: 'EUR' }, { '[0].fiatEquivalent': ['both fiat fields are required together'] }],
  [{ amount: '', fiatEquivalent: '', fiatCurrency: '' }, { '[0].amount': ['is required, or fiatEquivalent with fiatCurrency'] }],
  [{}, { '[0].amount': ['is required, or fiatEquivalent with fiatCurrency'] }],
])('denomination of a row: %j (000 Mass withdrawal, denomination rules)', async (fields, errors) => {
  const { amount: _, ...row } = XRP;
  const answer = await opened().call('POST', BATCHES, [{ ...row, ...fields }]);
  expect(fieldErrors(answer)).toEqual(errors === undefined ? [200, undefined] : [400, errors]);
});

test('mixed denominations and mixed fiat currencies are refused (000 Mass withdrawal, denomination rules)', async () => {
  const { call } = opened();
  const { amount: _, ...row } = XRP;
  const inEuro = { ...row, fiatEquivalent: '10', fiatCurrency: 'EUR' };
  const message = ['a batch uses one denomination and one fiat currency'];
  expect(fieldErrors(await call('POST', BATCHES, [XRP, inEuro]))).toEqual([400, { '[1].amount': message }]);
  expect(fieldErrors(await call('POST', BATCHES, [inEuro, inEuro, { ...inEuro, fiatCurrency: 'USD' }]))).toEqual([
    400,
    { '[2].fiatCurrency': message },
  ]);
});

test('a fiat field that is empty and one that is left out are the same in all rows (000 Mass withdrawal, denomination rules)', async () => {
  const empty = { ...XRP, fiatEquivalent: '', fiatCurrency: '' };
  expect((await opened().call('POST', BATCHES, [XRP, empty, { ...XRP, fiatCurrency: null }])).status).toBe(200);
});

test('fiat mode pays so much crypto currency as the fiat amount is worth (000 Mass withdrawal, fiat mode)', async () => {
  const { call } = opened();
  const { json } = await call('POST', BATCHES, [{ ...TRON, fiatEquivalent: '100.00', fiatCurrency: 'EUR' }]);
  expect(json).toEqual([{ id: 310, currency: 'USDT', transactionCount: 1, amount: 108, feeAmount: 1 }]);
  expect(fieldErrors(await call('POST', BATCHES, [{ ...TRON, fiatEquivalent: '1', fiatCurrency: 'BTC' }]))).toEqual([
    400,
    { '[0].fiatCurrency': ['BTC is not a fiat currency of this venue'] },
  ]);
});

test('up to 200 rows are taken, not one more, and not none (000 Limits, batch size)', async () => {
  const { call } = opened();
  const rows = (count: number): object[] => Array.from({ length: count }, () => XRP);
  expect((await call('POST', BATCHES, rows(200))).json).toMatchObject([{ transactionCount: 200, amount: 4000 }]);
  expect(fieldErrors(await call('POST', BATCHES, rows(201)))).toEqual([400, { rows: ['must have at most 200 rows'] }]);
  expect(fieldErrors(await call('POST', BATCHES, [...rows(200), { ...XRP, amount: 0.5 }]))).toEqual([
    400,
    { rows: ['must have at most 200 rows'] },
  ]);
  expect(fieldErrors(await call('POST', BATCHES, []))).toEqual([400, { rows: ['must have at least one row'] }]);
  expect(fieldErrors(await call('POST', BATCHES, XRP))).toEqual([400, { body: ['must be a JSON array'] }]);
  expect(fieldErrors(await call('POST', '/v2/withdrawals', [XRP]))).toEqual([400, { body: ['must be a JSON object'] }]);
});

test('above USD 1000 a row of a customer of the EU names its beneficiary (000 Limits, Travel Rule)', async () => {
  const { call, simulator } = opened();
  const row = { ...TRON, amount: 1000.01 };
  expect(fieldErrors(await call('POST', BATCHES, [{ ...row, amount: 1000 }, row]))).toEqual([
    400,
    { '[1].beneficiary': ['is required above USD 1000'] },
  ]);
  expect((await call('POST', BATCHES, [{ ...row, beneficiary: PERSON }])).status).toBe(200);
  simulator.world.setRegion({ isEu: false });
  expect((await call('POST', BATCHES, [row])).status).toBe(200);
});

test('a restricted currency refuses the whole batch with its code (000 Errors 7)', async () => {
  const answer = await opened({ market: { restrictedCurrencies: ['XRP'] } }).call('POST', BATCHES, [BTC, XRP]);
  expect(answer).toMatchObject({ status: 400, json: { code: 'operation-for-currency-not-allowed' } });
});
