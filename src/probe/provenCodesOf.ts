import type { LearnedRefusal } from '../model/learnedRefusal.ts';

/** Codes of standard bodies that were learned to come before the venue accepts anything. */
export function provenCodesOf(refusals: readonly Pick<LearnedRefusal, 'refusal' | 'state'>[]): readonly string[] {
  const codes = refusals.flatMap(({ refusal, state }) => {
    const [, code] = /^400 standard ([\w.-]{1,100})$/.exec(refusal) ?? [];
    return state === 'learned' && code !== undefined ? [code] : [];
  });
  return [...new Set(codes)];
}
