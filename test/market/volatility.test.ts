import { describe, expect, it } from 'vitest';
import { Volatility } from '../../src/market/volatility.ts';

describe('Volatility', () => {
  it('is 0 for a price that grows evenly, and the step for one that swings evenly', () => {
    const even = new Volatility(10);
    const swinging = new Volatility(10);
    for (let i = 0; i <= 10; i++) {
      even.add(100 * 1.01 ** i);
      swinging.add(i % 2 === 0 ? 100 : 100 * Math.exp(0.002));
    }
    expect(even.bps).toBeCloseTo(0, 8);
    expect(swinging.bps).toBeCloseTo(20, 8);
  });

  it('does not depend on the unit of the price', () => {
    const [a, b] = [new Volatility(3), new Volatility(3)];
    for (const price of [100, 101, 99, 102]) {
      a.add(price);
      b.add(price * 1000);
    }
    expect(a.bps).toBeCloseTo(b.bps!, 8);
    expect(a.isStable).toBe(true);
  });

  it('needs two prices, and prices above 0', () => {
    const volatility = new Volatility(3);
    expect(volatility.add(1)).toBeUndefined();
    expect(volatility.add(2)).toBe(0);
    expect(() => volatility.add(0)).toThrow('above 0');
  });
});
