import type { StrategyRow } from './configPlan.ts';

/** What a name keeps for a life: its seats in the engine outlive the strategy that had them. */
const KEPT = ['symbol', 'markets', 'opening'] as const;

/**
 * Why names that were removed in this life can't be added as they are wanted now. `before` and `after` are strategies by name, as a
 * configuration shows them.
 */
export function returnProblems(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  changes: readonly StrategyRow[],
): readonly string[] {
  const returning = changes.filter(({ strategy, change }) => change === 'added' && before.has(strategy));
  return returning.flatMap(({ strategy }) =>
    KEPT.filter((field) => textOf(before.get(strategy), field) !== textOf(after.get(strategy), field)).map(
      (field) => `strategies.${strategy}.${field} needs a restart, or another name: what was removed under this name had another`,
    ),
  );
}

function textOf(strategy: unknown, field: (typeof KEPT)[number]): string | undefined {
  return JSON.stringify((strategy as Readonly<Record<string, unknown>>)[field]);
}
