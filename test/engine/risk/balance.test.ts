import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { balanceMessage, isShort, shortOfConversion } from '../../../src/engine/risk/balance.ts';
import type { ConversionRequest } from '../../../src/engine/risk/request.ts';
import { Sum } from '../../../src/base/sum.ts';
import type { EngineRoom } from '../engineRoom.ts';
import { balanceOf, NOON, orderOf } from '../fixtures.ts';
import { answerOf, type OrderGiven, orderRequestIn, roomIn, type Situation } from './situation.ts';

const check = { refuses: isShort, message: balanceMessage };
const sale = { side: 'Sell' } as const;
const marketBuy = { orders: [orderOf({ type: 'Market', price: undefined, amount: dec('0.1') })] };
const KEPT = 'of it is kept back (risk.reserve)';

const ofOrders: readonly (readonly [what: string, given: OrderGiven, situation: Situation, message: string | undefined])[] = [
  ['far within it', {}, has('EUR', '999999'), undefined],
  ['above it by a cent', {}, has('EUR', '5999.99'), 'needs 6000 EUR, 5999.99 EUR is free'],
  ['without any of it', {}, has('BTC', '1'), 'the account has no EUR'],
  ['a sale of nothing that there is', sale, has('EUR', '999999'), 'the account has no BTC'],
  ['a market buy without a book', { price: null }, { ...has('EUR', '999999'), books: [] }, 'no book tells what this needs'],
  ['a sale of more than there is', sale, has('BTC', '0.09'), 'needs 0.1 BTC, 0.09 BTC is free'],
  ['beside a market buy of ours', {}, { ...has('EUR', '12000.99'), ...marketBuy }, 'needs 6000 EUR, 5999.99 EUR is free'],
  ['... just so', {}, { ...has('EUR', '12001'), ...marketBuy }, undefined],
  ['a sale beside a market buy of ours', sale, { ...has('BTC', '0.1'), ...marketBuy }, undefined],
  ['of what is kept back', {}, kept('EUR', '6499.99', '500'), `needs 6000 EUR, 6499.99 EUR is free, and 500 EUR ${KEPT}`],
  ['of all that is not', {}, kept('EUR', '6500', '500'), undefined],
  ['a sale of all that is not kept back', sale, kept('BTC', '0.15', '0.05'), undefined],
  ['a sale of what is', sale, kept('BTC', '0.14', '0.05'), `needs 0.1 BTC, 0.14 BTC is free, and 0.05 BTC ${KEPT}`],
];

const ofConversions: readonly (readonly [what: string, Partial<ConversionRequest>, Situation, message: string | undefined])[] = [
  ['before the venue has reported balances', {}, {}, undefined],
  ['whose quote must tell', { fromAmount: undefined }, has('BTC', '1'), undefined],
  ['of all that is free', {}, has('EUR', '600'), undefined],
  ['of a cent more', {}, has('EUR', '599.99'), 'needs 600 EUR, 599.99 EUR is free'],
  ['of what there is none of', {}, has('BTC', '1'), 'the account has no EUR'],
  ['beside a market buy of ours', {}, { ...has('EUR', '6600.99'), ...marketBuy }, 'needs 600 EUR, 599.99 EUR is free'],
  ['of what is kept back', {}, kept('EUR', '1099.99', '500'), `needs 600 EUR, 1099.99 EUR is free, and 500 EUR ${KEPT}`],
];

describe('what is free', () => {
  it.each(ofOrders)('for an order %s', (_what, given, situation, message) => {
    expect(answerOf(check, given, situation)).toBe(message);
  });

  it.each(ofConversions)('for a conversion %s', (_what, given, situation, message) => {
    const { state, orders } = roomIn(situation).engine;
    const request = { strategy: 's', fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('600'), toAmount: undefined, ...given };
    expect(shortOfConversion(request, state, orders)).toBe(message);
  });

  it.each<readonly [what: string, isClosing: boolean, reduces: boolean, situation: Situation, isRefused: boolean]>([
    ['takes no risk on', false, false, has('BTC', '0.01'), true],
    ['closes a position', true, false, has('BTC', '0.01'), false],
    ['makes it smaller', false, true, has('BTC', '0.01'), false],
    ['closes a position, of what is kept back', true, false, kept('BTC', '0.0101', '0.0001'), true],
    ['closes a position, of what is kept back of another currency', true, false, kept('BTC', '0.01', '5', 'EUR'), false],
  ])(
    'counts what the balance may show already only for what closes: an order that %s',
    (_what, isClosing, reduces, situation, isRefused) => {
      const room = roomIn({ ...situation, meanwhile: brought });
      const { state, orders } = room.engine;
      const request = orderRequestIn(room, sale);
      request.seat.isClosing = isClosing;
      request.reduces = reduces;
      expect(isShort(request, state, orders)).toBe(isRefused);
      expect(balanceMessage(request, state, orders) !== undefined).toBe(isRefused);
    },
  );
});

/** So much of a currency, and nothing else. */
function has(currency: string, amount: string): Situation {
  return { balances: [balanceOf(currency, amount)] };
}

function kept(currency: string, amount: string, reserve: string, reserved = currency): Situation {
  return { ...has(currency, amount), limits: { reserve: { [reserved]: dec(reserve) } } };
}

/** An execution has brought 0.09 BTC, and nobody knows whether the balance shows it. */
function brought({ engine }: EngineRoom): void {
  const purse = engine.state.balances.purse('BTC');
  const amount = new Sum(purse.decimals);
  amount.addDecimal(dec('0.09'));
  purse.bring(amount, NOON, NOON - 1);
}
