import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Candle } from '../../src/market/candle.ts';
import { gridOf } from '../../src/model/grid.ts';

it('has exact prices, which may lie on half a tick', () => {
  const interval = { symbol: 'BTC/EUR', grid: gridOf(2, dec('0.001')), from: 0, to: 60_000, books: 3, missed: 0, volume: undefined };
  const candle = new Candle({ ...interval, open: 1001, high: 1002.5, low: 999, close: 1000.5 });
  expect((['open', 'high', 'low', 'close'] as const).map((which) => candle.priceOf(which).toFixed())).toEqual([
    '10.01',
    '10.025',
    '9.99',
    '10.005',
  ]);
});
