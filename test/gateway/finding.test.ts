import { expect, test } from 'vitest';
import { mayBeAnyOf, mayBeText } from '../../src/gateway/finding.ts';

test('what may be it is named by its ids, and of many how many more there are', () => {
  expect(mayBeAnyOf([])).toBe('nothing');
  expect(mayBeAnyOf(['7'])).toEqual({ mayBe: ['7'] });
  expect(mayBeText({ mayBe: ['7', '8'] })).toBe('7, 8');
  expect(mayBeText({ mayBe: Array.from({ length: 12 }, (_, i) => String(i)) })).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more');
});
