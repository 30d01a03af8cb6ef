import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { DAY_MS } from '../../../src/base/instant.ts';
import { conversionTurnover, isTurnoverTooHigh, turnoverMessage, turnoverNow } from '../../../src/engine/risk/turnover.ts';
import { euro, NOON, touch } from '../fixtures.ts';
import { answerOf, type OrderGiven, roomIn, type Situation } from './situation.ts';

const check = { refuses: isTurnoverTooHigh, message: turnoverMessage };
const ethBtc = { symbol: 'ETH/BTC', price: '0.03', amount: '100' };
const triangle = { books: [touch('59990', '60010'), touch('0.02999', '0.03001', NOON, 'ETH/BTC')] };
const NOBODY_KNOWS = 'no book tells what this is worth in EUR';

const cases: readonly (readonly [what: string, given: OrderGiven, situation: Situation, message: string | undefined])[] = [
  ['above it by a cent', {}, { ...turned('11999.99'), held: '0.1' }, over('6000', '6000', '11999.99')],
  ['just so', {}, { ...turned('12000'), held: '0.1' }, undefined],
  ['within a day, where no period is set', {}, { limits: { maxTurnover: euro('1') } }, over('0', '6000', '1', '1 d 0 h')],
  ['in another currency', ethBtc, { ...turned('1000'), ...triangle }, over('0', '180000', '1000')],
  ['in a currency that no book tells', { symbol: 'BTC/USDT' }, turned('999999'), NOBODY_KNOWS],
  ['a market order without a book', { price: null }, { ...turned('999999'), books: [] }, NOBODY_KNOWS],
  [
    'with what was executed in two currencies',
    {},
    { ...turned('12599.99'), ...executed(['EUR', '600'], ['BTC', '0.1']) },
    over('6600', '6000', '12599.99'),
  ],
  ['... just so', {}, { ...turned('12600'), ...executed(['EUR', '600'], ['BTC', '0.1']) }, undefined],
  ['beside what no book values', {}, { ...turned('999999'), ...executed(['XRP', '1'], ['EUR', '600']) }, NOBODY_KNOWS],
  ['after what no book values', {}, { ...turned('999999'), ...executed(['EUR', '600'], ['XRP', '1']) }, NOBODY_KNOWS],
];

describe('the turnover', () => {
  it.each(cases)('of an order %s', (_what, given, situation, message) => {
    expect(answerOf(check, given, situation)).toBe(message);
  });

  it('of a conversion counts what it pays', () => {
    const request = { strategy: 's', fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('600'), toAmount: undefined };
    expect(conversionTurnover(request, roomIn().engine.state)).toBeUndefined();
    expect(conversionTurnover(request, roomIn(turned('600')).engine.state)).toBeUndefined();
    expect(conversionTurnover(request, roomIn(turned('599.99')).engine.state)).toBe(over('0', '600', '599.99'));
  });

  it('is told where it is limited', () => {
    expect(turnoverNow(roomIn({ held: '0.1' }).engine.state)).toBeUndefined();
    const { state } = roomIn({ limits: { maxTurnover: euro('1') }, held: '0.1' }).engine;
    expect(turnoverNow(state)?.toFixed()).toBe('6000');
    state.now = NOON + DAY_MS - 1;
    expect(turnoverNow(state)?.toFixed()).toBe('6000');
    state.now = NOON + DAY_MS;
    expect(turnoverNow(state)?.toFixed()).toBe('0');
  });
});

function turned(most: string): Situation {
  return { limits: { maxTurnover: euro(most), turnoverPeriodMs: 3_600_000 } };
}

function executed(...parts: readonly (readonly [currency: string, value: string])[]): Situation {
  return {
    meanwhile({ engine }) {
      for (const [currency, value] of parts) engine.state.turnover!.add(NOON, currency, dec(value));
    },
  };
}

function over(done: string, more: string, most: string, period = '1 h 0 min'): string {
  return `${done} EUR was executed within ${period} and ${more} more is above the limit of ${most} EUR`;
}
