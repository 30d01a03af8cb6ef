import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../../src/base/json.ts';
import { hostedPage } from '../../src/contract/hostedPage.ts';
import {
  textAtMost,
  BLANK,
  countryCode,
  currencyCode,
  languageCode,
  minorUnits,
  textOf,
  textUpTo,
} from '../../src/contract/hostedPage/textFields.ts';
import { payments } from '../../src/contract/hostedPage/payments.ts';
import { refunds } from '../../src/contract/hostedPage/refunds.ts';
import { tableSuite } from './tableSuite.ts';

tableSuite(hostedPage, '002');

const problem = (schema: z.ZodType, json: string): string | undefined => z.safeDecode(schema, parseJson(json)).error?.issues[0]?.message;

describe('the table of 002', () => {
  it('is put together from its areas; refunds go by either form of the path', () => {
    expect(Object.keys(hostedPage)).toEqual([...Object.keys(payments), ...Object.keys(refunds)]);
    expect(Object.values(hostedPage).every(({ auth, repeat }) => auth === 'bearer' && repeat === 'never')).toBe(true);
    expect(refunds['refunds.submitByGateway'].path).toBe(`/api/gateway${refunds['refunds.submit'].path}`);
  });
});

describe('fields of 002', () => {
  it.each([
    [textUpTo(3), '"abc"', '"abcd"', 'must have at most 3 characters'],
    [textUpTo(3), '"a"', '""', BLANK],
    [textAtMost(3), '""', '"abcd"', 'must have at most 3 characters'],
    [textOf((given) => given === 'x', 'an x'), '"x"', '"y"', 'expected an x'],
    [countryCode, '"de"', '"DEU"', 'expected a country code of two letters, like DE'],
    [countryCode, '"SE"', '"ZZ"', 'expected a country code of two letters, like DE'],
    [currencyCode, '"SEK"', '"ABC"', 'expected an ISO currency code, like EUR'],
    [languageCode, '"de"', '"xx"', 'expected a language of two letters, like en'],
    [currencyCode, '"EUR"', '"eur"', 'expected an ISO currency code, like EUR'],
    [minorUnits, '9007199254740991', '9007199254740992', 'must be at most 9007199254740991'],
    [minorUnits, '1', '0', 'must be greater than 0'],
    [minorUnits, '1050', '10.50', 'expected a whole number of minor units'],
  ] as const)('%# takes %s and refuses %s', (schema, good, bad, message) => {
    expect([problem(schema, good), problem(schema, bad)]).toEqual([undefined, message]);
  });
});
