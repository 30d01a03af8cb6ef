import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { openVenue } from './venueUnderTest.ts';

it('lists every network of every coin, with its fee now and as usual', () => {
  const { simulator } = openVenue();
  const { world } = simulator;
  const coins = world.currencies().filter(({ type }) => type === 'Crypto');
  const before = world.networks();
  expect([...new Set(before.map(({ currency }) => currency))]).toEqual(coins.map(({ code }) => code));
  expect(before.filter(({ currency }) => currency === 'USDT').map(({ network }) => network)).toEqual(['ETH', 'TRX']);
  for (const { fee, usual } of before) expect(fee).toEqual(usual);
  world.changeNetworkFee('USDT', 'TRX', dec('2.5'));
  const changed = world.networks().filter(({ fee, usual }) => !fee.eq(usual));
  expect(changed).toMatchObject([{ currency: 'USDT', network: 'TRX', name: 'Tron (TRC20)' }]);
  expect(changed[0]!.fee.toFixed()).toBe('2.5');
});
