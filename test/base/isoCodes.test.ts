import { expect, test } from 'vitest';
import { isCountryCode, isCurrencyCode, isLanguageCode } from '../../src/base/isoCodes.ts';

const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** Names that the runtime has for codes that the standard does not have: withdrawn, reserved, or for groups and tests. */
const NOT_COUNTRIES = /^(?:AC|AN|BU|CP|CQ|CS|DD|DG|DY|EA|EU|EZ|FX|HV|IC|NH|QO|RH|SU|TA|TP|UK|UN|VD|XA|XB|YD|YU|ZR|ZZ)$/;

test('a country is one of ISO 3166-1: the codes that the runtime can name, but for those that are none', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const named = PAIRS.filter((code) => names.of(code) !== undefined && !NOT_COUNTRIES.test(code));
  expect(PAIRS.filter(isCountryCode)).toEqual(named);
  expect([isCountryCode('de'), isCountryCode('ZZ'), isCountryCode('D'), isCountryCode('')]).toEqual([true, false, false, false]);
});

test('a language is one of ISO 639-1', () => {
  expect(PAIRS.filter(isLanguageCode)).toHaveLength(184);
  expect([isLanguageCode('DE'), isLanguageCode('xx'), isLanguageCode('deu')]).toEqual([true, false, false]);
});

test('a currency is one of ISO 4217, and the runtime knows it', () => {
  const known = new Set(Intl.supportedValuesOf('currency'));
  const newer = ['XCG', 'ZWG', 'VED', 'SLE'];
  const codes = LETTERS.flatMap((letter) => PAIRS.map((pair) => letter + pair)).filter(isCurrencyCode);
  expect(codes.filter((code) => !known.has(code) && !newer.includes(code))).toEqual([]);
  expect(codes.length).toBeGreaterThan(150);
  expect(['EUR', 'usd', 'GBP', 'JPY', 'CHF', 'SEK', 'PLN', 'BGN'].every(isCurrencyCode)).toBe(true);
  expect(['ABC', 'BTC', 'USDT', 'XXX', 'DEM', ''].some(isCurrencyCode)).toBe(false);
});
