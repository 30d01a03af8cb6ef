import { expect, it } from 'vitest';
import { didYouMean, editDistance } from '../../src/base/didYouMean.ts';

it('compares words by insertions, deletions, changes and swaps', () => {
  expect([editDistance('bugdet', 'budget'), editDistance('', 'abc'), editDistance('lvie', 'live'), editDistance('a', 'a')]).toEqual([
    1, 3, 1, 0,
  ]);
  expect(didYouMean('maxOpenOrder', ['maxOpenOrders', 'maxOrderValue'])).toBe('maxOpenOrders');
  expect(didYouMean('colour', ['symbols', 'onStop'])).toBeUndefined();
  expect(didYouMean('x', [])).toBeUndefined();
});
