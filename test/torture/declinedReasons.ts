import type { MoveRecord } from '../../src/model/move.ts';

/** Why moves were declined, and how many for each reason: by kind and words, without what is different each time: ids, times and amounts. */
export function declinedReasons(moves: readonly MoveRecord[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind, state, progress } of moves) {
    if (state !== 'declined') continue;
    const evidence = progress[0]?.evidence ?? 'without a word';
    const reason = `${kind}: ${evidence.replaceAll(/ \(transfer \w+\)/g, '').split(/: transfer /, 1)[0]!}`;
    counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}
