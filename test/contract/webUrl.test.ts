import { expect, test } from 'vitest';
import { countryIso2 } from '../../src/contract/countryIso2.ts';
import { languageIso2 } from '../../src/contract/processing/languageIso2.ts';
import { isWebUrl, webUrl } from '../../src/contract/webUrl.ts';

test.each([
  [countryIso2, ['DE', 'se'], ['ZZ', 'D', 'DEU', '']],
  [languageIso2, ['en', 'DE'], ['xx', 'e', 'eng', '']],
  [webUrl, ['https://shop.example/notify?a=1', 'http://127.0.0.1:9'], ['nonsense', 'shop.example', 'ftp://shop.example', 'https://', '']],
])('%# takes codes and addresses that there are, and nothing else', (schema, good, bad) => {
  expect(good.filter((text) => !schema.safeParse(text).success)).toEqual([]);
  expect(bad.filter((text) => schema.safeParse(text).success)).toEqual([]);
});

test.each(['https://a b', 'https:/shop.example', 'https:shop.example', 'https://?x', 'javascript:alert(1)', 'https://[::1', ' https://a'])(
  '%j can not be called',
  (text) => {
    expect(isWebUrl(text)).toBe(false);
  },
);
