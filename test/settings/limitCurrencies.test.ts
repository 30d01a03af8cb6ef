import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { limitCurrencies } from '../../src/settings/limitCurrencies.ts';

type Given = Parameters<typeof limitCurrencies>[0];

function refused(currency: string, symbols: string[] | undefined, traded: Record<string, object>): string[] {
  const given = { risk: { symbols, maxDailyLoss: { amount: dec('1'), currency } }, strategies: traded } as unknown as Given;
  return limitCurrencies(given).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

it('refuses a limit in a currency in which nothing can be valued that a strategy trades', () => {
  expect(refused('XXX', undefined, { m: { symbol: 'BTC/EUR' } })).toEqual([
    'risk.maxDailyLoss: expected an amount in EUR or BTC: no market tells what EUR is worth in XXX',
  ]);
  expect(refused('XXX', ['BTC/EUR', 'ETH/BTC'], {})).toHaveLength(1);
  expect(refused('USD', undefined, { m: { symbol: 'BTC/EUR' }, n: { symbol: 'ETH/USD' } })).toHaveLength(1);
});

it('lets through what a traded or known pair values, directly or through one other currency', () => {
  expect(refused('BTC', undefined, { m: { symbol: 'BTC/EUR' } })).toEqual([]);
  expect(refused('USD', ['BTC/EUR', 'BTC/USD'], { m: { symbol: 'BTC/EUR' } })).toEqual([]);
  expect(refused('EUR', undefined, { m: { symbol: 'BTC/EUR' }, n: { symbol: 'ETH/BTC' } })).toEqual([]);
});

it('lets through a limit where a pair that it cannot value is only one of several', () => {
  expect(refused('EUR', undefined, { m: { markets: { traded: 'BTC/EUR', watched: 'ETH/USD' } } })).toEqual([]);
  expect(refused('EUR', ['BTC/EUR', 'ETH/USD'], {})).toEqual([]);
});

it('lets through any limit where nothing is traded', () => {
  expect(refused('XXX', undefined, {})).toEqual([]);
});

it('refuses an amount of orders in a currency that no pair trades, at its key', () => {
  const told = (currency: string, symbols: string[] | undefined, traded: Record<string, object>) =>
    limitCurrencies({ risk: { symbols, maxOrderAmount: { [currency]: dec('1') } }, strategies: traded } as unknown as Given);
  const traded = { m: { symbol: 'BTC/EUR' } };
  expect(told('BCT', ['BTC/EUR'], traded)).toEqual([
    {
      path: ['risk', 'maxOrderAmount', 'BCT'],
      message: 'this limits nothing, since BCT is the base currency of no pair that may be traded: did you mean BTC?',
      atKey: true,
    },
  ]);
  expect(told('EUR', ['BTC/EUR'], traded), 'what it is paid with is limited by maxOrderValue').toHaveLength(1);
  expect(told('ETH', undefined, traded), 'by hand, any pair may be traded').toEqual([]);
  expect(told('ETH', ['BTC/EUR', 'ETH/EUR'], traded)).toEqual([]);
  expect(told('BTC', undefined, traded)).toEqual([]);
  expect(told('XXX', undefined, {})).toEqual([]);
});
