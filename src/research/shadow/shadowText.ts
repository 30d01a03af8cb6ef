import { durationText } from '../../base/instant.ts';
import type { ShadowComparison } from './compareBlocks.ts';

/**
 * What a comparison says, for people. `money` shows an amount with its currency. A chance is told as what it is: how often two
 * that are equally good would come out as far apart.
 */
export function comparisonText({ blocks, seenMs, difference, certainty }: ShadowComparison, money: (value: number) => string): string {
  if (blocks === 0 && seenMs === undefined) return 'no full hour is counted yet';
  const seen = seenMs === undefined ? `${blocks} h` : durationText(seenMs);
  const earned = `the challenger earned ${money(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} in ${seen}`;
  if ('because' in certainty) return `${earned}; whether that is chance can't be said: ${certainty.because}`;
  const { chance, low, high } = certainty;
  const share = `${(chance * 100).toFixed(chance < 0.01 ? 2 : 0)} %`;
  return `${earned}; two that are equally good would come out as far apart by chance in ${share} of cases (90 %: ${money(low)} to ${money(high)})`;
}
