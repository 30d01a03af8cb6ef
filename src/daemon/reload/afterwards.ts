import type { StrategySnapshot } from '../../engine/snapshot.ts';
import type { StrategyRow } from './configPlan.ts';

/** Says of each strategy that does not run now whether it will with the next version. */
export function withAfterwards(
  rows: readonly StrategyRow[],
  now: readonly Pick<StrategySnapshot, 'name' | 'state' | 'standing'>[],
): readonly StrategyRow[] {
  return rows.map((row) => {
    const found = now.find(({ name }) => name === row.strategy);
    if (found === undefined || row.change === 'removed') return row;
    if (found.standing !== undefined) return { ...row, afterwards: `stays ${found.standing}` as const };
    return row.change === 'replaced' && found.state === 'stopped' ? { ...row, afterwards: 'starts again' } : row;
  });
}
