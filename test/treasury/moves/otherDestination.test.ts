import { describe, expect, it } from 'vitest';
import { otherDestination } from '../../../src/treasury/moves/otherDestination.ts';
import { RIPPLE } from '../batches/builders.ts';

const ASKED = { currency: 'XRP', network: 'XRP', address: RIPPLE, tag: '7' };
const SAME = { address: RIPPLE, network: 'xrp', tag: '7' };

describe(otherDestination, () => {
  it.each<[string, Partial<typeof SAME>, string | undefined]>([
    ['the same', {}, undefined],
    ['no tag', { tag: '' }, undefined],
    ['another tag', { tag: '8' }, 'the tag 8 and not 7'],
    ['another network', { network: 'BNB' }, 'the network BNB and not XRP'],
    ['another address', { address: 'r2' }, `the address r2 and not ${RIPPLE}`],
  ])('of %s says so', (_what, shown, words) => {
    expect(otherDestination(ASKED, { ...SAME, ...shown })).toBe(words);
  });
});
