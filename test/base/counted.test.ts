import { describe, expect, it } from 'vitest';
import { counted } from '../../src/base/counted.ts';

describe(counted.name, () => {
  it('says one of a thing and several of them', () => {
    expect([0, 1, 2].map((count) => counted(count, 'place'))).toEqual(['0 places', '1 place', '2 places']);
    expect([1, 3].map((count) => counted(count, 'day with a gap', 'days with a gap'))).toEqual(['1 day with a gap', '3 days with a gap']);
  });
});
