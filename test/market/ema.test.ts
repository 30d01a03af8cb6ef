import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMA as LibraryEMA, MACD } from 'trading-signals';
import { EMA } from '../../src/market/ema.ts';

describe('EMA', () => {
  it('equals its closed form: every value weighted by how long ago it came', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 }),
        (period, values) => {
          const ema = new EMA(period);
          for (const value of values) ema.add(value);
          const weight = 2 / (period + 1);
          const n = values.length - 1;
          const closed = values.reduce((sum, value, i) => sum + (i === 0 ? 1 : weight) * (1 - weight) ** (n - i) * value, 0);
          expect(ema.value).toBeCloseTo(closed, 5);
        },
      ),
    );
  });

  it('answers a step with a decaying distance', () => {
    const ema = new EMA(9);
    ema.add(0);
    for (let i = 1; i <= 20; i++) expect(ema.add(1)).toBeCloseTo(1 - 0.8 ** i, 12);
  });

  it('is the last value with a period of 1, and undefined before any', () => {
    const ema = new EMA(1);
    expect(ema.value).toBeUndefined();
    expect([ema.add(5), ema.add(7)]).toEqual([5, 7]);
  });

  it('is stable once it has seen as many values as its period', () => {
    const ema = new EMA(3);
    const stable = [1, 2, 3, 4].map((value) => {
      ema.add(value);
      return ema.isStable;
    });
    expect(stable).toEqual([false, false, true, true]);
  });

  it('takes no period below 1 and no value that is not finite', () => {
    expect(() => new EMA(0)).toThrow('1 or more');
    expect(() => new EMA(3).add(Number.NaN)).toThrow('finite');
  });

  it('stays on a value that stands still, where the library drifts off it', () => {
    const [ours, theirs] = [new EMA(28), new LibraryEMA(28)].map((ema) => {
      for (let i = 0; i < 500; i++) ema.add(6_000_000);
      return ema.getResult();
    });
    expect(ours).toBe(6_000_000);
    expect(theirs).not.toBe(6_000_000);
  });

  it("takes the library's place in other indicators", () => {
    const ours = new MACD(new EMA(3), new EMA(6), new EMA(2));
    const theirs = new MACD(new LibraryEMA(3), new LibraryEMA(6), new LibraryEMA(2));
    for (let i = 0; i < 50; i++) {
      const [one, other] = [ours, theirs].map((macd) => (i % 5 === 4 ? macd.replace(i * i) : macd.add(100 + Math.sin(i))));
      if (one === null || other === null) expect(one).toEqual(other);
      else expect(one!.macd).toBeCloseTo(other!.macd, 9);
    }
    expect(() => new EMA(3).getResultOrThrow()).toThrow('has seen 0');
    expect(new EMA(3).getResult()).toBeNull();
  });
});
