import { describe, expect, it } from 'vitest';
import { otherNameOf } from '../../src/policy/otherNameOf.ts';

const people = { ann: { keys: ['k1'] }, ben: { keys: ['k2', 'both'] }, carl: { keys: ['both'] }, dora: { keys: [] } };

describe(otherNameOf, () => {
  it.each([
    ['anna', 'k1', 'ann'],
    ['ben', 'k1', 'ann'],
    ['ben', 'k2', undefined],
    ['eve', 'gone', undefined],
    ['eve', 'both', undefined],
    ['dora', undefined, undefined],
  ])('%s, who has signed with %s, is also %s', (initiator, signedWith, other) => {
    expect(otherNameOf({ people })({ initiator, signedWith })).toBe(other);
  });
});
