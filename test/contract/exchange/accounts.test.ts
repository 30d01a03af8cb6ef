import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../../../src/base/json.ts';
import { balances } from '../../../src/contract/exchange/balances.ts';
import { currencies } from '../../../src/contract/exchange/currencies.ts';
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
