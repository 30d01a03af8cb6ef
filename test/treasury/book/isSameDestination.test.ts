import { expect, it } from 'vitest';
import { isSameDestination } from '../../../src/treasury/book/isSameDestination.ts';
import { BITCOIN } from './entries.ts';

it('is the same destination only when currency, network, address and tag are', () => {
  const place = { ...BITCOIN, tag: undefined };
  expect(isSameDestination(place, { ...place })).toBe(true);
  for (const change of [{ currency: 'LTC' }, { network: 'LTC' }, { address: place.address.toUpperCase() }, { tag: '7' }])
    expect(isSameDestination(place, { ...place, ...change })).toBe(false);
});
