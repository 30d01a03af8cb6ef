import type { ListedSweep } from './farmRegistry.ts';

/**
 * The order in which a free thread looks at the sweeps that have something to do. First comes who has the fewest passes under way, all
 * of that person's sweeps together; then that person's sweep with the fewest. Where several have equally few, first comes the person, and
 * then the sweep, that the thread has served longest ago: `served` has the number of its last turn by sweep.
 */
export function fairOrder(sweeps: readonly ListedSweep[], served: ReadonlyMap<string, number>): string[] {
  const ofOwner = new Map<string, { active: number; turn: number }>();
  const turnOf = (run: string): number => served.get(run) ?? -1;
  for (const { owner, run, active } of sweeps) {
    const { active: before, turn } = ofOwner.get(owner) ?? { active: 0, turn: -1 };
    ofOwner.set(owner, { active: before + active, turn: Math.max(turn, turnOf(run)) });
  }
  return sweeps
    .filter(({ waiting }) => waiting > 0)
    .toSorted((a, b) => {
      const [ofA, ofB] = [ofOwner.get(a.owner)!, ofOwner.get(b.owner)!];
      return (
        ofA.active - ofB.active ||
        ofA.turn - ofB.turn ||
        (a.owner === b.owner ? 0 : a.owner < b.owner ? -1 : 1) ||
        a.active - b.active ||
        turnOf(a.run) - turnOf(b.run) ||
        (a.run < b.run ? -1 : 1)
      );
    })
    .map(({ run }) => run);
}
