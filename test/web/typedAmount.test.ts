import { expect, it } from 'vitest';
import { isTypedAmount } from '../../web/pure/typedAmount.ts';

it('takes the amount however it is grouped, and no other', () => {
  for (const typed of ['1250.50', ' 1,250.5 ', '1250.500']) expect(isTypedAmount(typed, '1250.50')).toBe(true);
  for (const typed of ['', '1250', '125.05', '1250.51', '1251']) expect(isTypedAmount(typed, '1250.50')).toBe(false);
  expect(isTypedAmount('', undefined)).toBe(true);
  expect(isTypedAmount('10', '100')).toBe(false);
});
