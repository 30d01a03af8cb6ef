import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { ownerlessStatus } from '../../src/daemon/ownerlessStatus.ts';

const NOTHING = { amount: dec('0'), value: dec('0') };
const BOUGHT = { amount: dec('3'), value: dec('311') };
const SOLD = { amount: dec('1'), value: dec('119.5') };

it('names what was found, and the lines to type', () => {
  const trades = { symbol: 'BTC/EUR', since: Date.UTC(2026, 10, 20), bought: BOUGHT, sold: SOLD };
  expect(ownerlessStatus(trades, { maker: { symbol: 'BTC/EUR' }, other: { symbol: 'ETH/EUR' } })).toEqual({
    symbol: 'BTC/EUR',
    since: '2026-11-20T00:00:00.000Z',
    found: "the recovery found 3 BTC bought and 1 BTC sold, at prices in EUR with the fees in them, which are in no strategy's position",
    commands: [
      'sluice position adjust maker --bought 3 --price 103.666666667 --note recovered --yes',
      'sluice position adjust maker --sold 1 --price 119.5 --note recovered --yes',
    ],
  });
});

it('names the pair where the strategy trades several, and leaves the strategy to the person where several trade the pair', () => {
  const trades = { symbol: 'BTC/EUR', since: 0, bought: NOTHING, sold: SOLD };
  const several = { markets: { left: 'BTC/EUR', right: 'ETH/EUR' } };
  expect(ownerlessStatus(trades, { pairs: several }).commands).toEqual([
    'sluice position adjust pairs --symbol BTC/EUR --sold 1 --price 119.5 --note recovered --yes',
  ]);
  expect(ownerlessStatus(trades, { maker: { symbol: 'BTC/EUR' }, pairs: several }).commands).toEqual([
    'sluice position adjust STRATEGY --symbol BTC/EUR --sold 1 --price 119.5 --note recovered --yes',
  ]);
});
