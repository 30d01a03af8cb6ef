import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile } from '../../../src/research/metrics/normalDistribution.ts';
import { deflatedSharpe, luckySharpe, probabilisticSharpe } from '../../../src/research/metrics/sharpeSignificance.ts';

interface Case {
  readonly sharpe: number;
  readonly trials: number;
  readonly variance: number;
  readonly returns: number;
  readonly skew: number;
  readonly kurtosis: number;
  readonly lucky: number;
  readonly probabilistic: number;
  readonly deflated: number;
}

const { significance } = JSON.parse(readFileSync(new URL('../golden/returns.json', import.meta.url), 'utf8')) as {
  significance: readonly Case[];
};

describe('the significance of a Sharpe ratio', () => {
  it('is what scipy gives for the formulas of Bailey and López de Prado', () => {
    for (const each of significance) {
      expect(luckySharpe(each)).toBeCloseTo(each.lucky, 11);
      expect(probabilisticSharpe(each)).toBeCloseTo(each.probabilistic, 11);
      expect(deflatedSharpe(each, each)).toBeCloseTo(each.deflated, 11);
    }
  });

  it('gives the example of The Deflated Sharpe Ratio (2014)', () => {
    const sample = { sharpe: 2.5 / Math.sqrt(250), returns: 1250, skew: -3, kurtosis: 10 };
    expect(luckySharpe({ trials: 100, variance: 0.5 / 250 })).toBeCloseTo(0.1132, 4);
    expect(deflatedSharpe(sample, { trials: 100, variance: 0.5 / 250 })).toBeCloseTo(0.9004, 3);
  });

  it('deflates nothing after one trial, and knows nothing below two returns', () => {
    const sample = { sharpe: 0.1, returns: 250, skew: 0, kurtosis: 3 };
    expect(deflatedSharpe(sample, { trials: 1, variance: 0.1 })).toBe(probabilisticSharpe(sample));
    expect(probabilisticSharpe({ ...sample, returns: 1 })).toBeNaN();
  });

  it('falls with every further trial', () => {
    const sample = { sharpe: 0.15, returns: 365, skew: -0.5, kurtosis: 6 };
    const after = [1, 2, 10, 100, 10_000].map((trials) => deflatedSharpe(sample, { trials, variance: 0.002 }));
    expect(after.toSorted((a, b) => b - a)).toEqual(after);
  });
});

describe('the normal distribution', () => {
  it('has the values of the tables', () => {
    expect(normalCdf(0)).toBe(0.5);
    expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 14);
    expect(normalCdf(-6)).toBeCloseTo(9.865876450376946e-10, 22);
    expect(normalQuantile(0.05)).toBeCloseTo(-1.6448536269514722, 13);
    expect(normalQuantile(0)).toBe(-Infinity);
    expect(normalQuantile(1)).toBe(Infinity);
  });

  it('is inverted by its quantiles', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), (share) => {
        expect(Math.abs(normalCdf(normalQuantile(share)) / share - 1)).toBeLessThan(1e-11);
      }),
    );
  });
});
