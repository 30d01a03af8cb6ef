import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { strategyProfit } from '../../src/daemon/strategyProfit.ts';
import { NO_POSITION, positionAfterEntry, unrealisedOf } from '../../src/engine/portfolio.ts';

const entry = { id: 'E', cause: 'correction', strategy: 'maker', symbol: 'BTC/EUR', at: 0, note: undefined } as const;

it('a division’s tail is rounded to whole units where it leaves the engine, and what is shown adds up', () => {
  // Three are bought for 200, and one of them is sold: its cost is 66.66…
  const bought = positionAfterEntry(positionAfterEntry(NO_POSITION, { ...entry, amount: dec('1'), price: dec('100') }), {
    ...entry,
    amount: dec('2'),
    price: dec('50'),
  });
  const position = positionAfterEntry(bought, { ...entry, amount: dec('-1'), price: dec('70') });
  expect(position.gross.toFixed().length).toBeGreaterThan(30);
  const unrealised = unrealisedOf(position, dec('70'));
  const profit = strategyProfit({ position, unrealised, quoteDecimals: 8 });
  expect(profit).toMatchObject({ gross: dec('3.33333333'), realised: dec('3.33333333'), unrealised: dec('6.66666667'), profit: dec('10') });
  expect(profit.realised.plus(profit.unrealised!)).toEqual(profit.profit);
  expect(strategyProfit({ position, unrealised }).realised.toFixed()).toBe('3.333333333333333333');
});
