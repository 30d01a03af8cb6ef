import type { Instant } from '../../base/instant.ts';
import { durationText, isoOf } from '../../base/instant.ts';
import type { BacktestOptions, TimeRange } from './backtestOptions.ts';
import { type DecidedPass, decidedPass } from './decidedPass.ts';
import type { DecisionLog, DecisionMark } from './decisionLog.ts';
import { enginePass } from './enginePass.ts';
import { CLOCK, underOtherClock } from './underOtherClock.ts';
import { type WarmUp, warmUpOf } from './warmUp.ts';

export const CHECKS = ['look-ahead', 'determinism', 'warm-up'] as const;
export type CheckName = (typeof CHECKS)[number];

/** What a check has found. A warning asks for judgement; what failed makes the run worthless. */
export interface CheckResult {
  readonly check: CheckName;
  readonly outcome: 'passed' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
}

/** The share of the recording that is run again. */
const PREFIX = 0.5;
/** What is run yet again is bounded. */
const MOST_AGAIN = 100_000;
/** How much later the recording begins for the warm-up, as a share of the prefix. */
const LATER = 0.25;

/**
 * Runs parts of the recording again, in the fitted band, and compares decisions:
 *
 * - look-ahead: the first half alone must be decided as it was within the whole;
 * - determinism: a second run must decide the same, under another wall clock and other chance;
 * - warm-up: how far decisions depend on where the recording begins.
 */
export function backtestChecks(options: BacktestOptions, pass: DecidedPass, checks: readonly CheckName[] = CHECKS): CheckResult[] {
  const length = pass.to - pass.from;
  const cut = pass.from + Math.floor(length * PREFIX);
  if (length < 2000 || checks.length === 0) {
    return checks.map((check) => ({ check, outcome: 'skipped', detail: 'the recording is too short to be run in parts' }));
  }
  const prefix = partOf(options, { ...options.range, to: cut });
  if (prefix === undefined) return checks.map((check) => ({ check, outcome: 'skipped', detail: 'nothing is recorded in the first half' }));
  const end = Math.min(cut, pass.from + Math.max(1000, Math.floor(length * (MOST_AGAIN / pass.snapshots))));
  const again = againOf(options, end);
  const results: Record<CheckName, () => CheckResult> = {
    'look-ahead': () => lookAhead(pass, prefix, again),
    determinism: () => determinism(prefix, again),
    'warm-up': () => warmUp(warmUpOf(options, { ...options.range, to: end }, pass.from + Math.floor((end - pass.from) * LATER)), pass),
  };
  return checks.map((check) => results[check]());
}

interface Again {
  readonly pass: DecidedPass;
  readonly reads: readonly string[];
  readonly isDated: boolean;
}

function lookAhead(whole: DecidedPass, prefix: DecidedPass, again: Again): CheckResult {
  const check = 'look-ahead';
  const differsAt = firstDifference(fitted(whole), fitted(prefix), prefix.to);
  const until = isoOf(prefix.to);
  if (differsAt === undefined) return { check, outcome: 'passed', detail: `decisions up to ${until} are the same without what came later` };
  if (determinism(prefix, again).outcome === 'failed') {
    return { check, outcome: 'skipped', detail: "it can't be told as long as two runs of the same data differ" };
  }
  const detail = `decisions from ${isoOf(differsAt)} on are others when the recording ends at ${until}: something knows the future`;
  return { check, outcome: 'failed', detail };
}

function determinism(prefix: DecidedPass, { pass, reads: asked, isDated }: Again): CheckResult {
  const check = 'determinism';
  const differsAt = firstDifference(fitted(prefix), fitted(pass), pass.to);
  const reads = asked.length === 0 && isDated && differsAt !== undefined ? [CLOCK] : asked;
  const used = reads.length === 0 ? '' : `; ${reads.join(' and ')} was used: take the time from ctx.now and chance from ctx.random`;
  if (differsAt !== undefined) {
    return { check, outcome: 'failed', detail: `a second run decided otherwise from ${isoOf(differsAt)} on${used}` };
  }
  const detail = `a second run of ${pass.snapshots} books decided the same`;
  return reads.length === 0 ? { check, outcome: 'passed', detail } : { check, outcome: 'warning', detail: `${detail}${used}` };
}

function warmUp(found: readonly WarmUp[] | undefined, { bands }: DecidedPass): CheckResult {
  const check = 'warm-up';
  if (found === undefined) return { check, outcome: 'skipped', detail: 'nothing is recorded after the later beginning' };
  const { firstDecisions } = bands.find(({ band }) => band === 'fitted')!;
  const texts = found.map(({ strategy, laterMs, same, decisions }) => {
    const first = firstDecisions.get(strategy);
    const began = first === undefined ? 'decided nothing' : `decided first on book ${first}`;
    if (decisions === 0) return `${strategy} ${began}`;
    return `${strategy} ${began}; begun ${durationText(laterMs)} later it comes to ${Math.floor((same / decisions) * 100)} % of the same decisions`;
  });
  const detail = texts.join('; ');
  if (found.every(({ decisions }) => decisions === 0)) return { check, outcome: 'skipped', detail: `${detail}; no decisions to compare` };
  const isSame = found.every(({ same, decisions }) => same === decisions);
  return { check, outcome: isSame ? 'passed' : 'warning', detail };
}

/** The first half again, or part of it, with the world's clock and chance changed. */
function againOf(options: BacktestOptions, end: Instant): Again {
  const { result, reads, isDated } = underOtherClock(() => partOf(options, { ...options.range, to: end }));
  return { pass: result!, reads, isDated };
}

function partOf(options: BacktestOptions, range: TimeRange): DecidedPass | undefined {
  const pass = enginePass({ ...options, range }, ['fitted']).run();
  return pass && decidedPass(pass);
}

function fitted({ bands }: DecidedPass): DecisionLog {
  return bands.find(({ band }) => band === 'fitted')!.decisions;
}

/** When two runs of the same data began to differ, looked at before the shorter one was about to end; undefined: they don't. */
function firstDifference(longer: DecisionLog, shorter: DecisionLog, before: Instant): Instant | undefined {
  const inShorter = new Map(shorter.marks.map((mark) => [mark.count, mark]));
  const inLonger = new Map(longer.marks.map((mark) => [mark.count, mark]));
  const isEarly = (mark: DecisionMark): boolean => mark.at < before;
  const missed = longer.marks.filter(isEarly).find(({ count, digest }) => inShorter.get(count)?.digest !== digest);
  const extra = shorter.marks.filter(isEarly).find(({ count, digest }) => {
    const mark = inLonger.get(count);
    return mark === undefined ? count > longer.count : mark.digest !== digest;
  });
  return missed === undefined || extra === undefined ? (missed ?? extra)?.at : Math.min(missed.at, extra.at);
}
