import { describe, expect, it } from 'vitest';
import { askedBy } from '../../src/policy/askedBy.ts';

const people = { ann: { keys: ['k1'] }, ben: { keys: ['k2', 'both'] }, carl: { keys: ['both'] }, dora: { keys: [] } };

describe(askedBy, () => {
  it.each([
    ['anna', 'k1', 'ann'],
    ['ben', 'k1', 'ann'],
    ['ben', 'k2', 'ben'],
    ['eve', 'gone', 'eve'],
    ['eve', 'both', 'eve'],
    ['dora', undefined, 'dora'],
  ])('%s, who has signed with %s, is %s', (initiator, signedWith, named) => {
    expect(askedBy({ people })({ initiator, signedWith })).toBe(named);
  });
});
