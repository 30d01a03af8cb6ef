import fc from 'fast-check';
import type { Levels } from './snapshotVenueBench.ts';

/** The levels of a side, each so many ticks further out than the one before. */
export type SteppedLevels = readonly (readonly [gap: number, lots: number])[];

export const steppedLevels: fc.Arbitrary<SteppedLevels> = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 6 })),
  { maxLength: 5 },
);

/** Levels outwards from a price. */
export function levelsFrom(best: number, direction: number, steps: SteppedLevels): Levels {
  let at = best - direction;
  return steps.map(([gap, amount]) => [(at += gap * direction), amount] as const);
}
