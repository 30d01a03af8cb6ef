import { expect, it } from 'vitest';
import { addressOf, PAGES, placeOf, tokenOf } from '../../web/pure/routes.ts';

it('finds each page by its own address', () => {
  for (const { name } of PAGES) {
    for (const what of [undefined, 'BTC/EUR', 'a b%c#d', '../x']) {
      expect(placeOf(addressOf({ page: name, what }))).toEqual({ page: name, what, missing: undefined });
    }
  }
});

it('takes any other address for the overview, and knows the page that is missing', () => {
  for (const hash of ['', '#', '#/', '#token=abc', 'x']) {
    expect(placeOf(hash)).toEqual({ page: 'overview', what: undefined, missing: undefined });
  }
  expect(['#/nowhere', '#/Orders', '#/nowhere/BTC%2FEUR', '#/a%20b', '#/%E0%A4%A'].map(placeOf)).toEqual(
    ['nowhere', 'Orders', 'nowhere', 'a b', '%E0%A4%A'].map((missing) => ({ page: 'overview', what: undefined, missing })),
  );
  expect(placeOf('#/market/%E0%A4%A')).toEqual({ page: 'market', what: undefined, missing: undefined });
});

it('gives each page a key of its own', () => {
  expect(new Set(PAGES.map(({ key }) => key)).size).toBe(PAGES.length);
});

it('reads a token only where it is one', () => {
  expect(tokenOf('#token=Ab_9-.~')).toBe('Ab_9-.~');
  for (const hash of ['', '#token=', '#token=a b', '#token=<b>', '#/orders', '#x&token=a']) expect(tokenOf(hash)).toBeUndefined();
});
