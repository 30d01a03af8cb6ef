/** How often a strategy was refused by a rule since the start. */
export interface RefusalTotal {
  readonly strategy: string;
  readonly rule: string;
  readonly count: number;
}

/** The most frequent first. */
export function refusalTotals(counts: Readonly<Record<string, Readonly<Record<string, number>>>>): readonly RefusalTotal[] {
  return Object.entries(counts)
    .flatMap(([strategy, rules]) => Object.entries(rules).map(([rule, count]) => ({ strategy, rule, count })))
    .toSorted((a, b) => b.count - a.count || a.strategy.localeCompare(b.strategy) || a.rule.localeCompare(b.rule));
}
