import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { readParameters } from '../../src/daemon/readParameters.ts';

describe(readParameters.name, () => {
  it('gives every text the type of its parameter', () => {
    expect(readParameters('trades.list', '{"page":"0","count":"100","dateFrom":"2026-11-20T10:00:00Z","symbol":"BTC/EUR"}')).toEqual({
      page: 0,
      count: 100,
      dateFrom: Date.UTC(2026, 10, 20, 10),
      symbol: 'BTC/EUR',
    });
    const quote = '{"fromCurrency":"EUR","toCurrency":"BTC","fromAmount":"100.10"}';
    expect(readParameters('quotes.request', quote)).toMatchObject({ fromAmount: dec('100.10') });
    expect(readParameters('balances.list', '')).toEqual({});
  });

  it.each([
    ['[]', /expected an object/],
    ['null', /expected an object/],
    ['{', /expected an object/],
    ['{"page":0}', /page must be given as text/],
    ['{"page":"x","count":"1"}', /page: expected a whole number/],
    ['{"page":"-1","count":"1"}', /page: must be 0 or more/],
    ['{"page":"99999999999","count":"1"}', /page/],
    ['{"page":"0","count":"1","dateFrom":"yesterday"}', /dateFrom: expected an ISO 8601/],
    ['{"page":"0","count":"1","fromAmount":"1,5"}', /no parameter fromAmount/],
    ['{"depth":{"a":"b"}}', /depth must be given as text/],
  ])('refuses %s', (json, message) => {
    expect(() => readParameters('trades.list', json)).toThrow(message);
  });
});
