import type { ListedSweep } from './farmRegistry.ts';

/**
 * The order in which a free thread looks at the sweeps that have something to do. First comes who has the fewest passes under way, all
 * of that person's sweeps together; then that person's sweep with the fewest. Of equal ones, the next after the one that was served last.
 */
export function fairOrder(sweeps: readonly ListedSweep[], served: string | undefined): string[] {
  const ofOwner = new Map<string, number>();
  for (const { owner, active } of sweeps) ofOwner.set(owner, (ofOwner.get(owner) ?? 0) + active);
  const isBefore = (run: string): number => (served !== undefined && run <= served ? 1 : 0);
  return sweeps
    .filter(({ waiting }) => waiting > 0)
    .toSorted(
      (a, b) =>
        ofOwner.get(a.owner)! - ofOwner.get(b.owner)! ||
        a.active - b.active ||
        isBefore(a.run) - isBefore(b.run) ||
        (a.run < b.run ? -1 : 1),
    )
    .map(({ run }) => run);
}
