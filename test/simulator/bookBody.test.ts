import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { dec } from '../../src/base/decimal.ts';
import { parseJson, stringifyJson } from '../../src/base/json.ts';
import { orderBook } from '../../src/contract/exchange/markets.ts';
import { BookBodies, gridText } from '../../src/simulator/bookBody.ts';
import { Exchange } from '../../src/exchange/exchange.ts';
import { amountOf, gridOf, priceOf } from '../../src/model/grid.ts';
import { openVenue } from './venueUnderTest.ts';

test('digits from the grid are those that a Decimal prints', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 250 }), fc.integer({ min: 0, max: 8 }), (steps, unit, decimals) => {
      const grid = gridOf(decimals, dec(unit).div(dec(10).pow(decimals)));
      expect(gridText(steps, grid.lotUnits, grid.lotDecimals)).toBe(amountOf(grid, steps).toFixed());
      expect(gridText(steps, 1, decimals)).toBe(priceOf(grid, steps).toFixed());
    }),
  );
});

test('the body is what the schema would encode, to the byte, for every depth and as the book changes', { tags: 'long' }, async () => {
  const { simulator, call, advance } = openVenue();
  simulator.start();
  for (const depth of [1, 2, 50, 249, 250]) {
    for (const symbol of ['BTC%2FEUR', 'XRP%2FEUR', 'ETH%2FBTC']) {
      const { text } = await call('GET', `/v1/spot-trading/orderbook/${symbol}?depth=${depth}`);
      expect(stringifyJson(z.encode(orderBook, orderBook.decode(parseJson(text) as z.input<typeof orderBook>)))).toBe(text);
    }
    await advance(1100);
  }
});

test('depth is 50 a side when it is not given, and 250 at most (000 Limits)', async () => {
  const { call } = openVenue();
  const sizes = async (query: string): Promise<readonly number[]> => {
    const { json } = await call('GET', `/v1/spot-trading/orderbook/BTC%2FEUR${query}`);
    const { bids, asks } = json as { bids: unknown[]; asks: unknown[] };
    return [bids.length, asks.length];
  };
  expect(await sizes('')).toEqual([50, 50]);
  expect(await sizes('?depth=')).toEqual([50, 50]);
  expect(await sizes('?depth=3')).toEqual([3, 3]);
  expect(await sizes('?depth=250')).toEqual([250, 250]);
});

test('a body is written anew when the book has changed, and an empty side is an empty list', () => {
  const pair = { symbol: 'X/Y', description: '', base: 'X', quote: 'Y', grid: gridOf(2, dec('0.5')), minVolume: dec(1), maxVolume: dec(9) };
  const exchange = new Exchange({ pairs: [pair], at: 5, listener: { executed: () => {}, canceled: () => {} } });
  const [market, bodies, ann] = [exchange.market('X/Y')!, new BookBodies(), exchange.addAccount('ann', true)];
  expect(bodies.of(market)).toBe('{"bids":[],"asks":[],"timestamp":5}');
  const order = { symbol: 'X/Y', side: 'Sell', type: 'Limit', amount: dec('1.5'), price: dec('10.20') } as const;
  exchange.place(ann, order, 7);
  expect(bodies.of(market)).toBe('{"bids":[],"asks":[[10.2,1.5]],"timestamp":7}');
  exchange.place(ann, order, 9);
  expect(bodies.of(market)).toBe('{"bids":[],"asks":[[10.2,3]],"timestamp":9}');
});
