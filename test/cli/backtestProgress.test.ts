import { describe, expect, it } from 'vitest';
import { BacktestProgress } from '../../src/cli/backtestProgress.ts';

function told(
  checks: 'none' | 'beside' | 'after',
  work: (progress: BacktestProgress) => void,
  draws = 0,
): (readonly [number | undefined, number])[] {
  const lines: (readonly [number | undefined, number])[] = [];
  const progress = new BacktestProgress(
    { tell: (share, count) => lines.push([share, count]), end: (count) => lines.push([1, count]) },
    checks,
    draws,
  );
  work(progress);
  progress.end();
  return lines;
}

describe(BacktestProgress.name, () => {
  const work = (progress: BacktestProgress): void => {
    progress.passed(0.5, 500);
    progress.checked(0.25);
    progress.passed(1, 1000);
    progress.checked(1);
  };

  it('is that of the bands where nothing is checked', () => {
    expect(told('none', (progress) => progress.passed(0.5, 500))).toEqual([
      [0.5, 500],
      [1, 500],
    ]);
  });

  it('is that of the slower one where checks run beside the bands', () => {
    expect(told('beside', work).map(([share]) => share)).toEqual([0, 0.25, 0.25, 1, 1]);
  });

  it('grows with both where checks come after the bands, which are three', () => {
    expect(told('after', work).map(([share]) => share)).toEqual([0.375, 0.4375, 0.8125, 1, 1]);
  });

  it('counts each draw as a band before the checks', () => {
    expect(told('after', (progress) => progress.passed(1, 1000), 20)[0]).toEqual([23 / 24, 1000]);
  });
});
