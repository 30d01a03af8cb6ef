import type { Instant } from '../../base/instant.ts';
import { BOOK, END } from '../../recording/marketCursor.ts';
import type { BacktestOptions, TimeRange } from './backtestOptions.ts';
import { type DecidedPass, decidedPass } from './decidedPass.ts';
import { enginePass } from './enginePass.ts';
import { MarketMerge } from './marketMerge.ts';
import { underOtherClock } from './underOtherClock.ts';
import { comparedFrom, decisionsSince, type WarmUp, warmUpOf } from './warmUp.ts';

export const CHECKS = ['look-ahead', 'determinism', 'warm-up'] as const;
export type CheckName = (typeof CHECKS)[number];

/** What checks compare with the whole run, as plain data: another thread may have made it. */
export type CheckRuns = RunsAgain | { readonly skipped: string };

export interface RunsAgain {
  /** The first half alone. */
  readonly prefix: DecidedPass;
  /** It again, or a part of it, with the world's clock and chance changed. */
  readonly again: { readonly pass: DecidedPass; readonly reads: readonly string[]; readonly isDated: boolean };
  /** Undefined when it is not asked for, or nothing is recorded after the later beginning. */
  readonly warmUp: readonly WarmUp[] | undefined;
}

/** The run that is checked, as far as it is known before it is over. */
export type CheckedSpan = Pick<DecidedPass, 'from' | 'to' | 'snapshots'>;

/** The share of the recording that is run again. */
const PREFIX = 0.5;
/** What is run yet again is bounded. */
const MOST_AGAIN = 100_000;
/** How much later the recording begins for the warm-up, as a share of what is run for it. */
const LATER = 0.25;
const SHORTEST_MS = 2000;
const NO_FIRST_HALF = 'nothing is recorded in the first half';

/**
 * Runs parts of a recording again, in the fitted band. The order counts: what a module remembers of an earlier pass over a part
 * shows in the next. `progress`: the share that is done.
 */
export function checkRuns(
  options: BacktestOptions,
  { from, to, snapshots }: CheckedSpan,
  checks: readonly CheckName[],
  progress: (done: number) => void = () => undefined,
): CheckRuns {
  const length = to - from;
  if (length < SHORTEST_MS) return { skipped: 'the recording is too short to be run in parts' };
  const cut = from + Math.floor(length * PREFIX);
  // A range may begin within a gap, in which there is nothing to compare.
  const begin = Math.max(from, firstBookAt(options));
  if (begin >= cut) return { skipped: NO_FIRST_HALF };
  const end = Math.min(cut, begin + Math.max(1000, Math.floor(length * (MOST_AGAIN / snapshots))));
  const later = begin + Math.floor((end - begin) * LATER);
  const hasWarmUp = checks.includes('warm-up');
  const hasEarly = hasWarmUp || checks.includes('look-ahead');
  const { range } = options;
  const parts = { early: hasEarly ? end - from : 0, prefix: cut - from, again: end - from, late: hasWarmUp ? end - later : 0 };
  const whole = parts.early + parts.prefix + parts.again + parts.late;
  let done = 0;
  const part = <T>(ms: number, work: (tell: (share: number) => void) => T): T => {
    const result = work((share) => progress((done + share * ms) / whole));
    done += ms;
    progress(done / whole);
    return result;
  };
  const since = comparedFrom(later, end);
  const early = hasEarly ? part(parts.early, (tell) => decisionsSince(options, { ...range, to: end }, since, tell)) : undefined;
  const prefix = part(parts.prefix, (tell) => passOf(options, { ...range, to: cut }, tell));
  if (prefix === undefined) return { skipped: NO_FIRST_HALF };
  // Nothing is told meanwhile: whoever is told may look at the clock.
  const other = part(parts.again, () => underOtherClock(() => passOf(options, { ...range, to: end })));
  const late = hasWarmUp ? part(parts.late, (tell) => decisionsSince(options, { ...range, from: later, to: end }, since, tell)) : undefined;
  const strategies = options.engine.strategies.map(({ name }) => name);
  const { reads, isDated } = other;
  return { prefix, again: { pass: other.result!, reads, isDated }, warmUp: early && late && warmUpOf(strategies, early, late, later) };
}

/** When the first book is received. Infinity where there is none. */
function firstBookAt({ markets, range }: BacktestOptions): Instant {
  const merge = new MarketMerge(
    markets.map((market) => market.open()),
    range,
  );
  try {
    for (let type = merge.next(); type !== END; type = merge.next()) if (type === BOOK) return merge.at;
    return Infinity;
  } finally {
    merge.close();
  }
}

/** What a run of these options will span, by what is known of the recordings. */
export function spanToCheck({ markets, range = {} }: BacktestOptions): CheckedSpan {
  const merge = new MarketMerge(
    markets.map((market) => market.open()),
    range,
  );
  merge.next();
  merge.close();
  const from = Math.max(merge.at, range.from ?? -Infinity);
  const to = Math.min((range.to ?? Infinity) - 1, Math.max(...markets.map(({ span }) => span?.to ?? -Infinity)));
  const snapshots = markets.reduce((sum, { span, books = 0 }) => {
    const recordedMs = (span?.to ?? to) - (span?.from ?? from);
    return sum + books * Math.min(1, (to - from) / Math.max(1, recordedMs));
  }, 0);
  return { from, to, snapshots };
}

function passOf(options: BacktestOptions, range: TimeRange, progress: (done: number) => void = () => undefined): DecidedPass | undefined {
  const pass = enginePass({ ...options, range }, ['fitted'], { progress }).run();
  return pass && decidedPass(pass);
}
