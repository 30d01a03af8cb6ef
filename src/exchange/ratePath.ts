/** One step from a currency to another: the number of the pair, and whether to divide by its price. */
export interface RateStep {
  readonly pair: number;
  readonly isInverse: boolean;
}

type Currencies = { readonly base: string; readonly quote: string };

/** How the pairs value one currency in another: directly, or through one other currency. Undefined when they don't. */
export function ratePath(pairs: readonly Currencies[], from: string, to: string): readonly RateStep[] | undefined {
  if (from === to) return [];
  const direct = stepOf(pairs, from, to);
  if (direct !== undefined) return [direct];
  for (const { base, quote } of pairs) {
    const between = base === from ? quote : quote === from ? base : undefined;
    const first = between === undefined ? undefined : stepOf(pairs, from, between);
    const second = between === undefined ? undefined : stepOf(pairs, between, to);
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return undefined;
}

function stepOf(pairs: readonly Currencies[], from: string, to: string): RateStep | undefined {
  const direct = pairs.findIndex(({ base, quote }) => base === from && quote === to);
  if (direct >= 0) return { pair: direct, isInverse: false };
  const inverse = pairs.findIndex(({ base, quote }) => base === to && quote === from);
  return inverse >= 0 ? { pair: inverse, isInverse: true } : undefined;
}
