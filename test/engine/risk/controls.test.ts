import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { areTooManyAlike, duplicatesMessage } from '../../../src/engine/risk/duplicates.ts';
import { exposureMessage, isTooExposed } from '../../../src/engine/risk/exposure.ts';
import { isTooMuchOpen, openValueMessage } from '../../../src/engine/risk/openValue.ts';
import { isTooMuch, orderAmountMessage } from '../../../src/engine/risk/orderAmount.ts';
import { areTooManyOfSymbol, symbolRateMessage } from '../../../src/engine/risk/symbolRate.ts';
import { isTurnoverTooHigh, turnoverMessage } from '../../../src/engine/risk/turnover.ts';
import { ENTOMBED_KEY } from '../../../src/engine/savedEntombed.ts';
import type { Money } from '../../../src/engine/risk/limits.ts';
import { euro, fillOf, NOON, orderOf, touch } from '../fixtures.ts';
import { conversion, order, type OrderCheck, orderRequestIn, refusalOf, type Request, roomIn, type Situation } from './situation.ts';

type Case = readonly [what: string, request: Request, situation: Situation, refusedBy: string | undefined];

const market = { price: null };
const back = conversion({ fromCurrency: 'BTC', toCurrency: 'EUR', fromAmount: dec('0.01') });
const amounts = { fromAmount: dec('600'), toAmount: dec('0.01') };
const usdt: Money = { amount: dec('1'), currency: 'USDT' };
const rules: Readonly<Record<string, { readonly check: OrderCheck; readonly cases: readonly Case[] }>> = {
  orderAmount: {
    check: { refuses: isTooMuch, message: orderAmountMessage },
    cases: [
      ['no limit', order({ amount: '99' }), {}, undefined],
      ['a limit on another currency', order({ amount: '99' }), { limits: { maxOrderAmount: { ETH: dec('1') } } }, undefined],
      ['at the limit', order({ amount: '0.5' }), { limits: { maxOrderAmount: { BTC: dec('0.5') } } }, undefined],
      ['above it', order({ amount: '0.50001' }), { limits: { maxOrderAmount: { BTC: dec('0.5') } } }, 'order-amount'],
      ['a market order above it', order({ ...market, amount: '0.6' }), { limits: { maxOrderAmount: { BTC: dec('0.5') } } }, 'order-amount'],
    ],
  },
  openValue: {
    check: { refuses: isTooMuchOpen, message: openValueMessage },
    cases: [
      ['no limit', order(), { orders: [orderOf()] }, undefined],
      ['at the limit', order(), open('66000', orderOf()), undefined],
      ['above it', order(), open('65999.99', orderOf()), 'open-value'],
      ['what is filled is not open', order(), open('36000', orderOf({ filled: dec('0.5') })), undefined],
      ['an unknown order is open', order(), open('65999', orderOf({ state: 'unknown' })), 'open-value'],
      ['the worse half of a replacement', order(), open('65999', orderOf({ replacing: 'r' })), 'open-value'],
      ['in the place of another', order({ replaces: 'intent-1' }), open('6000', orderOf()), undefined],
      ['a market order at the touch', order(market), open('66001', orderOf({ strategy: 'x' })), undefined],
      ['... and above', order(market), open('66000', orderOf({ strategy: 'x' })), 'open-value'],
      ['a market order of ours', order(), open('66010', orderOf({ type: 'Market', price: undefined })), undefined],
      ['without a book of what is open', order(), open('1e9', orderOf({ symbol: 'BTC/USDT' })), 'open-value'],
      ['in a currency that no book tells', order(), { limits: { maxOpenValue: usdt } }, 'open-value'],
    ],
  },
  exposure: {
    check: { refuses: isTooExposed, message: exposureMessage },
    cases: [
      ['no limit', order({ amount: '99' }), {}, undefined],
      ['at the limit', order(), exposed('6000'), undefined],
      ['above it', order(), exposed('5999.99'), 'exposure'],
      ['with what is held', order(), { ...exposed('6000'), held: '0.1' }, 'exposure'],
      ['a sale of what is held', order({ side: 'Sell' }), { ...exposed('1'), held: '0.1' }, undefined],
      ['a sale far beyond it', order({ side: 'Sell', amount: '0.3' }), { ...exposed('6000'), held: '0.1' }, 'exposure'],
      ['with other buys', order(), { ...exposed('65999'), orders: [orderOf()] }, 'exposure'],
      ['with an order that nobody knows of', order(), { ...exposed('65999'), orders: [orderOf({ state: 'unknown' })] }, 'exposure'],
      ['in the place of another', order({ replaces: 'intent-1' }), { ...exposed('66000'), orders: [orderOf()] }, undefined],
      ['... which may be filled before', order({ replaces: 'intent-1' }), { ...exposed('65999'), orders: [orderOf()] }, 'exposure'],
      ['in a currency that no book tells', order(), { limits: { maxExposure: usdt } }, 'exposure'],
      ['a conversion that adds', conversion({ toAmount: dec('0.01') }), exposed('599'), 'exposure'],
      ['a conversion back', back, { ...exposed('1'), held: '0.1' }, undefined],
      ['a conversion of what is not held', back, exposed('599'), 'exposure'],
      ['a conversion of which only one amount is known', conversion(), exposed('599'), 'exposure'],
      ['... within the limit', conversion(), exposed('601'), undefined],
      ['a conversion of nobody knows how much', conversion({ fromAmount: undefined }), exposed('1e9'), 'exposure'],
    ],
  },
  duplicates: {
    check: { refuses: areTooManyAlike, message: duplicatesMessage },
    cases: [
      ['no limit', order(), alike(undefined), undefined],
      ['one below the limit', order({ amount: '1' }), alike(2), undefined],
      ['at the limit', order({ amount: '1' }), alike(1), 'duplicate'],
      ['a few lots less', order({ amount: '0.9994' }), alike(1), 'duplicate'],
      ['another amount', order({ amount: '0.9' }), alike(1), undefined],
      ['another price', order({ amount: '1', price: '59999' }), alike(1), undefined],
      ["another strategy's", order({ amount: '1', strategy: 'operator' }), alike(1), undefined],
    ],
  },
  symbolRate: {
    check: { refuses: areTooManyOfSymbol, message: symbolRateMessage },
    cases: [['no limit', order(), {}, undefined]],
  },
  turnover: {
    check: { refuses: isTurnoverTooHigh, message: turnoverMessage },
    cases: [
      ['no limit', order(), { held: '1' }, undefined],
      ['nothing executed yet', order(), turned('6000'), undefined],
      ['above it by itself', order(), turned('5999'), 'turnover'],
      ['with what was executed', order(), { ...turned('11999'), held: '0.1' }, 'turnover'],
      ['just so', order(), { ...turned('12000'), held: '0.1' }, undefined],
      ['a conversion', conversion(), { ...turned('6599'), held: '0.1' }, 'turnover'],
      ['in a currency that no book tells', order(), { limits: { maxTurnover: usdt } }, 'turnover'],
    ],
  },
};

