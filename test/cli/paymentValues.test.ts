import { expect, it } from 'vitest';
import {
  callbackValue,
  countryValue,
  fiatValue,
  ipValue,
  languageValue,
  monthValue,
  networkValue,
  uuidValue,
} from '../../src/cli/paymentValues.ts';

it('takes what the documents take, and writes it as they do', () => {
  expect([countryValue('de'), fiatValue('eur'), languageValue('DE'), networkValue('BNB_TEST')]).toEqual(['DE', 'EUR', 'de', 'BNB_TEST']);
  expect(uuidValue('0F8FAD5B-d9cb-469f-a165-70867728950e')).toBe('0f8fad5b-d9cb-469f-a165-70867728950e');
  expect(callbackValue('https://shop.example/notify?a=1')).toBe('https://shop.example/notify?a=1');
  expect(monthValue('2026-12')).toEqual({ from: Date.UTC(2026, 11, 1), to: Date.UTC(2027, 0, 1), month: '2026-12' });
  expect([ipValue('203.0.113.7'), ipValue('2001:db8::1')]).toEqual(['203.0.113.7', '2001:db8::1']);
});

it.each([
  [countryValue, ['ZZ', 'EU', 'D', 'D1', 'DEU'], 'ISO 3166'],
  [fiatValue, ['ABC', 'BTC', ''], 'ISO 4217'],
  [languageValue, ['xx', 'deu', ''], 'ISO 639-1'],
  [uuidValue, ['1', '0f8fad5b'], 'expected an id like'],
  [networkValue, ['', 'a b', 'x'.repeat(41)], 'code of a network'],
  [ipValue, ['300.1.1.1', '1.2.3', 'shop.example'], 'IPv4 or IPv6'],
  [monthValue, ['2026-13', '2026-1', '2026'], 'expected a month'],
  [callbackValue, ['nonsense', 'ftp://x', 'https://a:b@c.example/'], 'expected an address like'],
])('refuses what is none: %o %j', (parse, texts, message) => {
  for (const text of texts) expect(() => parse(text)).toThrow(message);
});
