import { expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { isFault } from '../../../src/base/fault.ts';
import { withdrawalBatches } from '../../../src/contract/exchange/withdrawalBatches.ts';
import { preparerOf } from '../../../src/client/prepare.ts';
import { problems } from './problems.ts';

const row = withdrawalBatches['withdrawalBatches.validate'];
const prepare = preparerOf('withdrawalBatches.validate', row, row.path);
const XRP = { currency: 'XRP', networkCode: 'XRP', amount: dec('2.5'), destinationAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' };

function refused(params: Readonly<Record<string, unknown>>): unknown {
  try {
    return prepare(params).body;
  } catch (error) {
    return isFault(error, 'invalid-request') ? error.fieldErrors : error;
  }
}

test('the rows of a call are the array that is sent (000 Mass withdrawal)', () => {
  expect(prepare({ rows: [XRP, { ...XRP, referenceId: 'r-1' }] }).body).toBe(
    '[{"currency":"XRP","networkCode":"XRP","amount":2.5,"destinationAddress":"rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"},' +
      '{"currency":"XRP","networkCode":"XRP","amount":2.5,"destinationAddress":"rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh","referenceId":"r-1"}]',
  );
});

test('a wrong row is refused before it is sent, with its number and its field (000 Mass withdrawal, row fields)', () => {
  expect(refused({ rows: [XRP, { ...XRP, amount: dec(0) }] })).toEqual({ 'rows[1].amount': ['must be greater than 0'] });
  expect(refused({ rows: [{ ...XRP, fiatCurrency: 'EUR' }] })).toEqual({ 'rows[0].amount': ['only one denomination per row'] });
  expect(refused({ rows: Array.from({ length: 201 }, () => XRP) })).toEqual({
    rows: [expect.stringContaining('must have at most 200 rows')],
  });
  expect(refused({ rows: [] })).toEqual({ rows: [expect.stringContaining('must have at least one row')] });
  expect(Object.keys(refused({ lines: [XRP] }) as object)).toEqual(['lines', 'rows']);
});

test('null counts as empty in a row (000 Mass withdrawal, denomination rules)', () => {
  const text =
    '[{"currency":"BTC","networkCode":"BTC","destinationAddress":"a","amount":1,"fiatEquivalent":null,"fiatCurrency":null,"destinationTag":null}]';
  expect(problems(row.request.body, text)).toEqual([]);
});

test('what is missing is said to be required, inside a row too', () => {
  const { currency: _, ...nameless } = XRP;
  const beneficiary = { firstName: 'Anna', lastName: '', countryOfBirthCode: 'SE', dateOfBirth: '1984-02-29' };
  expect(refused({ rows: [XRP, nameless] })).toEqual({ 'rows[1].currency': ['is required'] });
  expect(refused({ rows: [{ ...XRP, beneficiary }] })).toEqual({ 'rows[0].beneficiary.lastName': ['must not be empty'] });
  expect(refused({})).toEqual({ rows: ['is required'] });
});