describe.each(Object.entries(rules))('%s', (_name, { check, cases }) => {
  it.each(cases)('%s', (_what, request, situation, refusedBy) => {
    expect(refusalOf(request, situation)?.rule).toBe(refusedBy);
    if (request.type === 'conversion') return;
    const room = roomIn(situation);
    const { state, orders } = room.engine;
    const asked = orderRequestIn(room, request.given);
    expect(check.refuses(asked, state, orders)).toBe(refusedBy !== undefined);
    if (refusedBy !== undefined) expect(check.message(asked, state, orders)).not.toMatch(/undefined|NaN|^$/);
  });
});

describe('what passes in time', () => {
  it('a minute empties the rate of a symbol', () => {
    const room = roomIn({ limits: { maxOrdersPerMinutePerSymbol: 2 } });
    const { state } = room.engine;
    const asked = orderRequestIn(room, {});
    const refuses = (): boolean => areTooManyOfSymbol(asked, state);
    for (let i = 0; i < 2; i++) room.market().sent.add(NOON);
    expect([refuses(), symbolRateMessage(asked, state)]).toEqual([true, '2 orders on BTC/EUR were sent within a minute, the limit is 2']);
    state.now = NOON + 60_000;
    expect(refuses()).toBe(false);
  });

  it('the period empties the turnover', () => {
    const room = roomIn({ ...turned('12000'), held: '0.1' });
    const asked = orderRequestIn(room, { amount: '0.11' });
    expect(isTurnoverTooHigh(asked, room.engine.state)).toBe(true);
    room.engine.state.now = NOON + 3_600_000;
    expect(isTurnoverTooHigh(asked, room.engine.state)).toBe(false);
  });

  it('a day empties the tomb of an order that was found not to have been placed', () => {
    const room = roomIn({ ...exposed('6000') });
    const lost = room.placed('lost', 'Buy', '60000', '0.05');
    const asked = orderRequestIn(room, { amount: '0.1' });
    room.engine.unknown(lost, false);
    expect(isTooExposed(asked, room.engine.state), 'unknown').toBe(true);
    room.engine.orders.close(lost, 'not-placed');
    expect(isTooExposed(asked, room.engine.state), 'entombed').toBe(true);
    room.engine.state.now = NOON + 86_400_000;
    expect(isTooExposed(asked, room.engine.state)).toBe(false);
  });

  it('a conversion counts for the exposure from its acceptance to its outcome (found by the simulation)', () => {
    const room = roomIn({ ...exposed('6000') });
    const { state } = room.engine;
    const size = { fromAmount: dec('600') };
    const pending = state.conversions.requested({
      requestId: 'q',
      strategy: 's',
      fromCurrency: 'EUR',
      toCurrency: 'BTC',
      size,
      worstRate: undefined,
      tag: undefined,
      requestedAt: NOON,
      isShown: false,
    });
    const asked = orderRequestIn(room, { amount: '0.1' });
    expect(isTooExposed(asked, state), 'a request obliges nobody').toBe(false);
    pending.quote = { id: 'Q', fromCurrency: 'EUR', toCurrency: 'BTC', ...amounts, rate: dec('60000'), quotedAt: NOON, validTo: NOON };
    expect(isTooExposed(asked, state)).toBe(true);
    expect(exposureMessage(asked, state)).toContain('6600');
    state.conversions.end('q');
    expect(isTooExposed(asked, state)).toBe(false);
  });

  it('a tomb is kept over a restart', () => {
    const room = roomIn({ ...exposed('6000') });
    room.engine.orders.close(room.placed('lost', 'Buy', '60000', '0.05'), 'not-placed');
    const saved = room.notices.findLast((notice) => notice.type === 'save-state' && notice.strategy === ENTOMBED_KEY);
    const again = roomIn({ ...exposed('6000') });
    const asked = orderRequestIn(again, { amount: '0.1' });
    expect(isTooExposed(asked, again.engine.state)).toBe(false);
    again.engine.restoreStates({ [ENTOMBED_KEY]: (saved as { state: string }).state });
    expect(isTooExposed(asked, again.engine.state)).toBe(true);
    for (const text of ['{', 'null', '{"BTC/EUR":7}', '{"BTC/EUR":[{"side":0,"lots":"x","until":1}]}']) {
      const broken = roomIn({ ...exposed('6000') });
      broken.engine.restoreStates({ [ENTOMBED_KEY]: text });
      expect(broken.engine.state.stops.all, text).toMatchObject([{ state: 'halted', cause: 'operator' }]);
    }
  });

  it('a refused order has no tomb: that it was not placed is proven', () => {
    const room = roomIn({ ...exposed('6000') });
    room.engine.orders.close(room.placed('refused', 'Buy', '60000', '0.05'), 'refused');
    expect(isTooExposed(orderRequestIn(room, { amount: '0.1' }), room.engine.state)).toBe(false);
  });

  it('executions of an order count for the turnover as they come', () => {
    const room = roomIn(turned('12000'));
    const placed = room.placed('p', 'Buy', '60000', '0.1');
    placed.orderId = 'o';
    room.known.bind(placed, 'o');
    room.executed(fillOf({ orderId: 'o', amount: dec('0.1') }));
    expect(room.engine.state.turnover?.within(NOON).get('EUR')?.toFixed()).toBe('6000');
  });
});

function open(most: string, ...orders: readonly ReturnType<typeof orderOf>[]): Situation {
  return { orders, limits: { maxOpenValue: euro(most) }, books: [touch('59990', '60010')] };
}

function exposed(most: string): Situation {
  return { limits: { maxExposure: euro(most) } };
}

function alike(maxAlike: number | undefined): Situation {
  return { orders: [orderOf()], limits: { maxAlike } };
}

function turned(most: string): Situation {
  return { limits: { maxTurnover: euro(most), turnoverPeriodMs: 3_600_000 } };
}
