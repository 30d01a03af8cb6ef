import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { NearDecimal } from '../../src/base/nearDecimal.ts';

describe('NearDecimal', () => {
  it('has the nearest plain number beside the exact one', () => {
    const exact = dec('-0.100000000000000000001');
    expect(new NearDecimal(exact)).toEqual({ exact, near: -0.1 });
  });
});
