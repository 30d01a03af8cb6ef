import { expect, it } from 'vitest';
import { countText } from '../../web/pure/countText.ts';

it('has one noun for one, and more for more and for none', () => {
  expect([0, 1, 2].map((count) => countText(count, 'order'))).toEqual(['0 orders', '1 order', '2 orders']);
});
