import { expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { ConversionRequest } from '../../../src/engine/risk/request.ts';
import { conversion, refusalOf } from './situation.ts';

const sale = { fromCurrency: 'BTC', toCurrency: 'EUR' };

it.each<[what: string, given: Partial<ConversionRequest>, most: Readonly<Record<string, string>>, message: string | undefined]>([
  ['that brings too much', { toAmount: dec('0.01') }, { BTC: '0.0099' }, '0.01 BTC is above the limit of 0.0099 BTC'],
  ['... just so', { toAmount: dec('0.01') }, { BTC: '0.01' }, undefined],
  ['that gives too much', { ...sale, fromAmount: dec('0.01') }, { BTC: '0.0099' }, '0.01 BTC is above the limit of 0.0099 BTC'],
  ['... just so', { ...sale, fromAmount: dec('0.01') }, { BTC: '0.01' }, undefined],
  ['of which it is not known what it brings', {}, { BTC: '0.0099' }, undefined],
  ['where the limit is on another currency', { toAmount: dec('0.01') }, { ETH: '0.001' }, undefined],
  ['where the limit is on the currency that pays', { toAmount: dec('0.01') }, { EUR: '1' }, undefined],
])('the amount of a conversion %s', (_what, given, most, message) => {
  const maxOrderAmount = Object.fromEntries(Object.entries(most).map(([currency, amount]) => [currency, dec(amount)]));
  const refusal = message === undefined ? undefined : { rule: 'order-amount', message };
  expect(refusalOf(conversion(given), { limits: { maxOrderAmount } })).toEqual(refusal);
});
