import { spanText } from './ageText.ts';
import type { Status } from './status.ts';

/** How quick the venue, the disk and the lists are, as far as it was measured. */
export function quickness({ times, resolver }: Pick<Status, 'times' | 'resolver'>): readonly (readonly [name: string, text: string])[] {
  const { answerMedianMs, answerP99Ms, commitP99Ms } = times ?? {};
  return [
    ...(answerMedianMs === undefined || answerP99Ms === undefined
      ? []
      : [['Answer, median / p99', `${spanText(answerMedianMs)} / ${spanText(answerP99Ms)}`] as const]),
    ...(commitP99Ms === undefined ? [] : [['Journal commit, p99', shortText(commitP99Ms)] as const]),
    ...(resolver === undefined ? [] : [['Orders visible within', spanText(resolver.visibleMs)] as const]),
  ];
}

function shortText(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : spanText(ms);
}
