import { afterEach, beforeEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { listConversions, logConversion } from '../../src/store/conversionLog.ts';
import type { Database } from '../../src/store/database.ts';
import { START, conversion, ownedDatabase } from './builders.ts';

let database: Database;

beforeEach(async () => {
  ({ database } = await ownedDatabase());
});
afterEach(() => database.close());

test('a conversion is logged once with all digits; one with other amounts is refused', async () => {
  const first = conversion('9007199254740993', { rate: dec('0.000000000000000000000000000000000000000001') });
  expect(await logConversion(database, first)).toBe(true);
  expect(await logConversion(database, { ...first, executedAt: START + 3 })).toBe(false);
  expect(await listConversions(database, 10)).toEqual([first]);
  const refusal = await logConversion(database, { ...first, toAmount: dec('3') }).catch(String);
  expect(refusal).toContain('to_amount 0.00200001, and comes again with to_amount 3');
});

test('whose a conversion was may be found out later, and is then kept', async () => {
  await logConversion(database, conversion('a', { intentId: undefined, strategy: undefined }));
  await logConversion(database, conversion('a'));
  await logConversion(database, conversion('a', { intentId: 'other', strategy: 'other' }));
  expect(await listConversions(database, 1)).toEqual([conversion('a')]);
});

test('conversions are listed newest first', async () => {
  for (const [id, executedAt] of [
    ['a', 2],
    ['b', 3],
    ['c', 1],
    ['d', 2],
  ] as const)
    await logConversion(database, conversion(id, { executedAt }));
  expect((await listConversions(database, 3)).map((row) => row.id)).toEqual(['b', 'd', 'a']);
});
