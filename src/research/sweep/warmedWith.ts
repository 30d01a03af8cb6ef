import { isFault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import type { EngineSettings } from '../../engine/engineState.ts';
import { Mids } from '../../exchange/mids.ts';
import type { Pair } from '../../model/pair.ts';
import { contentHash } from '../../recording/dataHash.ts';
import { BacktestBand } from '../backtest/backtestBand.ts';
import type { BacktestOptions } from '../backtest/backtestOptions.ts';
import type { OpenPast } from '../warmingUp.ts';
import type { Dimension } from './dimension.ts';
import type { TrialJob } from './trial.ts';

type Params = TrialJob['params'];

/** Of more dimensions not every corner is looked at. */
const MOST_DIMENSIONS = 6;

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
  const furthest = new Map<string, number>();
  for (const params of cornersOf(dimensions))
    for (const { symbol, byStrategy } of needsOf(options, engineOf(params), pairs))
      furthest.set(symbol, Math.max(furthest.get(symbol) ?? 0, ...Object.values(byStrategy)));
  return Object.fromEntries([...furthest].map(([symbol, ms]) => [symbol, hashOf(past, symbol, from - ms, from)]));
}

function needsOf(options: BacktestOptions, engine: EngineSettings, pairs: readonly Pair[]): ReturnType<BacktestBand['setUp']> {
  const mids = new Mids(pairs, options.latency.responseMs);
  return new BacktestBand('fitted', { ...options, engine }, { pairs, mids }, { decisions: false, keepsFills: false }).setUp();
}

/** The configuration as it is, and the ends of all dimensions with one another. */
function cornersOf(dimensions: readonly Dimension[]): Params[] {
  const ends = dimensions.map(({ name, textAt }) => ({ name, both: [textAt(0), textAt(1 - Number.EPSILON)] }));
  const all = (place: 0 | 1): Params => Object.fromEntries(ends.map(({ name, both }) => [name, both[place]!]));
  if (dimensions.length > MOST_DIMENSIONS)
    return [{}, all(0), all(1), ...ends.flatMap(({ name, both }) => both.map((text) => ({ ...all(1), [name]: text })))];
  let corners: Params[] = [{}];
  for (const { name, both } of ends) corners = corners.flatMap((corner) => both.map((text) => ({ ...corner, [name]: text })));
  return [{}, ...corners];
}

function hashOf(open: OpenPast, symbol: string, from: Instant, to: Instant): string {
  try {
    return contentHash(open(symbol, from, to));
  } catch (error) {
    if (!isFault(error)) throw error;
    return error.code;
  }
}
