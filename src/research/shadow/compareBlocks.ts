import { HOUR_MS, type Instant } from '../../base/instant.ts';
import { seededRandom } from '../../base/random.ts';
import { mean, quantileOfSorted, sum } from '../metrics/sampleStatistics.ts';

/** What champion and challenger earned in the same stretch of time. */
export interface ShadowBlock {
  readonly from: Instant;
  readonly to: Instant;
  readonly champion: number;
  readonly challenger: number;
}

/** How the two compare over blocks of time. */
export interface ShadowComparison {
  readonly blocks: number;
  /** How long the two were seen, where that is not about as many hours. */
  readonly seenMs?: number;
  /** What the challenger earned more in all. */
  readonly difference: number;
  /** How sure that is, or why nothing can be said of it. */
  readonly certainty: Certainty | { readonly because: string };
}

export interface Certainty {
  /** How likely a difference at least as large would be if the two were equally good: the two-sided p of the bootstrap. */
  readonly chance: number;
  /** Nine of ten resampled differences lie between the two. */
  readonly low: number;
  readonly high: number;
}

/** The length of a block. */
export const BLOCK_MS = HOUR_MS;
/** Blocks are told as hours when they last as long but for this share. */
const NEAR = 0.02;
/** With fewer blocks, a day of them, nothing is said. */
export const LEAST_BLOCKS = 24;

const RUNS = 2000;
const TAIL = 0.05;

/**
 * Compares two that met the same market, block by block: differences of the same blocks are drawn anew, several neighbours at a
 * time, since what happens in one hour goes on in the next (circular block bootstrap). The same seed gives the same.
 */
export function compareBlocks(blocks: readonly ShadowBlock[], seed: string): ShadowComparison {
  const gaps = blocks.map(({ champion, challenger }) => challenger - champion);
  const seenMs = sum(blocks.map(({ from, to }) => to - from));
  const full = gaps.length === 1 && seenMs < BLOCK_MS / 2 ? [] : gaps;
  const hoursMs = full.length * BLOCK_MS;
  const seen = Math.abs(seenMs - hoursMs) <= NEAR * hoursMs ? {} : { seenMs };
  return { blocks: full.length, ...seen, difference: sum(gaps), certainty: certaintyOf(full, seed) };
}

function certaintyOf(gaps: readonly number[], seed: string): ShadowComparison['certainty'] {
  if (gaps.length < LEAST_BLOCKS) return { because: `it needs ${LEAST_BLOCKS} hours, and there are ${gaps.length}` };
  if (gaps.every((gap) => gap === 0)) return { because: 'the two have earned the same in every hour' };
  const centre = mean(gaps);
  const sums = resampled(
    gaps.map((gap) => gap - centre),
    seed,
  ).sort((a, b) => a - b);
  const all = sum(gaps);
  const beyond = sums.filter((one) => Math.abs(one) >= Math.abs(all)).length;
  return { chance: (beyond + 1) / (RUNS + 1), low: all + quantileOfSorted(sums, TAIL), high: all + quantileOfSorted(sums, 1 - TAIL) };
}

function resampled(gaps: readonly number[], seed: string): number[] {
  const random = seededRandom(seed);
  const run = Math.ceil(Math.cbrt(gaps.length));
  return Array.from({ length: RUNS }, () => {
    let total = 0.0;
    for (let left = gaps.length; left > 0; left -= run) {
      const first = random.int(gaps.length);
      for (let i = 0; i < Math.min(run, left); i++) total += gaps[(first + i) % gaps.length]!;
    }
    return total;
  });
}
