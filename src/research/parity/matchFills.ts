import { type Decimal, minDecimal } from '../../base/decimal.ts';
import type { ParityFill } from './parityLife.ts';

/** An amount by which a real fill and a simulated one match. */
export interface FillMatch {
  readonly real: ParityFill;
  readonly simulated: ParityFill;
  readonly amount: Decimal;
}

/** The part of a fill without a match. */
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
  /** How far apart two fills may be in time, */
  readonly windowMs: number;
  /** and in price, as a share of the price. */
  readonly priceShare: number;
}

interface Open {
  readonly fill: ParityFill;
  left: Decimal;
}

/**
 * Matches real and simulated fills of the same strategy, symbol and side that are near in price and time. Real fills are served
 * in order, each by the nearest in time. Parts of fills may match, since only amounts count. Both lists are in order of time.
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
