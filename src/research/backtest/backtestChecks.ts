import type { Instant } from '../../base/instant.ts';
import { durationText, isoOf } from '../../base/instant.ts';
import type { BacktestOptions } from './backtestOptions.ts';
import { type CheckName, checkRuns, type CheckRuns, CHECKS, type RunsAgain } from './checkRuns.ts';
import type { BandDecisions, DecidedPass } from './decidedPass.ts';
import type { DecisionMark } from './decisionLog.ts';
import { CLOCK } from './underOtherClock.ts';

/** What a check has found. A warning asks for judgement; what failed makes the run worthless. */
export interface CheckResult {
  readonly check: CheckName;
  readonly outcome: 'passed' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
}

/**
 * Runs parts of the recording again, in the fitted band, and compares decisions:
 *
 * - look-ahead: the first half alone must be decided as it was within the whole;
 * - determinism: a second run must decide the same, under another wall clock and other chance;
 * - warm-up: how far decisions depend on where the recording begins.
 */
export function backtestChecks(options: BacktestOptions, pass: DecidedPass, checks: readonly CheckName[] = CHECKS): CheckResult[] {
  return checks.length === 0 ? [] : checkResults(pass, checkRuns(options, pass, checks), checks);
}

/** Compares the whole with what was run again. */
export function checkResults(whole: DecidedPass, runs: CheckRuns, checks: readonly CheckName[]): CheckResult[] {
  if ('skipped' in runs) return checks.map((check) => ({ check, outcome: 'skipped', detail: runs.skipped }));
  const results: Record<CheckName, () => CheckResult> = {
    'look-ahead': () => lookAhead(whole, runs),
    determinism: () => determinism(runs),
    'warm-up': () => warmUp(runs, whole),
  };
  return checks.map((check) => results[check]());
}

function lookAhead(whole: DecidedPass, runs: RunsAgain): CheckResult {
  const check = 'look-ahead';
  const { prefix } = runs;
  if (whole.to <= prefix.to) return { check, outcome: 'skipped', detail: 'nothing is recorded in the second half' };
  const differsAt = firstDifference(fitted(whole), fitted(prefix), prefix.to);
  const until = isoOf(prefix.to);
  if (differsAt === undefined) return { check, outcome: 'passed', detail: `decisions up to ${until} are the same without what came later` };
  if (determinism(runs).outcome === 'failed') {
    return { check, outcome: 'skipped', detail: "it can't be told as long as two runs of the same data differ" };
  }
  const detail = `decisions from ${isoOf(differsAt)} on are others when the recording ends at ${until}: something knows the future`;
  return { check, outcome: 'failed', detail };
}

function determinism({ prefix, again: { pass, reads: asked, isDated } }: RunsAgain): CheckResult {
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

function warmUp({ warmUp: found }: RunsAgain, { bands }: DecidedPass): CheckResult {
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

function fitted({ bands }: DecidedPass): BandDecisions['decisions'] {
  return bands.find(({ band }) => band === 'fitted')!.decisions;
}

/** When two runs of the same data began to differ, looked at before the shorter one was about to end; undefined: they don't. */
function firstDifference(longer: BandDecisions['decisions'], shorter: BandDecisions['decisions'], before: Instant): Instant | undefined {
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
