import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { DAY_MS, isoOf } from '../../../src/base/instant.ts';
import { conversionTurnover, isTurnoverTooHigh, turnoverInUse, turnoverMessage, turnoverNow } from '../../../src/engine/risk/turnover.ts';
import { BUY, SELL } from '../../../src/model/side.ts';
import { euro, NOON, orderOf, quoteOf, touch } from '../fixtures.ts';
import type { EngineRoom } from '../engineRoom.ts';
import { answerOf, type OrderGiven, roomIn, type Situation } from './situation.ts';

const check = { refuses: isTurnoverTooHigh, message: turnoverMessage };
const ethBtc = { symbol: 'ETH/BTC', price: '0.03', amount: '100' };
const triangle = { books: [touch('59990', '60010'), touch('0.02999', '0.03001', NOON, 'ETH/BTC')] };
const NOBODY_KNOWS = 'no book tells what this is worth in EUR';

const cases: readonly (readonly [what: string, given: OrderGiven, situation: Situation, message: string | undefined])[] = [
  ['far within it', {}, { ...turned('1000000'), orders: [orderOf()], ...executed(['EUR', '600']) }, undefined],
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
  ['beside what is open', {}, { ...turned('65999.99'), orders: [orderOf()] }, beside('60000', '6000', '65999.99')],
  ['... just so', {}, { ...turned('66000'), orders: [orderOf()] }, undefined],
  [
    'beside the open order of another strategy',
    {},
    { ...turned('65999.99'), orders: [orderOf({ strategy: 'x' })] },
    beside('60000', '6000', '65999.99'),
  ],
  ['beside an order of which nobody knows', {}, { ...turned('1'), orders: [orderOf({ state: 'unknown' })] }, beside('60000', '6000', '1')],
  [
    'beside what is left of an order',
    {},
    { ...turned('35999.99'), orders: [orderOf({ filled: dec('0.5') })] },
    beside('30000', '6000', '35999.99'),
  ],
  ['beside an order that is being replaced, which counts once', {}, { ...turned('1'), meanwhile: moving }, beside('61000', '6000', '1')],
  ['in the place of the one that it replaces', { replaces: 'intent-1' }, { ...turned('6000'), orders: [orderOf()] }, undefined],
  ['beside an open order that no book values', {}, { ...turned('1e9'), orders: [orderOf({ symbol: 'BTC/USDT' })] }, NOBODY_KNOWS],
  ['beside those that may turn up, at the mid', {}, { ...turned('1'), meanwhile: entombing }, beside('18000', '6000', '1')],
  ['... at their price without a book', {}, { ...turned('1'), books: [], meanwhile: lost('BTC/EUR') }, beside('6000', '6000', '1')],
  [
    '... which no book values',
    {},
    { ...turned('999999'), meanwhile: lost('BTC/USDT') },
    `no book tells what orders of BTC/USDT that may turn up late are worth in EUR: they count until one does, until ${isoOf(NOON + DAY_MS)} at the latest`,
  ],
  ['beside what a replaced order may have executed', {}, { ...turned('1'), meanwhile: replacing }, beside('66000', '6000', '1')],
  ['beside a conversion', {}, { ...turned('1'), meanwhile: converting }, beside('600', '6000', '1')],
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

  it('of a conversion goes beside what is open', () => {
    const request = { strategy: 's', fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('600'), toAmount: undefined };
    const message = conversionTurnover(request, roomIn({ ...turned('60599.99'), orders: [orderOf()] }).engine.state);
    expect(message).toBe(beside('60000', '600', '60599.99'));
  });

  it('in use is what was executed and what may be', () => {
    const { state } = roomIn({ ...turned('1'), orders: [orderOf()], held: '0.1' }).engine;
    expect(turnoverInUse(state)?.toFixed()).toBe('66000');
    expect(turnoverInUse(roomIn({ orders: [orderOf()] }).engine.state)).toBeUndefined();
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

function beside(open: string, more: string, most: string): string {
  return `0 EUR was executed within 1 h 0 min, ${open} EUR may still be, and ${more} more is above the limit of ${most} EUR`;
}

/** From 1 BTC at 60000 to 1 BTC at 61000. */
function moving({ engine, reports, known }: EngineRoom): void {
  reports.restore(orderOf());
  engine.orders.replacing(known.byIntent('intent-1')!, 6_100_000, 100_000);
}

/** 0.1 BTC of one side and 0.2 of the other. */
function entombing(room: EngineRoom): void {
  const { entombed } = room.market();
  entombed.add({ side: BUY, lots: 10_000 }, NOON);
  entombed.add({ side: SELL, lots: 20_000 }, NOON);
}

/** 0.1 BTC that was taken for not placed. */
function lost(symbol: string): (room: EngineRoom) => void {
  return (room) => room.engine.orders.close(room.placed('lost', 'Buy', '60000', '0.1', symbol), 'not-placed');
}

/** 0.1 BTC may have been executed of an order that goes on with 1 BTC. */
function replacing({ engine, reports, known }: EngineRoom): void {
  reports.restore(orderOf());
  engine.state.unseen.add('r', known.byIntent('intent-1')!, 6_000_000, 10_000, NOON, NOON);
}

/** One of 600 EUR is accepted, and of another one only the quote was asked for. */
function converting({ engine }: EngineRoom): void {
  const { conversions } = engine.state;
  const { fromCurrency, toCurrency, fromAmount } = quoteOf();
  const asked = { strategy: 's', fromCurrency, toCurrency, size: { fromAmount }, worstRate: undefined, tag: undefined, requestedAt: NOON };
  conversions.requested({ ...asked, requestId: 'asked', isShown: true });
  conversions.requested({ ...asked, requestId: 'accepted', isShown: false }).quote = quoteOf();
}
