import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { conversionWorthTooMuch, isWorthTooMuch, orderValueMessage } from '../../../src/engine/risk/orderValue.ts';
import type { ConversionRequest } from '../../../src/engine/risk/request.ts';
import { euro, NOON, touch } from '../fixtures.ts';
import { answerOf, type OrderGiven, roomIn, type Situation } from './situation.ts';

const check = { refuses: isWorthTooMuch, message: orderValueMessage };
const ethBtc = { symbol: 'ETH/BTC', price: '0.03', amount: '100' };
const triangle = { books: [touch('59990', '60010'), touch('0.02999', '0.03001', NOON, 'ETH/BTC')] };
const xrp: Situation = { limits: { maxOrderValue: { amount: dec('1e9'), currency: 'XRP' } } };
const NOBODY_KNOWS = 'no book tells what this is worth in EUR';

const ofOrders: readonly (readonly [what: string, given: OrderGiven, situation: Situation, message: string | undefined])[] = [
  ['far within the limit', {}, worth('999999'), undefined],
  ['of the limit', {}, worth('6000'), undefined],
  ['by a cent more', {}, worth('5999.99'), 'worth 6000 EUR, above the limit of 5999.99 EUR'],
  ['in another currency, of the limit', ethBtc, { ...worth('180000'), ...triangle }, undefined],
  ['... by a cent more', ethBtc, { ...worth('179999.99'), ...triangle }, 'worth 180000 EUR, above the limit of 179999.99 EUR'],
  ['in a currency that no book tells', { symbol: 'BTC/USDT' }, worth('999999'), NOBODY_KNOWS],
  ['a market sale, by the bid', { side: 'Sell', price: null }, worth('5998.99'), 'worth 5999 EUR, above the limit of 5998.99 EUR'],
  ['a market sale without a book', { side: 'Sell', price: null }, { ...worth('999999'), books: [] }, NOBODY_KNOWS],
];

const brings = { fromAmount: undefined, toAmount: dec('0.01') };
const ofConversions: readonly (readonly [what: string, Partial<ConversionRequest>, Situation, message: string | undefined])[] = [
  ['without a limit', {}, {}, undefined],
  ['of the limit', {}, worth('600'), undefined],
  ['by a cent more', {}, worth('599.99'), 'worth 600 EUR, above the limit of 599.99 EUR'],
  ['by what it brings, of the limit', brings, worth('600'), undefined],
  ['... by a cent more', brings, worth('599.99'), 'worth 600 EUR, above the limit of 599.99 EUR'],
  ['in a currency that no book tells', {}, xrp, 'no book tells what this is worth in XRP'],
  ['of nobody knows how much', { fromAmount: undefined }, worth('999999'), NOBODY_KNOWS],
];

describe('the worth', () => {
  it.each(ofOrders)('of an order %s', (_what, given, situation, message) => {
    expect(answerOf(check, given, situation)).toBe(message);
  });

  it.each(ofConversions)('of a conversion %s', (_what, given, situation, message) => {
    const request = { strategy: 's', fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('600'), toAmount: undefined, ...given };
    expect(conversionWorthTooMuch(request, roomIn(situation).engine.state)).toBe(message);
  });
});

function worth(most: string): Situation {
  return { limits: { maxOrderValue: euro(most) } };
}
