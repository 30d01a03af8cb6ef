/** How often each strategy was refused, by rule. An operator counts as a strategy here. */
export type RefusalCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function refusalTotal(counts: RefusalCounts): number {
  let total = 0;
  for (const rules of Object.values(counts)) for (const count of Object.values(rules)) total += count;
  return total;
}
