import { describe, expect, it } from 'vitest';
import { BUY, SELL, sideCode, sideOf } from '../../src/model/side.ts';

describe('the side of an order', () => {
  it('is a number or a name', () => {
    expect([sideCode('Buy'), sideCode('Sell')]).toEqual([BUY, SELL]);
    expect([sideOf(BUY), sideOf(SELL)]).toEqual(['Buy', 'Sell']);
  });
});
