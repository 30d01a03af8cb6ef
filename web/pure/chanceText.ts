/** How sure a difference between a strategy and its shadow is. */
interface Comparison {
  readonly certainty: { readonly chance: number } | { readonly because: string };
}

/** How often two that are equally good would come out as far apart, or why that can't be said. */
export function chanceText({ certainty }: Comparison): string {
  if ('because' in certainty) return `can't be said: ${certainty.because}`;
  const { chance } = certainty;
  return `in ${(chance * 100).toFixed(chance < 0.01 ? 2 : 0)} % of cases`;
}
