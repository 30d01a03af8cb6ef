import { expect, it } from 'vitest';
import { kindOfText } from '../../src/model/kindOfText.ts';

it('knows two texts of a kind by all but their figures', () => {
  expect(kindOfText('amount 0.00001 is below 1,000 of BTC/EUR')).toBe('amount # is below # of BTC/EUR');
  expect(kindOfText('amount 2 is below 3 of BTC/EUR')).toBe(kindOfText('amount 0.1 is below 0.3 of BTC/EUR'));
  expect(kindOfText('amount 2 is below 3 of ETH/EUR')).not.toBe(kindOfText('amount 2 is below 3 of BTC/EUR'));
});
