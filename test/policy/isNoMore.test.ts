import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { isNoMore } from '../../src/policy/isNoMore.ts';
import type { Fraction, Money } from '../../src/policy/policy.ts';

const money = (amount: string, currency = 'EUR'): Money => ({ amount: dec(amount), currency });
const share = (fraction: string): Fraction => ({ fraction: dec(fraction) });

test('a bound is no more than a larger one, an equal one, or none', () => {
  expect(isNoMore(money('5'), money('6'))).toBe(true);
  expect(isNoMore(money('5'), money('5'))).toBe(true);
  expect(isNoMore(money('6'), money('5'))).toBe(false);
  expect(isNoMore(share('0.1'), share('0.2'))).toBe(true);
  expect(isNoMore(share('0.2'), share('0.1'))).toBe(false);
  expect(isNoMore(money('5'), undefined)).toBe(true);
  expect(isNoMore(undefined, undefined)).toBe(true);
});

test('none is more than any', () => {
  expect(isNoMore(undefined, money('5'))).toBe(false);
  expect(isNoMore(undefined, share('0.5'))).toBe(false);
});

test('an amount and a share, or two currencies, can not be compared', () => {
  expect(isNoMore(money('5'), share('1'))).toBe(false);
  expect(isNoMore(share('0.1'), money('5'))).toBe(false);
  expect(isNoMore(money('5'), money('6', 'BTC'))).toBe(false);
});
