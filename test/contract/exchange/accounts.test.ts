import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../../../src/base/json.ts';
import { balances } from '../../../src/contract/exchange/balances.ts';
import { currencies } from '../../../src/contract/exchange/currencies.ts';
import { depositAddresses } from '../../../src/contract/exchange/depositAddresses.ts';
import { histories } from '../../../src/contract/exchange/histories.ts';
import { count, page } from '../../../src/contract/exchange/pageCount.ts';

it('a page is counted from 0, and has at least one record (000 Common conventions 6)', () => {
  const reads = (schema: z.ZodType, text: string): boolean => z.safeDecode(schema, parseJson(text)).success;
  expect([reads(page, '0'), reads(page, '-1'), reads(count, '1'), reads(count, '0')]).toEqual([true, false, true, false]);
});

it('a network reads with either spelling of the tag flag (000 Network)', () => {
  const text = (flag: string): string =>
    `[{"currency":"XRP","type":"Crypto","networks":[{"addressType":"MultipleWithTag","${flag}":true,"code":"XRP","name":"XRP"}]}]`;
  const { body } = currencies['currencies.list'].reply;
  for (const flag of ['IsTagRequiredForWithdrawals', 'IsTagRequiredForWithdrawal']) {
    expect(z.decode(body, parseJson(text(flag)) as never)[0]?.networks?.[0]).toMatchObject({ [flag]: true });
  }
});

it('a balance needs its currency, its total and what is available (000 Wallet balance)', () => {
  const { body } = balances['balances.list'].reply;
  expect(z.safeDecode(body, parseJson('[{"currency":"EUR","totalBalance":1}]') as never).success).toBe(false);
});

it('an address without a client tag has an empty one, since all members are texts (000 Crypto deposit address)', () => {
  const { body } = depositAddresses['depositAddresses.list'].reply;
  const json = '[{"currency":"BTC","networkCode":"BTC","address":"a","destinationTag":"","type":"Primary","clientTag":""}]';
  const [read] = z.decode(body, parseJson(json) as never);
  expect([read?.clientTag, read?.destinationTag]).toEqual([undefined, undefined]);
});

it('a fiat history can be read whose digits of a card and numbers of accounts are numbers (000 Fiat transaction shows no type)', () => {
  const { body } = histories['fiatTransactions.list'].reply;
  const amounts = '"totalAmount":1,"executedAmount":1,"currency":"EUR","createdOn":"2026-11-20T10:00:00Z"';
  const numbers = '"lastCreditCardDigits":4242,"bankAccount":12345678,"acquirerAccount":87654321';
  const json = `{"total":1,"data":[{"id":"1","status":"Pending","type":"Deposit","paymentMethod":"CreditCard",${amounts},${numbers}}]}`;
  expect(z.decode(body, parseJson(json) as never).data[0]).toMatchObject({ lastCreditCardDigits: '4242', bankAccount: '12345678' });
});
