import { expect, it } from 'vitest';
import { positive, positiveWhole } from './positive.ts';

it('takes numbers above 0 within the bound, and says of others which option they are for', () => {
  expect(positive('hours', '0.5')).toBe(0.5);
  expect(positiveWhole('kills', '1000')).toBe(1000);
  for (const text of ['x', '', '0', '-1', 'NaN', 'Infinity', '17']) expect(() => positive('pairs', text, 16)).toThrow(/--pairs .*not/);
  expect(() => positiveWhole('kills', '1.5')).toThrow('--kills must be a whole number, not 1.5');
});
