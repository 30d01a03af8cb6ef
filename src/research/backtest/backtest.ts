import { sleep } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { isoOf } from '../../base/instant.ts';
import { jsonForPeople } from '../../base/json.ts';
import { systemClock } from '../../base/systemClock.ts';
import { sha256 } from '../../loading/strategyCode.ts';
import { drawnFiguresOf } from '../metrics/drawnFigures.ts';
import { type Band, type BandRun, BANDS, type RunManifest, type RunRecord } from '../runRecord.ts';
import { type ContenderRun, type ShadowResult, shadowResult } from '../shadow/shadowResult.ts';
import type { BacktestListener, BacktestOptions } from './backtestOptions.ts';
import type { PassResult } from './backtestPass.ts';
import { type DecidedPass, decidedPass } from './decidedPass.ts';
import { enginePass } from './enginePass.ts';

/**
 * What the strategies would have done on the recorded market, three times over: pessimistic, fitted, optimistic. The same
 * options give the same record on every machine.
 *
 * Throws a `Fault` `not-found` when nothing is recorded in the range.
 */
export function backtest(options: BacktestOptions, listener: BacktestListener = {}): RunRecord {
  return runBacktest(options, listener).record;
}

/** How long others wait for their turn. */
const TURN_MS = 20;

/** A run, and what the checks compare. */
export interface RanBacktest {
  readonly record: RunRecord;
  readonly pass: DecidedPass;
}

/** As `backtest`, with what the checks compare. */
export function runBacktest(options: BacktestOptions, listener: BacktestListener = {}): RanBacktest {
  return ranBacktest(options, enginePass(options, BANDS, listener, options.draws, options.contests).run());
}

/** As `runBacktest`, and now and then others have a turn: signals, timers, what threads report. Throws what `signal` was aborted with. */
export async function runBacktestInTurns(options: BacktestOptions, listener: BacktestListener, signal: AbortSignal): Promise<RanBacktest> {
  const pieces = enginePass(options, BANDS, listener, options.draws, options.contests).pieces();
  try {
    for (let turnEndsMs = -Infinity; ;) {
      const nowMs = systemClock.monotonicMs();
      if (nowMs >= turnEndsMs) {
        await sleep(systemClock, 0, signal);
        turnEndsMs = nowMs + TURN_MS;
      }
      const { done, value } = pieces.next();
      if (done === true) return ranBacktest(options, value);
    }
  } finally {
    pieces.return(undefined);
  }
}

function ranBacktest(options: BacktestOptions, pass: PassResult | undefined): RanBacktest {
  if (pass === undefined || pass.snapshots === 0) throw nothingRecorded(options);
  const bands = Object.fromEntries(pass.runs.slice(0, BANDS.length).map((run) => [run.band, run])) as Record<Band, BandRun>;
  const contestsFrom = BANDS.length + (options.draws ?? 0);
  const draws = pass.runs.slice(BANDS.length, contestsFrom).map(drawnFiguresOf);
  const shadows = shadowsOf(options, pass, contestsFrom);
  return { record: { manifest: manifestOf(options, pass), bands, draws, shadows }, pass: decidedPass(pass) };
}

function shadowsOf({ contests = [], about }: BacktestOptions, { runs, bands }: PassResult, from: number): ShadowResult[] {
  const run = (at: number): ContenderRun => ({
    equity: runs[at]!.equity,
    fills: runs[at]!.fills.length,
    stopped: bands[at]!.stopped,
    limited: bands[at]!.limited,
  });
  return contests.map((contest, i) => {
    const at = from + 2 * i;
    return shadowResult(contest, { champion: run(at), challenger: run(at + 1) }, about.seed);
  });
}

/**
 * `<name>-<12 hex>`: the same for the same inputs. What strategies were warmed up with is known once the run has begun; without it, the id
 * is that of a run without warm-up.
 */
export function runIdOf(options: BacktestOptions, data = dataOf(options)): string {
  const { about, range = {} } = options;
  const { name, code, config, seed, versions } = about;
  const inputs = jsonForPeople({ code, config, seed, versions, data, from: range.from, to: range.to });
  return `${name}-${sha256(inputs).slice(0, 12)}`;
}

function manifestOf(options: BacktestOptions, { from, to, snapshots, pollMs, warmedWith }: PassResult): RunManifest {
  const { name: _name, ...about } = options.about;
  const { latency, currency } = options;
  const data = { ...dataOf(options), ...(warmedWith !== undefined && { 'warm-up': warmedWith }) };
  return { id: runIdOf(options, data), data, ...about, latency, from, to, snapshots, pollMs, currency };
}

/** One for each symbol, and one for the tape of conversion quotes where there is one. */
function dataOf({ markets, quotes = [] }: BacktestOptions): RunManifest['data'] {
  const data = Object.fromEntries(markets.map(({ symbol, hash }) => [symbol, hash]));
  return quotes.length === 0 ? data : { ...data, quotes: sha256(jsonForPeople(quotes)) };
}

function nothingRecorded({ markets, range: { from, to } = {} }: BacktestOptions): Fault {
  const symbols = markets.map(({ symbol }) => symbol).join(', ');
  const range = [from === undefined ? '' : ` from ${isoOf(from)}`, to === undefined ? '' : ` to ${isoOf(to)}`].join('');
  return new Fault('not-found', `there is no recorded book of ${symbols}${range}`, {
    suggestion: 'see what is recorded with `sluice data ls`',
  });
}
