import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { readParameters } from '../../src/daemon/readParameters.ts';

describe(readParameters.name, () => {
  it('gives every text the type of its parameter', () => {
    expect(readParameters('trades.list', '{"page":"0","count":"100","from":"2026-11-20T10:00:00Z","symbol":"BTC/EUR"}')).toEqual({
      page: 0,
      count: 100,
      from: Date.UTC(2026, 10, 20, 10),
      symbol: 'BTC/EUR',
    });
    expect(readParameters('quotes.request', '{"fromAmount":"100.10"}')).toEqual({ fromAmount: dec('100.10') });
    expect(readParameters('balances.list', '')).toEqual({});
  });

  it.each([
    ['[]', /expected an object/],
    ['null', /expected an object/],
    ['{', /expected an object/],
    ['{"page":0}', /page must be given as text/],
    ['{"page":"x"}', /page can't be "x"/],
    ['{"page":"-1"}', /page/],
    ['{"page":"99999999999"}', /page/],
    ['{"from":"yesterday"}', /from can't be/],
    ['{"fromAmount":"1,5"}', /fromAmount can't be/],
    ['{"depth":{"a":"b"}}', /depth must be given as text/],
  ])('refuses %s', (json, message) => {
    expect(() => readParameters('trades.list', json)).toThrow(message);
  });
});
