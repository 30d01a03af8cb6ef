import { expect, it } from 'vitest';
import { sharpeOfTrials } from '../../../src/research/sweep/sharpeOfTrials.ts';

it('an equity that grows by the same share each day has no ratio, however its returns are rounded', () => {
  const equity = Array.from({ length: 31 }, (_, i) => 1000 * 1.001 ** i);
  const returns = equity.slice(1).map((value, i) => value / equity[i]! - 1);
  expect(new Set(returns).size).toBeGreaterThan(1);
  expect(sharpeOfTrials(returns, [])).toEqual({ because: 'the equity did not change, or by the same share on every day' });
});

it('needs a week of returns, and says how many there are', () => {
  expect(sharpeOfTrials([0.1], [])).toEqual({ because: 'needs 7 days of returns, and there is 1' });
});
