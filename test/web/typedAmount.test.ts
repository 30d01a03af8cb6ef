import { expect, it } from 'vitest';
import { amountIn, isTypedAmount } from '../../web/pure/typedAmount.ts';

it('finds the amount of an order in its text', () => {
  expect(amountIn('Sell 0.00999 BTC/EUR at 60766.14')).toBe('0.00999');
  expect(amountIn('place 01K9ABC: Buy 2 ETH/EUR')).toBe('2');
  expect(amountIn('a conversion')).toBeUndefined();
});

it('takes the amount however it is grouped, and no other', () => {
  const what = 'convert 1250.50 EUR to SOL';
  for (const typed of ['1250.50', ' 1,250.5 ', '1250.500']) expect(isTypedAmount(typed, what)).toBe(true);
  for (const typed of ['', '1250', '125.05', '1250.51', '1251']) expect(isTypedAmount(typed, what)).toBe(false);
  expect(isTypedAmount('', 'a cancel')).toBe(true);
  expect(isTypedAmount('10', 'Buy 100 X')).toBe(false);
});
