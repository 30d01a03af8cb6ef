import { expect, test } from 'vitest';
import { z } from 'zod';
import { dec } from '../../../src/base/decimal.ts';
import { BENEFICIARY_FIELDS, beneficiary } from '../../../src/contract/exchange/beneficiary.ts';
import { feeType } from '../../../src/contract/exchange/feeType.ts';
import { histories } from '../../../src/contract/exchange/histories.ts';
import { withdrawals } from '../../../src/contract/exchange/withdrawals.ts';
import { problems } from './problems.ts';

const PERSON = { firstName: 'Anna', lastName: 'Lind', countryOfBirthCode: 'SE', dateOfBirth: '1984-02-29' };

test.each(BENEFICIARY_FIELDS)('a beneficiary needs %s (000 Beneficiary)', (field) => {
  expect(problems(beneficiary, JSON.stringify({ ...PERSON, [field]: undefined }))[0]).toContain(`${field}: `);
  expect(problems(beneficiary, JSON.stringify({ ...PERSON, [field]: '' }))).toHaveLength(1);
  expect(problems(beneficiary, JSON.stringify(PERSON))).toEqual([]);
});

test('a date of birth is a day that there was, as YYYY-MM-DD (000 Beneficiary)', () => {
  for (const day of ['1983-02-29', '29/02/1984', '1984-2-29', '1984-02-29T00:00:00Z']) {
    expect(problems(beneficiary, JSON.stringify({ ...PERSON, dateOfBirth: day }))).toEqual(['dateOfBirth: expected a date as YYYY-MM-DD']);
  }
});

test('a fee mode is default, net or gross (000 Withdrawals, fee charging)', () => {
  expect(['default', 'net', 'gross', 'both'].map((mode) => feeType.safeParse(mode).success)).toEqual([true, true, true, false]);
});

test('a history gives 1 to 500 records at once, and wrong counts are refused before they are sent (000 Limits)', () => {
  const { query } = histories['transactions.list'].request;
  for (const count of [1, 500]) expect(problems(query, `{"page":0,"count":${count}}`)).toEqual([]);
  for (const count of [0, 501]) expect(problems(query, `{"page":0,"count":${count}}`)).toEqual(['count: must be 1 to 500']);
  expect(z.safeEncode(query as z.ZodType, { page: 0, count: 501 }).error?.issues[0]?.path).toEqual(['count']);
});

test('an amount is greater than 0 (000 Withdrawals)', () => {
  const { body } = withdrawals['withdrawals.create'].request;
  const request = { currency: 'BTC', networkCode: 'BTC', destinationAddress: 'a' };
  expect(z.safeEncode(body as z.ZodType, { ...request, amount: dec('-0.1') }).error?.issues.map(({ path }) => path[0])).toEqual(['amount']);
});
