import { describe, expect, it } from 'vitest';
import { isFresh, staleConversion, staleMessage } from '../../../src/engine/risk/staleData.ts';
import { bookOf, NOON, touch } from '../fixtures.ts';
import { conversion, orderRequestIn, type Request, roomIn, type Situation } from './situation.ts';

const onlyBids = { books: [bookOf({ bids: [['59990', '10']] })] };
const OLD = 'the book of BTC/EUR is 5.0 s old, the limit is 5.0 s';

const ofOrders: readonly (readonly [what: string, situation: Situation, message: string])[] = [
  ['of just now', {}, ''],
  ['as old as may be', { now: NOON + 5000 }, ''],
  ['older by a millisecond', { now: NOON + 5001 }, OLD],
  ['that is not there', { books: [] }, 'there is no book of BTC/EUR yet'],
  ['that is crossed', { trouble: 'crossed' }, 'the book of BTC/EUR is crossed: so it is'],
  ['after one failed poll', { trouble: 'poll-failed' }, ''],
  ['that is stale', { trouble: 'stale' }, 'the book of BTC/EUR is stale: so it is'],
  [
    'that has been stale for long',
    { trouble: 'stale', now: NOON + 480_000 },
    'the book of BTC/EUR is 8 min old, the limit is 5.0 s; it was told of as stale: so it is',
  ],
  ['older, after one failed poll', { trouble: 'poll-failed', now: NOON + 5001 }, OLD],
];

type Given = Parameters<typeof conversion>[0];

const ofConversions: readonly (readonly [what: string, given: Given, situation: Situation, message: string | undefined])[] = [
  ['as old as may be', {}, { now: NOON + 5000 }, undefined],
  ['older by a millisecond', {}, { now: NOON + 5001 }, OLD],
  ['as old as may be, and back', { fromCurrency: 'BTC', toCurrency: 'EUR' }, { now: NOON + 5000 }, undefined],
  ['that is not there', {}, { books: [] }, 'there is no book of BTC/EUR yet'],
  ['of a pair that is not traded', { toCurrency: 'XRP' }, {}, 'there is no book of EUR and XRP yet'],
];

describe('a book', () => {
  it.each(ofOrders)('for an order: %s', (_what, situation, message) => {
    const room = roomIn(situation);
    expect(staleMessage(orderRequestIn(room, {}), room.engine.state)).toBe(message);
  });

  it.each(ofConversions)('for a conversion: %s', (_what, given, situation, message) => {
    const request = conversion(given) as Extract<Request, { type: 'conversion' }>;
    expect(staleConversion(request, roomIn(situation).engine.state)).toBe(message);
  });

  it.each<readonly [what: string, situation: Situation, symbol: string, fresh: boolean]>([
    ['of just now', {}, 'BTC/EUR', true],
    ['as old as may be', { now: NOON + 5000 }, 'BTC/EUR', true],
    ['older by a millisecond', { now: NOON + 5001 }, 'BTC/EUR', false],
    ['with one side', onlyBids, 'BTC/EUR', false],
    ['that has lost a side', { books: [touch('59990', '60010'), ...onlyBids.books] }, 'BTC/EUR', false],
    ['that is crossed', { trouble: 'crossed' }, 'BTC/EUR', false],
    ['that is not there', {}, 'ETH/EUR', false],
    ['of a pair that is not known', {}, 'XRP/EUR', false],
  ])('is fresh with both sides and young: %s', (_what, situation, symbol, fresh) => {
    const { state } = roomIn(situation).engine;
    expect(isFresh(state.markets.get(symbol), state)).toBe(fresh);
  });
});
