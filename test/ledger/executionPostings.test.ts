import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { conversionEntries } from '../../src/ledger/conversionEntries.ts';
import { executionPostings } from '../../src/ledger/executionPostings.ts';
import type { Fill } from '../../src/model/fill.ts';

const FILL: Fill = {
  id: 'f',
  orderId: '7',
  symbol: 'BTC/EUR',
  side: 'Buy',
  type: 'Limit',
  price: dec('50000.5'),
  amount: dec('0.02'),
  fee: dec('0.00002'),
  feeCurrency: 'BTC',
  feeType: 'Taker',
  openedAt: 1,
  tradedAt: 2,
  receivedAt: 3,
  intentId: undefined,
  strategy: undefined,
  tag: undefined,
};

const text = (fill: Partial<Fill>): string[] =>
  executionPostings({ ...FILL, ...fill }).map(({ cause, currency, amount }) => `${cause} ${amount.toFixed()} ${currency}`);

test('a purchase brings the base, costs its value and the fee, and a sale the other way round', () => {
  expect(text({})).toEqual(['fill 0.02 BTC', 'fill -1000.01 EUR', 'fee -0.00002 BTC']);
  expect(text({ side: 'Sell', fee: dec('2'), feeCurrency: 'EUR' })).toEqual(['fill -0.02 BTC', 'fill 1000.01 EUR', 'fee -2 EUR']);
});

test('of a symbol that names no two currencies, amount and value are booked under its own name', () => {
  expect(text({ symbol: 'ODD', fee: dec(0) })).toEqual(['fill 0.02 ODD', 'fill -1000.01 ODD']);
});

test('a fee that came later is a fee and nothing else', () => {
  expect(text({ amount: dec(0) })).toEqual(['fee -0.00002 BTC']);
});

test('an average price may be off by half of its last decimal', () => {
  expect(text({ price: dec('50000.12345678'), amount: dec('2'), fee: dec(0) })).toEqual([
    'fill 2 BTC',
    'fill -100000.24691356 EUR',
    'rounding 0.00000001 EUR',
  ]);
});

test('a conversion gives the one currency and brings the other', () => {
  const conversion = {
    id: 'c',
    fromCurrency: 'EUR',
    toCurrency: 'BTC',
    fromAmount: dec('100'),
    toAmount: dec('0.002'),
    rate: dec('0.00002'),
    executedAt: 5,
  };
  expect(
    conversionEntries(conversion).map(({ cause, reference, currency, amount }) => `${cause} ${reference} ${amount.toFixed()} ${currency}`),
  ).toEqual(['conversion c -100 EUR', 'conversion c 0.002 BTC']);
});
