import { expect, it } from 'vitest';
import { strategyTotals, worthOf } from '../../web/pure/strategyTotals.ts';
import { toldStatus, toldStrategy } from './toldStatus.ts';

it('adds the strategies of each quote currency exactly', () => {
  const grid = toldStrategy({ name: 'grid', symbol: 'ETH/EUR', position: '0.25', profit: '-20.50', openOrders: 8, fills: 4 });
  const other = toldStrategy({ name: 'other', symbol: 'BTC/USD' });
  const [euros, dollars] = strategyTotals(toldStatus({ strategies: [toldStrategy(), grid, other] }));
  // −0.03215 BTC at 60,752.05 and 0.25 ETH at 2,141.85.
  expect(euros).toMatchObject({ currency: 'EUR', worth: '-1417.7159075', profit: '97.99', fees: '3.20', openOrders: 9, fills: 7 });
  expect(dollars).toMatchObject({ currency: 'USD', worth: undefined, profit: '118.49', openOrders: 1 });
});

it('is old where one of them is at an old mid', () => {
  const [btc, eth] = toldStatus().markets;
  const grid = toldStrategy({ name: 'grid', symbol: 'ETH/EUR' });
  const isOld = (...strategies: ReturnType<typeof toldStrategy>[]): boolean =>
    strategyTotals({ strategies, markets: [{ ...btc!, trouble: ['stale'] }, eth!] })[0]!.isOld;
  expect([isOld(grid), isOld(grid, toldStrategy()), isOld(grid, toldStrategy({ position: '0' }))]).toEqual([false, true, false]);
});

it('says nothing of all where one says nothing', () => {
  const silent = toldStrategy({ name: 'silent', profit: undefined });
  expect(strategyTotals(toldStatus({ strategies: [toldStrategy(), silent] }))[0]).toMatchObject({ profit: undefined, realised: '236.80' });
  expect(worthOf(toldStrategy({ symbol: 'XRP/EUR' }), toldStatus())).toBeUndefined();
  expect(strategyTotals(toldStatus({ strategies: [] }))).toEqual([]);
});
