import { createHash } from 'node:crypto';
import type { Instant } from '../../base/instant.ts';
import type { Pair } from '../../model/pair.ts';
import type { WarmUpNeed } from '../../model/warmUp.ts';
import { type OpenPast, warmingUp } from '../../recording/warmingUp.ts';
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

/**
 * Sets the strategies of all bands up, and warms their signals up with what was recorded before `at`: each as it would be alone, whatever the others
 * of its pass want. The answer is about those that are not apart.
 */
export function warmUpBands(bands: readonly WarmBand[], pairs: readonly Pair[], at: Instant, past: OpenPast | undefined): Warmth {
  const groups = new Map<string, { readonly needs: readonly WarmUpNeed[]; readonly alike: WarmBand[] }>();
  for (const band of bands) {
    const needs = band.setUp();
    const key = JSON.stringify(needs);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { needs, alike: [band] });
    else group.alike.push(band);
  }
  let all = COLD;
  for (const { needs, alike } of groups.values()) {
    const one = warmUpAlike(alike, needs, pairs, at, past);
    if (alike.some(({ isApart }) => isApart !== true)) all = joined(all, one);
  }
  return all;
}

function joined(a: Warmth, b: Warmth): Warmth {
  if (a.hash === undefined || b.hash === undefined) return a.hash === undefined ? b : a;
  const hash = createHash('sha256').update(a.hash).update(b.hash).digest('hex');
  return { missing: [...a.missing, ...b.missing], hash };
}

function warmUpAlike(
  bands: readonly WarmBand[],
  needs: readonly WarmUpNeed[],
  pairs: readonly Pair[],
  at: Instant,
  past: OpenPast | undefined,
): Warmth {
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
