import { expect, test } from 'vitest';
import { type Answered, only, openVenue, type VenueUnderTest } from '../venueUnderTest.ts';

const BATCHES = '/v1/withdrawals/batches';
const BTC = { currency: 'BTC', networkCode: 'BTC', amount: 0.01, destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' };
const XRP = { currency: 'XRP', networkCode: 'XRP', amount: 20, destinationAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' };
const XLM = {
  currency: 'XLM',
  networkCode: 'XLM',
  amount: 5,
  destinationAddress: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
};
const TRON = { currency: 'USDT', networkCode: 'TRX', destinationAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
const PERSON = { firstName: 'Anna', lastName: 'Lind', countryOfBirthCode: 'SE', dateOfBirth: '1984-02-29' };

const opened = (): VenueUnderTest => openVenue({ balances: only({ BTC: '1', XRP: '1000', USDT: '10000' }) });
const fieldErrors = ({ status, json }: Answered): unknown => [status, (json as { errors?: unknown }).errors];

test('every fault of every row is told, and no draft is created (000 Mass withdrawal, validate)', async () => {
  const venue = opened();
  const answer = await venue.call('POST', BATCHES, [
    XRP,
    { ...XRP, destinationAddress: BTC.destinationAddress, amount: 0.5 },
    { ...XLM },
    { ...BTC, amount: 0.000000001 },
    { ...BTC, currency: 'ABC' },
    { ...BTC, networkCode: 'ETH' },
    { ...XRP, referenceId: 'r-1' },
    { ...XRP, referenceId: 'r-1' },
    { ...BTC, destinationTag: '9' },
  ]);
  expect(fieldErrors(answer)).toEqual([
    400,
    {
      '[1].destinationAddress': ['is not an address of network XRP'],
      '[1].amount': ['must be at least 1'],
      '[2].destinationTag': ['is required on network XLM'],
      '[3].amount': ['must have at most 8 decimals'],
      '[4].currency': ['currency ABC is not known'],
      '[5].networkCode': ['is no network of BTC, which has BTC'],
      '[7].referenceId': ['stands in another row of the batch'],
      '[8].destinationTag': ['must be empty: network BTC has no tags'],
    },
  ]);
  expect((await venue.call('GET', `${BATCHES}/310`)).status).toBe(404);
});

test('faults of form and of content are told in one answer, in the order of rows and fields (000 Errors 5)', async () => {
  const venue = opened();
  const { networkCode: _, ...nowhere } = BTC;
  const inEuro = { ...XRP, amount: undefined, fiatEquivalent: '10', fiatCurrency: 'EUR' };
  const answer = await venue.call('POST', BATCHES, [
    { ...XRP, destinationAddress: BTC.destinationAddress, referenceId: 'r-1' },
    { ...XRP, destinationTag: 5, amount: 0.5 },
    { ...nowhere, currency: 'ABC', referenceId: 'r-1' },
    { ...TRON, amount: 1000.01, beneficiary: { ...PERSON, firstName: undefined, dateOfBirth: '2031-01-01' } },
    { ...TRON, amount: 1000.01, beneficiary: 'Anna' },
    { ...XRP, destinationAddress: undefined, fiatCurrency: 'ABC' },
    inEuro,
    { ...inEuro, fiatEquivalent: '1.005', fiatCurrency: 'BTC', networkCode: 'BTC' },
    { ...inEuro, comment: 7 },
    'no row',
  ]);
  expect(fieldErrors(answer)).toEqual([400, expect.anything()]);
  expect(Object.entries((answer.json as { errors: object }).errors)).toEqual([
    ['[0].destinationAddress', ['is not an address of network XRP']],
    ['[1].amount', ['must be at least 1']],
    ['[1].destinationTag', ['expected a text, not a number']],
    ['[2].currency', ['currency ABC is not known']],
    ['[2].networkCode', ['is required']],
    ['[2].referenceId', ['stands in another row of the batch']],
    ['[3].beneficiary.firstName', ['is required']],
    ['[3].beneficiary.dateOfBirth', ['must not lie in the future']],
    ['[4].beneficiary', ['expected an object, not a text']],
    ['[5].amount', ['only one denomination per row']],
    ['[5].fiatCurrency', ['ABC is not a fiat currency of this venue']],
    ['[5].destinationAddress', ['is required']],
    ['[6].amount', ['a batch uses one denomination and one fiat currency']],
    ['[7].networkCode', ['is no network of XRP, which has XRP']],
    ['[7].fiatEquivalent', ['must have at most 2 decimals']],
    ['[7].fiatCurrency', ['BTC is not a fiat currency of this venue']],
    ['[8].amount', ['a batch uses one denomination and one fiat currency']],
    ['[8].comment', ['expected a text, not a number']],
    ['[9]', ['expected an object, not a text']],
  ]);
  expect((await venue.call('GET', `${BATCHES}/310`)).status).toBe(404);
});

test('what can not be told of an amount that is not known is not told (000 Mass withdrawal, row fields)', async () => {
  const answer = await opened().call('POST', BATCHES, [
    { ...TRON, amount: -5 },
    { ...TRON, amount: 5000, fiatEquivalent: '5', fiatCurrency: 'EUR' },
    { ...TRON, currency: 'B-C', amount: 5000 },
  ]);
  expect(fieldErrors(answer)).toEqual([
    400,
    {
      '[0].amount': ['must be greater than 0'],
      '[1].amount': ['only one denomination per row'],
      '[2].currency': ['must be letters and digits, and not empty'],
    },
  ]);
});

test.each([
  [{ currency: '' }, '[0].currency', 'must be letters and digits, and not empty'],
  [{ currency: 'B-C' }, '[0].currency', 'must be letters and digits, and not empty'],
  [{ networkCode: '' }, '[0].networkCode', 'must not be empty'],
  [{ destinationAddress: undefined }, '[0].destinationAddress', 'is required'],
  [{ amount: -1 }, '[0].amount', 'must be greater than 0'],
  [{ amount: undefined, fiatEquivalent: '-1', fiatCurrency: 'EUR' }, '[0].fiatEquivalent', 'must be greater than 0'],
  [{ amount: undefined, fiatEquivalent: '1.005', fiatCurrency: 'EUR' }, '[0].fiatEquivalent', 'must have at most 2 decimals'],
  [{ beneficiary: { ...PERSON, dateOfBirth: '1984' } }, '[0].beneficiary.dateOfBirth', 'expected a date as YYYY-MM-DD'],
])('row fields: %j (000 Mass withdrawal, row fields)', async (fields, field, message) => {
  expect(fieldErrors(await opened().call('POST', BATCHES, [{ ...XRP, ...fields }]))).toEqual([400, { [field]: [message] }]);
});
