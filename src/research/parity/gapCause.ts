import type { Instant } from '../../base/instant.ts';
import { lastUpTo } from './decisionParity.ts';
import type { OrderSpan, ParityFill } from './parityLife.ts';

/**
 * Why one run has a fill that the other does not have, or a different profit from the same fill. `queue`: both had the order open
 * then, but only one was filled. `latency`: both had the order, but not at that moment. `decisions`: the other had no such order.
 * `missed-polls`: the book was not seen around that time. `price`, `fees`: both have the fill, but with another price or fee.
 */
export type GapCause = 'queue' | 'latency' | 'missed-polls' | 'decisions' | 'price' | 'fees';

/** A time between looks that is this many times longer than usual counts as not seen. */
const MISSED_FACTOR = 3;

/** Why the other run, with these orders, does not have this fill. */
export function causeOf(fill: ParityFill, others: readonly OrderSpan[], looks: readonly Instant[], windowMs: number): GapCause {
  if (isUnseen(fill.at, looks)) return 'missed-polls';
  // Time is checked first, since few of a day's orders are near.
  const near = others.filter(({ from, to }) => from - windowMs <= fill.at && to + windowMs >= fill.at);
  const alike = near.filter(
    ({ symbol, side, price }) => symbol === fill.symbol && side === fill.side && (price === undefined || price.eq(fill.price)),
  );
  if (alike.some(({ from, to }) => from <= fill.at && to >= fill.at)) return 'queue';
  return alike.length > 0 ? 'latency' : 'decisions';
}

function isUnseen(at: Instant, looks: readonly Instant[]): boolean {
  const before = lastUpTo(looks, at);
  if (before < 0 || before + 1 >= looks.length) return false;
  return looks[before + 1]! - looks[before]! > MISSED_FACTOR * usual(looks);
}

const known = new WeakMap<readonly Instant[], number>();

/** The median time between two looks. */
function usual(looks: readonly Instant[]): number {
  let found = known.get(looks);
  if (found === undefined) {
    const apart = looks.slice(1).map((at, i) => at - looks[i]!);
    found = apart.sort((a, b) => a - b)[apart.length >> 1] ?? Infinity;
    known.set(looks, found);
  }
  return found;
}
