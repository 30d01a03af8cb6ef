import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseJson, stringifyJson } from '../../../src/base/json.ts';
import { fiatTransaction } from '../../../src/contract/exchange/histories.ts';
import { VIBAN_REFUSALS, vibanDeposits } from '../../../src/contract/exchange/vibanDeposits.ts';
import { wireDeposits } from '../../../src/contract/exchange/wireDeposits.ts';
import { problems } from './problems.ts';

const viban = (more: object): string[] =>
  problems(
    vibanDeposits['vibanDeposits.create'].request.body,
    JSON.stringify({ amount: 10, currency: 'EUR', clientIp: '1.2.3.4', ...more }),
  );

test('a ViBAN amount is greater than 0 and has at most two decimals (000 Limits, ViBAN amount)', () => {
  for (const amount of [0.01, 10.5, 1e6]) expect(viban({ amount })).toEqual([]);
  for (const amount of [0, -1]) expect(viban({ amount })).toEqual(['amount: must be greater than 0']);
  expect(viban({ amount: 0.001 })).toEqual(['amount: must have at most 2 decimals']);
});

test('clientIp is IPv4 or IPv6 and can not be left out (000 ViBAN deposit)', () => {
  for (const clientIp of ['1.2.3.4', '2001:db8::1']) expect(viban({ clientIp })).toEqual([]);
  for (const clientIp of ['1.2.3', '1.2.3.4/32', 'fe80::1%eth0', '']) {
    expect(viban({ clientIp })).toEqual(['clientIp: expected an IPv4 or IPv6 address']);
  }
  expect(viban({ clientIp: undefined })).toHaveLength(1);
});

test('the table names all eleven ViBAN codes of both calls (000 Errors 8)', () => {
  const codes = [
    'currency-not-supported',
    'method-not-available',
    'deposit-locked',
    'email-required',
    'company-data-required',
    'country-not-supported',
    'account-not-ready',
    'payment-rejected',
    'entity-not-valid',
    'entity-not-found',
    'server-error',
  ];
  expect(VIBAN_REFUSALS.map(({ code }) => code)).toEqual(codes);
  for (const row of Object.values(vibanDeposits)) expect(row.refusals?.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
});

test('a country code has two letters, and a currency code letters and digits (000 Wire-transfer deposit)', () => {
  const { query } = wireDeposits['wireDeposits.bankAccounts'].request;
  expect(problems(query, '{"countryIso2":"se","currency":"eur"}')).toEqual([]);
  expect(problems(query, '{"countryIso2":"S1","currency":"E-U"}')).toEqual([
    'countryIso2: expected a country code of two letters (ISO 3166)',
    'currency: expected a currency code, like EUR (ISO 4217)',
  ]);
});

test('the payment method of a withdrawal is the number 0, and no other number (000 Fiat transaction)', () => {
  const row = (method: string): unknown =>
    parseJson(
      `{"id":"1","status":"Pending","type":"Withdrawal","paymentMethod":${method},"createdOn":"2026-11-20T10:00:00Z","totalAmount":1,"executedAmount":1,"currency":"EUR"}`,
    );
  expect(fiatTransaction.parse(row('0')).paymentMethod).toBe('0');
  expect(fiatTransaction.safeParse(row('1')).success).toBe(false);
  for (const method of ['0', '"WireTransfer"', '"0"', 'null']) {
    const sent = stringifyJson(z.encode(fiatTransaction, fiatTransaction.parse(row(method))).paymentMethod ?? null);
    expect(sent).toBe(method === '"0"' ? '0' : method);
  }
});
