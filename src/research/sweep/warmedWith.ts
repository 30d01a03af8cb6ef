import { isFault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import type { EngineSettings } from '../../engine/engineState.ts';
import { Mids } from '../../exchange/mids.ts';
import type { Pair } from '../../model/pair.ts';
import { contentHash } from '../../recording/dataHash.ts';
import { BacktestBand } from '../backtest/backtestBand.ts';
import type { BacktestOptions } from '../backtest/backtestOptions.ts';
import type { OpenPast } from '../../recording/warmingUp.ts';
import type { Dimension } from './dimension.ts';
import type { TrialJob } from './trial.ts';

type Params = TrialJob['params'];

/** Where there are more combinations than this, not every one is looked at. */
const MOST_COMBINATIONS = 64;
/** What a recording lacks for good. Anything else may be otherwise when the trials read it. */
const LASTING: ReadonlySet<string> = new Set(['not-found', 'invalid-request']);

/**
 * A hash, for each symbol, of the recording before the sweep's beginning with which its trials warm up. It goes back as far as the parameters of any
 * trial can ask for. A symbol for which no trial warms up is left out.
 */
export function warmedWith(
  options: BacktestOptions,
  dimensions: readonly Dimension[],
  engineOf: (params: Params) => EngineSettings,
  from: Instant,
): Readonly<Record<string, string>> {
  const { past, markets } = options;
  if (past === undefined) return {};
  const pairs = markets.map((market) => {
    const cursor = market.open();
    cursor.close();
    return cursor.pair;
  });
  const lengths = new Map<string, Set<number>>();
  for (const params of extremesOf(dimensions))
    for (const { symbol, byStrategy } of needsOf(options, engineOf(params), pairs))
      lengths.set(symbol, new Set([...(lengths.get(symbol) ?? []), ...Object.values(byStrategy)]));
  return Object.fromEntries([...lengths].map(([symbol, ms]) => [symbol, hashOf(past, symbol, ms, from)]));
}

function needsOf(options: BacktestOptions, engine: EngineSettings, pairs: readonly Pair[]): ReturnType<BacktestBand['setUp']> {
  const mids = new Mids(pairs, options.latency.responseMs);
  return new BacktestBand('fitted', { ...options, engine }, { pairs, mids }, { decisions: false, keepsFills: false }).setUp();
}

/**
 * The configuration as it is, and what may ask for most with one another: the least and the greatest value of an ordered dimension, and every value of
 * another one. Where those are too many together, each value stands beside the last ones of all other dimensions.
 */
function extremesOf(dimensions: readonly Dimension[]): Params[] {
  const extremes = dimensions.map(({ name, values, isOrdered, textAt }) => ({
    name,
    texts: isOrdered || values === undefined ? [textAt(0), textAt(1 - Number.EPSILON)] : values,
  }));
  if (extremes.reduce((product, { texts }) => product * texts.length, 1) > MOST_COMBINATIONS) {
    const all = (place: 0 | -1): Params => Object.fromEntries(extremes.map(({ name, texts }) => [name, texts.at(place)!]));
    return [{}, all(0), ...extremes.flatMap(({ name, texts }) => texts.map((text) => ({ ...all(-1), [name]: text })))];
  }
  let combinations: Params[] = [{}];
  for (const { name, texts } of extremes)
    combinations = combinations.flatMap((params) => texts.map((text) => ({ ...params, [name]: text })));
  return [{}, ...combinations];
}

/**
 * The hash of the longest part before the beginning that can be read. A trial that asks for a longer one is not warmed up, and one that asks for a shorter
 * one is, so what the longer ones lack stands before it. Throws a `Fault` where the recording can't be read at this moment.
 */
function hashOf(open: OpenPast, symbol: string, lengths: ReadonlySet<number>, to: Instant): string {
  const lacks: string[] = [];
  for (const ms of [...lengths].toSorted((one, other) => other - one)) {
    try {
      return [...lacks, contentHash(open(symbol, to - ms, to))].join(' ');
    } catch (error) {
      if (!isFault(error) || !LASTING.has(error.code)) throw error;
      lacks.push(error.code);
      // Where nothing is recorded, nothing of a shorter part is either.
      if (error.code === 'not-found') break;
    }
  }
  return lacks.join(' ');
}
