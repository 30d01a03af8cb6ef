import { createHash } from 'node:crypto';
import { Fault } from '../../base/fault.ts';
import { isoOf } from '../../base/instant.ts';
import { jsonForPeople } from '../../base/json.ts';
import type { Band, BandRun, RunManifest, RunRecord } from '../runRecord.ts';
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

/** As `backtest`, with what the checks compare. */
export function runBacktest(
  options: BacktestOptions,
  listener: BacktestListener = {},
): { readonly record: RunRecord; readonly pass: DecidedPass } {
  const pass = enginePass(options, undefined, listener).run();
  if (pass === undefined || pass.snapshots === 0) throw nothingRecorded(options);
  const bands = Object.fromEntries(pass.runs.map((run) => [run.band, run])) as Record<Band, BandRun>;
  return { record: { manifest: manifestOf(options, pass), bands }, pass: decidedPass(pass) };
}

/** `<name>-<12 hex>`: the same for the same inputs, known before anything is read. */
export function runIdOf(options: BacktestOptions): string {
  const { about, range = {} } = options;
  const { name, code, config, seed, versions } = about;
  const inputs = jsonForPeople({ code, config, seed, versions, data: dataOf(options), from: range.from, to: range.to });
  return `${name}-${sha256(inputs).slice(0, 12)}`;
}

function manifestOf(options: BacktestOptions, { from, to, snapshots, pollMs }: PassResult): RunManifest {
  const { name: _name, ...about } = options.about;
  const { latency, currency } = options;
  return { id: runIdOf(options), data: dataOf(options), ...about, latency, from, to, snapshots, pollMs, currency };
}

/** Of each symbol, and of the tape of conversion quotes where there is one. */
function dataOf({ markets, quotes = [] }: BacktestOptions): RunManifest['data'] {
  const data = Object.fromEntries(markets.map(({ symbol, hash }) => [symbol, hash]));
  return quotes.length === 0 ? data : { ...data, quotes: sha256(jsonForPeople(quotes)) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function nothingRecorded({ markets, range: { from, to } = {} }: BacktestOptions): Fault {
  const symbols = markets.map(({ symbol }) => symbol).join(', ');
  const range = [from === undefined ? '' : ` from ${isoOf(from)}`, to === undefined ? '' : ` to ${isoOf(to)}`].join('');
  return new Fault('not-found', `there is no recorded book of ${symbols}${range}`, {
    suggestion: 'see what is recorded with `sluice data ls`',
  });
}
