import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { assertEcho, placeEchoProblem, quoteEchoProblem, replaceEchoProblem } from '../../src/gateway/echo.ts';

const AT = Date.UTC(2026, 10, 20, 10);
const common = {
  intentId: 'i',
  strategy: 's',
  symbol: 'BTC/EUR',
  side: 'Buy',
  price: dec('50000.1'),
  amount: dec('0.01'),
  decidedAt: AT,
} as const;
const place = { ...common, type: 'place', orderType: 'Limit', tag: undefined } as const;
const replace = { ...common, type: 'replace', orderId: '7' } as const;
const nothing = {
  baseCurrency: undefined,
  quoteCurrency: undefined,
  initialAmount: undefined,
  openTime: undefined,
  updatedOn: undefined,
  makerCommission: undefined,
  takerCommission: undefined,
  time: undefined,
};
const reply = { ...nothing, id: '7', symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', amount: dec('0.010'), price: dec('50000.10') } as const;

test.each([
  ['the same', {}, undefined],
  ['the same in initialAmount, a part of it filled already', { initialAmount: dec('0.01'), amount: dec('0.004') }, undefined],
  ['filled at once', { initialAmount: dec('0.01'), amount: dec('0') }, undefined],
  ['another amount', { amount: dec('0.0100000000000000001') }, /amount/],
  ['another initialAmount', { initialAmount: dec('0.011') }, /amount/],
  ['another price', { price: dec('50000.11') }, /price/],
  ['no price', { price: undefined }, /price absent/],
  ['another side', { side: 'Sell' }, /side/],
  ['another symbol', { symbol: 'BTC/USD' }, /symbol/],
  ['another type', { type: 'Market' }, /type/],
] as const)('an answer to a placement with %s', (_, over, problem) => {
  const said = placeEchoProblem(place, { ...reply, ...over });
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(problem);
});

test('a market order has no price to compare', () => {
  const market = { ...place, orderType: 'Market', price: undefined } as const;
  expect(placeEchoProblem(market, { ...reply, type: 'Market' })).toBeUndefined();
});

test.each([
  ['the same', {}, undefined],
  ['a part of it filled meanwhile', { amount: dec('0.002') }, undefined],
  ['a new id', { id: '8' }, undefined],
  ['more than was asked for', { amount: dec('0.0101') }, /amount/],
  ['a negative amount', { amount: dec('-0.001') }, /amount/],
  ['the old price', { price: dec('49000') }, /price/],
  ['another side', { side: 'Sell' }, /side/],
  ['another type', { type: 'Market' }, /type/],
] as const)('an answer to a replacement with %s (000 Order: it has no initialAmount)', (_, over, problem) => {
  const said = replaceEchoProblem(replace, { ...reply, ...over });
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(problem);
});

const request = {
  type: 'request-quote',
  requestId: 'r',
  strategy: 's',
  fromCurrency: 'EUR',
  toCurrency: 'BTC',
  size: { fromAmount: dec('100.1') },
  decidedAt: AT,
} as const;
const quote = {
  id: 'q',
  occuredOn: AT,
  validTo: AT + 15_000,
  fromCurrency: 'EUR',
  toCurrency: 'BTC',
  amountFrom: dec('100.10'),
  amountTo: dec('0.0016'),
  rate: dec('0.000016'),
};

test.each([
  ['the same', {}, undefined],
  ['another amount', { amountFrom: dec('1001') }, /takes 1001/],
  ['nothing to get', { amountTo: dec('0') }, /gives 0/],
  ['the other direction', { fromCurrency: 'BTC', toCurrency: 'EUR' }, /converts BTC to EUR/],
] as const)('a quote with %s', (_, over, problem) => {
  const said = quoteEchoProblem(request, { ...quote, ...over });
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(problem);
});

test('a quote for an amount to get must give it', () => {
  const wanted = { ...request, size: { toAmount: dec('0.002') } } as const;
  expect(quoteEchoProblem(wanted, quote)).toMatch(/gives 0.0016 BTC, not 0.002/);
  expect(quoteEchoProblem(wanted, { ...quote, amountTo: dec('0.002') })).toBeUndefined();
});

test('a problem is thrown as a fault whose outcome is unknown', () => {
  expect(() => assertEcho('another order')).toThrow(expect.objectContaining({ code: 'echo-mismatch', outcome: 'unknown' }));
  expect(() => assertEcho(undefined)).not.toThrow();
});
