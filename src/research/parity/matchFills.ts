import { type Decimal, minDecimal } from '../../base/decimal.ts';
import type { ParityFill } from './parityLife.ts';

/** So much of a real fill and of a simulated one is the same. */
export interface FillMatch {
  readonly real: ParityFill;
  readonly simulated: ParityFill;
  readonly amount: Decimal;
}

/** What of a fill has no match. */
export interface FillRest {
  readonly fill: ParityFill;
  readonly amount: Decimal;
}

export interface FillMatching {
  readonly matches: readonly FillMatch[];
  readonly missed: readonly FillRest[];
  readonly extra: readonly FillRest[];
}

export interface MatchLimits {
  /** How far apart in time two fills may be, */
  readonly windowMs: number;
  /** and how far in price, as a share of it. */
  readonly priceShare: number;
}

interface Open {
  readonly fill: ParityFill;
  left: Decimal;
}

/**
 * Pairs off real and simulated fills of the same strategy, symbol and side, near in price and in time; nearest in time first
 * served, in the order of the real ones. Parts are matched with parts: what counts is the amount. Both lists in order of time.
 */
export function matchFills(real: readonly ParityFill[], simulated: readonly ParityFill[], limits: MatchLimits): FillMatching {
  const open = simulated.map((fill): Open => ({ fill, left: fill.amount }));
  const matches: FillMatch[] = [];
  const missed: FillRest[] = [];
  let first = 0;
  for (const fill of real) {
    while (first < open.length && open[first]!.fill.at < fill.at - limits.windowMs) first++;
    let left = fill.amount;
    for (const candidate of candidatesOf(fill, open, first, limits)) {
      const amount = minDecimal(left, candidate.left);
      matches.push({ real: fill, simulated: candidate.fill, amount });
      left = left.minus(amount);
      candidate.left = candidate.left.minus(amount);
      if (left.isZero()) break;
    }
    if (left.gt(0)) missed.push({ fill, amount: left });
  }
  const extra = open.filter(({ left }) => left.gt(0)).map(({ fill, left }): FillRest => ({ fill, amount: left }));
  return { matches, missed, extra };
}

function candidatesOf(fill: ParityFill, open: readonly Open[], first: number, { windowMs, priceShare }: MatchLimits): Open[] {
  const found: Open[] = [];
  for (let i = first; i < open.length && open[i]!.fill.at <= fill.at + windowMs; i++) {
    const candidate = open[i]!;
    const { strategy, symbol, side, price } = candidate.fill;
    if (candidate.left.isZero() || strategy !== fill.strategy || symbol !== fill.symbol || side !== fill.side) continue;
    if (price.minus(fill.price).abs().lte(fill.price.times(priceShare))) found.push(candidate);
  }
  return found.sort((a, b) => Math.abs(a.fill.at - fill.at) - Math.abs(b.fill.at - fill.at));
}
