import { expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { BANKS } from '../../../src/simulator/funding/banks.ts';
import { isIban } from '../../../src/simulator/funding/iban.ts';
import { type Answered, only, openVenue } from '../venueUnderTest.ts';

const WIRE = '/v1/fiat/deposits/wire-transfer';
const REQUEST = {
  netAmount: 994,
  feeAmount: 6,
  currency: 'EUR',
  customerBankName: 'Handelsbanken',
  customerIban: 'SE45 5000 0000 0583 9825 7466',
  customerBankCountryIso2: 'SE',
  bankAccountId: 11,
};

const fieldErrors = ({ status, json }: Answered): unknown => [status, (json as { errors?: unknown }).errors];

test('bank accounts are those of the currency that take from the country (000 Wire-transfer deposit)', async () => {
  const { call } = openVenue();
  const ids = async (query: string): Promise<number[]> =>
    ((await call('GET', `${WIRE}/bank-accounts?${query}`)).json as { id: number }[]).map(({ id }) => id);
  expect(await ids('countryIso2=SE&currency=EUR')).toEqual([11, 12]);
  expect(await ids('countryIso2=BR&currency=EUR')).toEqual([12]);
  expect(await ids('countryIso2=BR&currency=GBP')).toEqual([]);
  const { json } = await call('GET', `${WIRE}/bank-accounts?countryIso2=SE&currency=EUR`);
  expect((json as object[])[0]).toEqual({
    id: 11,
    minDepositAmount: 100,
    depositFeeFixedAmount: 5,
    depositFeePercentAmount: 0.1,
    currency: 'EUR',
    bankName: 'First Simulated Bank',
    iban: 'DE75512108001245126199',
  });
  expect(BANKS.filter(({ iban }) => iban !== '' && !isIban(iban))).toEqual([]);
});

test('currency and country are required, the country of two letters (000 Wire-transfer deposit)', async () => {
  const { call } = openVenue();
  expect(fieldErrors(await call('GET', `${WIRE}/bank-accounts`))).toEqual([
    400,
    { countryIso2: ['is required'], currency: ['is required'] },
  ]);
  expect(fieldErrors(await call('GET', `${WIRE}/bank-accounts?countryIso2=SWE&currency=EUR`))).toEqual([
    400,
    { countryIso2: ['expected a country code of two letters (ISO 3166)'] },
  ]);
});

test.each([
  ['ABC', { message: 'currency ABC is not known' }],
  ['BTC', { message: 'currency BTC is not a fiat currency' }],
  ['USDT', { message: 'currency USDT is not a fiat currency' }],
  ['EURO', { message: 'currency EURO is not known' }],
])('%s is a 404 with a message only (000 Errors 3)', async (currency, json) => {
  const { call } = openVenue();
  expect(await call('GET', `${WIRE}/bank-accounts?countryIso2=SE&currency=${currency}`)).toMatchObject({ status: 404, json });
  expect(await call('POST', `${WIRE}/fee`, { amount: 100, currency, countryIso2: 'SE', bankAccountId: 11 })).toMatchObject({
    status: 404,
    json,
  });
  expect(await call('POST', WIRE, { ...REQUEST, currency })).toMatchObject({ status: 404, json });
});

test('a restricted currency has its code (000 Errors 7)', async () => {
  const { call } = openVenue({ market: { restrictedCurrencies: ['EUR'] } });
  expect((await call('POST', WIRE, REQUEST)).json).toMatchObject({ code: 'operation-for-currency-not-allowed' });
});

test('a fee quote splits the transfer into fee and net amount (000 Deposit fee quote)', async () => {
  const { call } = openVenue();
  const fee = async (more: object): Promise<Answered> =>
    call('POST', `${WIRE}/fee`, { amount: 1000, currency: 'EUR', countryIso2: 'SE', bankAccountId: 11, ...more });
  expect((await fee({})).json).toEqual({ netAmount: 994, feeAmount: 6, grossAmount: 1000 });
  expect((await fee({ amount: 1000.55 })).json, 'rounded up to cents').toEqual({
    netAmount: 994.54,
    feeAmount: 6.01,
    grossAmount: 1000.55,
  });
  expect(fieldErrors(await fee({ amount: 99.99 }))).toEqual([400, { amount: ['must come to at least 100'] }]);
  expect(fieldErrors(await fee({ amount: 100.001 }))).toEqual([400, { amount: ['must have at most 2 decimals'] }]);
  expect(fieldErrors(await fee({ bankAccountId: 21 }))).toEqual([400, { bankAccountId: ['is no bank account for EUR from SE'] }]);
});

test('a wire deposit is answered with where to send the money, and is completed when it arrives (000 States, wire-transfer fiat deposit)', async () => {
  const venue = openVenue({ balances: only({ EUR: '10' }) });
  const { status, json } = await venue.call('POST', WIRE, REQUEST);
  expect({ status, json }).toEqual({
    status: 200,
    json: {
      amount: 1000,
      recipient: 'First Simulated Bank',
      bankAddress: 'Hafenstrasse 1',
      bankZip: '60311',
      bankCity: 'Frankfurt am Main',
      bankCountry: 'DE',
      swiftCode: 'SIMUDEFFXXX',
      iban: 'DE75512108001245126199',
      paymentReference: 'WT-40000',
      referenceNumber: '40000',
      routingNumber: '',
    },
  });
  const history = async (): Promise<object[]> =>
    ((await venue.call('GET', '/v1/fiat/transactions?page=0&count=10')).json as { data: object[] }).data;
  const row = {
    id: '40000',
    type: 'Deposit',
    paymentMethod: 'WireTransfer',
    currency: 'EUR',
    bankCountryCode: 'SE',
    referenceId: 'WT-40000',
  };
  expect(await history()).toMatchObject([{ ...row, status: 'Pending', totalAmount: 1000, executedAmount: 994, fee: 6 }]);
  venue.simulator.world.bankTransfer('40000');
  expect(await history()).toMatchObject([{ ...row, status: 'Completed', totalAmount: 1000, executedAmount: 994 }]);
  expect((await venue.call('GET', '/v1/balances')).json).toMatchObject([{ currency: 'EUR', totalBalance: 1004 }]);
  expect(venue.simulator.truth().fiatTransactions.map(({ id, status }) => [id, status])).toEqual([['40000', 'Completed']]);
  expect(venue.simulator.truth().sums['EUR']!.toFixed()).toBe('10');
  expect(() => venue.simulator.world.bankTransfer('40000')).toThrow('fiat deposit 40000 is Completed already');
  expect(() => venue.simulator.world.bankTransfer('1')).toThrow('there is no fiat deposit 1');
});

test.each([
  [{ feeAmount: 5 }, 'feeAmount', 'must be 6 of a transfer of 999'],
  [{ netAmount: 10 }, 'netAmount', 'must come to at least 100'],
  [{ netAmount: 994.001 }, 'netAmount', 'must have at most 2 decimals'],
  [{ customerIban: 'SE4550000000058398257467' }, 'customerIban', 'has wrong check digits'],
  [{ customerIban: 'x' }, 'customerIban', 'expected an IBAN'],
  [{ customerBankName: '' }, 'customerBankName', 'must not be empty'],
  [{ customerBankCountryIso2: 'Sweden' }, 'customerBankCountryIso2', 'expected a country code of two letters (ISO 3166)'],
  [{ bankAccountId: 99 }, 'bankAccountId', 'is no bank account for EUR from SE'],
])('a wire deposit with %j is refused in %s (000 Errors 5)', async (more, field, message) => {
  const { call } = openVenue();
  expect(fieldErrors(await call('POST', WIRE, { ...REQUEST, ...more }))).toEqual([400, { [field]: [message] }]);
});

test('a transfer that can not be is a slip of the hand', async () => {
  const venue = openVenue();
  await venue.call('POST', WIRE, REQUEST);
  expect(() => venue.simulator.world.bankTransfer('40000', dec('0.001'))).toThrow('at most 2 decimals');
});
