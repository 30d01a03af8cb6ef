import { expect, it } from 'vitest';
import { keptOf, keptStories } from '../../../src/engine/deskOrders/keptStory.ts';
import { deskOrdersKey } from '../../../src/engine/deskOrders/savedDeskOrders.ts';
import { PAIRS } from '../fixtures.ts';

const { grid } = PAIRS.find(({ symbol }) => symbol === 'BTC/EUR')!;
const LEG = { side: 0, isExit: false, reduces: false, ticks: 6_000_000, stop: null, bps: 0, from: null, mark: null, lots: 0, worth: 0 };
const BRACKET = {
  id: 'b',
  kind: 'bracket',
  lots: 1000,
  placedAt: 5,
  tag: 'mine',
  until: null,
  basis: null,
  hadPosition: false,
  fired: 1,
  legs: [
    { ...LEG, kind: 'limit', lots: 1000, childIds: ['c1'], end: 'filled' },
    { ...LEG, kind: 'stop', side: 1, isExit: true, ticks: 0, stop: 5_900_000, childIds: ['c2', 'c3'] },
  ],
};
const saved = (...orders: readonly object[]): string => JSON.stringify({ orders, once: [] });

it('says of each order what it is, where its legs stand, and what they have placed', () => {
  const [story] = keptStories(saved(BRACKET), grid);
  expect(story).toMatchObject({ id: 'b', placedAt: 5, parts: ['c1', 'c2', 'c3'] });
  expect(story!.text).toMatch(/^bracket b \(mine\); entry limit Buy [\d.]+ at 60000(\.0+)? [\d.]+ executed placed c1 is over: filled; /);
  expect(story!.text).toMatch(/exit stop Sell [\d.]+ from 59000(\.0+)? has fired placed c2, c3$/);
});

it('finds an order by its id among all that is saved, and passes over what can not be read', () => {
  const states = {
    [deskOrdersKey('s', 'BTC/EUR')]: saved({ ...BRACKET, id: 'a' }, BRACKET),
    [deskOrdersKey('t', 'ETH/EUR')]: '{',
    s: saved(BRACKET),
  };
  expect(keptOf(states, 'b').map(({ text }) => text)).toEqual([
    'bracket b (mine); entry limit Buy placed c1 is over: filled; exit stop Sell has fired placed c2, c3',
  ]);
  expect(keptOf(states, 'z')).toEqual([]);
});
