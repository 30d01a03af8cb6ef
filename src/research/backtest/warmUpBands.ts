import { createHash } from 'node:crypto';
import type { Instant } from '../../base/instant.ts';
import type { Pair } from '../../model/pair.ts';
import { type OpenPast, warmingUp } from '../warmingUp.ts';
import type { BacktestBand } from './backtestBand.ts';

/** What the strategies' signals were warmed up with. */
export interface Warmth {
  /** Which strategies are not warmed up as they should be. */
  readonly missing: readonly string[];
  /** sha-256 of what they were warmed up with, if they were. */
  readonly hash: string | undefined;
}

export const COLD: Warmth = { missing: [], hash: undefined };

type WarmBand = Pick<BacktestBand, 'setUp' | 'warmUp'> & Partial<Pick<BacktestBand, 'isApart'>>;

/** Sets the strategies of all bands up, and warms their signals up with what was recorded before `at`. The answer is about those that are not apart. */
export function warmUpBands(bands: readonly WarmBand[], pairs: readonly Pair[], at: Instant, past: OpenPast | undefined): Warmth {
  for (const band of bands) if (band.isApart === true) warmUpAlike([band], pairs, at, past);
  return warmUpAlike(
    bands.filter(({ isApart }) => isApart !== true),
    pairs,
    at,
    past,
  );
}

/** All have the same strategies. */
function warmUpAlike(bands: readonly WarmBand[], pairs: readonly Pair[], at: Instant, past: OpenPast | undefined): Warmth {
  const [needs = []] = bands.map((band) => band.setUp());
  if (needs.length === 0 || past === undefined) return COLD;
  const hash = createHash('sha256');
  const pieces = warmingUp(needs, pairs, at, past);
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true) return { missing: value, hash: hash.digest('hex') };
    hash.update(Float64Array.from(value.looks));
    for (const band of bands) band.warmUp(value);
  }
}
