import { expect, it } from 'vitest';
import { rateText } from '../../src/cli/rateText.ts';

it('shows a rate that comes back with one decimal, and a whole one without', () => {
  expect(rateText({ used: 0, perSecond: 5.514205629133338 })).toBe('0/5.5');
  expect(rateText({ used: 4, perSecond: 8 })).toBe('4/8');
});
