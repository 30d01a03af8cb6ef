import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { jsonForPeople } from '../../src/base/json.ts';
import { quoteText, readAsk, readResult, sizeText } from '../../src/control/controlMessages.ts';
import type { OperatorResult } from '../../src/daemon/askOperator.ts';
import type { OperatorAsk } from '../../src/daemon/askOperator.ts';

const amounts = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 38n }), fc.integer({ min: 0, max: 30 }))
  .map(([digits, places]) => dec(digits).div(dec(10).pow(places)));
const times = fc.integer({ min: 0, max: 4_000_000_000_000 });
const words = fc.string({ minLength: 1, maxLength: 20 });

const PLACE = { type: 'place', symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', price: '50000.5', amount: '0.01' };

describe(readAsk.name, () => {
  it('reads money digit for digit, and gives each order the id of the daemon', () => {
    const amount = '1234567890123456789012345678901234567.123';
    expect(readAsk({ ...PLACE, amount }, 'ID')).toEqual({ ...PLACE, price: dec('50000.5'), amount: dec(amount), intentId: 'ID' });
    expect(readAsk({ type: 'convert', fromCurrency: 'EUR', toCurrency: 'BTC', size: { toAmount: '1' } }, 'ID')).toMatchObject({
      requestId: 'ID',
    });
    expect(readAsk({ type: 'cancel', orderId: '7', symbol: '' }, 'ID')).toEqual({
      type: 'cancel',
      orderId: '7',
      symbol: '',
      intentId: 'ID',
    });
  });

  it('reads how an order is to be worked', () => {
    const execute = { type: 'execute', symbol: 'BTC/EUR', side: 'Sell', amount: '2', how: { kind: 'pov', share: '0.05' } };
    expect(readAsk({ ...execute, within: 60_000 }, 'ID')).toEqual({
      ...execute,
      amount: dec('2'),
      within: 60_000,
      how: { kind: 'pov', share: dec('0.05') },
      orderId: 'ID',
    });
    expect(() => readAsk({ ...execute, how: { kind: 'peg', offsetTicks: 1.5, limit: '1' } }, 'ID')).toThrow(/offsetTicks/);
    expect(() => readAsk({ ...execute, how: { kind: 'twap', over: 10, limit: '1' } }, 'ID')).toThrow(/over/);
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', 7, /the request|expected/i],
    ['nothing', undefined, /the request|expected/i],
    ['an unknown kind', { type: 'withdraw' }, /type/],
    ['a float', { ...PLACE, amount: 0.01 }, /amount/],
    ['zero', { ...PLACE, amount: '0' }, /amount: expected a number above 0/],
    ['a negative price', { ...PLACE, price: '-1' }, /price: expected a number above 0/],
    ['NaN', { ...PLACE, amount: 'NaN' }, /amount/],
    ['infinity', { ...PLACE, amount: 'Infinity' }, /amount/],
    ['hexadecimal', { ...PLACE, amount: '0x10' }, /amount/],
    ['a field too many', { ...PLACE, strategy: 'maker' }, /strategy/],
    ['an id of its own', { ...PLACE, intentId: 'mine' }, /intentId/],
    ['both amounts', { type: 'convert', fromCurrency: 'EUR', toCurrency: 'BTC', size: { toAmount: '1', fromAmount: '1' } }, /size/],
    ['a replacement without a price', { type: 'replace', orderId: '1', amount: '1' }, /price/],
    ['an endless symbol', { ...PLACE, symbol: 'x'.repeat(101) }, /symbol/],
  ])('refuses %s and names the field', (_what, value, message) => {
    expect(() => readAsk(value, 'ID')).toThrow(message);
  });
});

describe('what crosses the socket comes out as it went in', () => {
  it('quotes', () => {
    const quotes = fc.record({
      id: words,
      fromCurrency: words,
      toCurrency: words,
      fromAmount: amounts,
      toAmount: amounts,
      rate: amounts,
      quotedAt: times,
      validTo: times,
    });
    fc.assert(
      fc.property(quotes, (quote) => {
        const text = quoteText(quote);
        const { quote: read } = readAsk(JSON.parse(JSON.stringify({ type: 'accept', quote: text })), 'ID') as Extract<
          OperatorAsk,
          { type: 'accept' }
        >;
        expect(quoteText(read)).toEqual(text);
        expect(read.fromAmount.eq(quote.fromAmount) && read.toAmount.eq(quote.toAmount)).toBe(true);
      }),
    );
  });

  it('sizes', () => {
    expect(sizeText({ fromAmount: dec('1e-8') })).toEqual({ fromAmount: '0.00000001' });
    expect(sizeText({ toAmount: dec('1e21') })).toEqual({ toAmount: '1000000000000000000000' });
  });

  it.each<OperatorResult>([
    { outcome: 'opened', orderId: '9007199254740993', adopted: true },
    { outcome: 'replaced', orderId: '9007199254740993', adopted: false },
    { outcome: 'canceled', orderId: '1' },
    { outcome: 'cancel-sent', orderId: '1' },
    {
      outcome: 'converted',
      adopted: false,
      conversion: {
        id: '51234',
        fromCurrency: 'EUR',
        toCurrency: 'BTC',
        fromAmount: dec('100.10'),
        toAmount: dec('0.00166'),
        rate: dec('0.0000165834'),
        executedAt: 1_795_168_907_870,
        intentId: undefined,
        strategy: undefined,
      },
    },
  ])('results: $outcome', (result) => {
    expect(textOf(readResult(JSON.parse(jsonForPeople(result))))).toEqual(textOf(result));
  });

  it('refuses a result of another version', () => {
    expect(() => readResult({ outcome: 'pending' })).toThrow(/outcome/);
  });
});

function textOf(result: OperatorResult): unknown {
  return JSON.parse(jsonForPeople(result));
}
