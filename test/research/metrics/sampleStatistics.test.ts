import { expect, it } from 'vitest';
import { deviation, mean, quantile, skewness } from '../../../src/research/metrics/sampleStatistics.ts';

it('the mean of equal values is their value, so that they do not spread', () => {
  for (const value of [0.1, -12.34, 123.45, 1 / 3, 1e-7, -3e9]) {
    for (let count = 2; count <= 64; count++) {
      const values = Array<number>(count).fill(value);
      expect(mean(values), `${count} times ${value}`).toBe(value);
      expect(deviation(values), `${count} times ${value}`).toBe(0);
      expect(quantile(values, 0.3)).toBe(value);
    }
  }
});

it('what is not known makes the mean unknown, and of nothing there is none', () => {
  expect(mean([1, NaN])).toBeNaN();
  expect(mean([])).toBeNaN();
  expect(skewness([1, 1])).toBeNaN();
});
