import { expect, it } from 'vitest';
import { areListsOld, isAtOldMid, isOldPair, isWorthOld } from '../../web/pure/oldFigures.ts';
import { toldStatus, toldStrategy } from './toldStatus.ts';

const [btc, eth] = toldStatus().markets;
/** The book of BTC/EUR is too old, that of ETH/EUR is not. */
const OLD = toldStatus({ markets: [{ ...btc!, trouble: ['stale'] }, eth!] });
const LISTS = { visibleMs: 3000, staleMs: 2000, orders: 12, notPlacedAfterMs: 20_000, listsOldAfterMs: 6000, unresolved: [] };

it('marks what rests on an old book, and nothing else', () => {
  expect([isOldPair('BTC/EUR', OLD), isOldPair('ETH/EUR', OLD), isOldPair('BTC/EUR', toldStatus())]).toEqual([true, false, false]);
  expect(isAtOldMid(toldStrategy(), OLD)).toBe(true);
  expect(isAtOldMid(toldStrategy({ position: '0' }), OLD), 'nothing is open').toBe(false);
  expect(isAtOldMid(toldStrategy({ symbol: 'ETH/EUR' }), OLD)).toBe(false);
  expect(isAtOldMid(toldStrategy(), toldStatus())).toBe(false);
});

it('marks the worth of all wallets in the currency of an old book', () => {
  expect([isWorthOld('EUR', OLD), isWorthOld('USD', OLD), isWorthOld('EUR', toldStatus())]).toEqual([true, false, false]);
  const none = { ...btc!, mid: undefined, trouble: ['the venue does not list it'] };
  expect(isWorthOld('EUR', toldStatus({ markets: [none, eth!] })), 'no mid of it is in the worth').toBe(false);
});

it('marks what comes from lists that were read too long ago, which go on ageing after they were told', () => {
  const told = toldStatus({ resolver: { ...LISTS, listsAgeMs: 5000 } });
  expect([areListsOld(told, 0), areListsOld(told, 1000), areListsOld(told, 1001)]).toEqual([false, false, true]);
  expect(areListsOld(toldStatus({ resolver: LISTS }), 90_000), 'they were never read').toBe(false);
  expect(areListsOld(toldStatus(), 90_000), 'there are none').toBe(false);
});
