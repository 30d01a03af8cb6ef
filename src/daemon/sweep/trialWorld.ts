import { assert } from '../../base/assert.ts';
import { Fault, isFault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { jsonForPeople } from '../../base/json.ts';
import type { EngineSettings } from '../../engine/engineState.ts';
import { readParams } from '../../engine/params.ts';
import { BlockSequence, decodeBlocks } from '../../recording/blockSequence.ts';
import { type BookBlock, bytesOf } from '../../recording/bookBlock.ts';
import type { MarketCursor } from '../../recording/marketCursor.ts';
import { openMarket } from '../../recording/openMarket.ts';
import type { BacktestMarket, BacktestOptions, TimeRange } from '../../research/backtest/backtestOptions.ts';
import type { TrialWorld } from '../../research/sweep/runTrials.ts';
import type { SweepPlan } from '../../research/sweep/sweepPlan.ts';
import type { TrialJob } from '../../research/sweep/trial.ts';
import { backtestSetup } from '../backtest/backtestSetup.ts';
import { loadSettings, type LoadOptions } from '../settings/loadSettings.ts';
import { textsOf } from '../strategies/strategyParams.ts';

/** A recorded market as it can be posted to a worker. */
export interface SharedMarket extends Pick<BacktestMarket, 'symbol' | 'hash' | 'span'> {
  /** In shared memory; undefined when they would take too much of it, and are read from disk in each pass. */
  readonly blocks: readonly BookBlock[] | undefined;
}

/** What a worker makes its world of. It loads the strategies itself: functions can't be posted. */
export interface TrialWorldSource {
  readonly file: string;
  readonly env: LoadOptions['env'];
  readonly data: string;
  readonly range: TimeRange;
  readonly markets: readonly SharedMarket[];
  /** Found once: a journal may grow while the sweep runs. */
  readonly latency: BacktestOptions['latency'];
  /** Configuration and code as they were when the sweep began. */
  readonly about: BacktestOptions['about'];
  readonly band: SweepPlan['band'];
  readonly objective: string;
}

/** So many passes over the files take as long as decoding them into memory does. */
const PASSES_WORTH_DECODING = 5;

/**
 * Decodes recordings into shared memory, as long as all of them together fit, and as long as each worker makes so many `passes`
 * over them that it pays.
 */
export function sharedMarkets({ markets }: BacktestOptions, mostBytes: number, passes: number): SharedMarket[] {
  let left = passes < PASSES_WORTH_DECODING ? 0 : mostBytes;
  return markets.map((market) => {
    const { symbol, hash, span } = market;
    const blocks = left > 0 ? decodeBlocks(market.open(), left) : undefined;
    left -= (blocks ?? []).reduce((sum, block) => sum + bytesOf(block), 0);
    return { symbol, hash, span, blocks };
  });
}

export async function trialWorld(source: TrialWorldSource): Promise<TrialWorld> {
  const { file, env, data, range, latency, about, band, objective } = source;
  const settings = await loadSettings({ file, env });
  const markets = source.markets.map((market): BacktestMarket => {
    const { symbol, hash, span, blocks } = market;
    const open: BacktestMarket['open'] = (from) =>
      blocks === undefined || blocks.length === 0 ? openedFrom(source, market, from) : new BlockSequence(blocks, from);
    return { symbol, hash, span, open };
  });
  const options = await backtestSetup(settings, { data, range, markets, latency });
  // Decoding takes its time: what was edited meanwhile would be another sweep. A latency that was fitted is not asked for again.
  const { config } = settings.backtest.latency.fitted ? about : options.about;
  if (jsonForPeople({ ...options.about, config }) !== jsonForPeople(about))
    throw new Fault('configuration', `${file} or the code of a strategy has changed`);
  const written = Object.entries(settings.strategies).map(([name, { params }]) => [name, textsOf(params).texts] as const);
  const texts = new Map(written);
  const engineOf = (params: TrialJob['params']): EngineSettings => ({
    ...options.engine,
    strategies: options.engine.strategies.map((strategy) => {
      const prefix = `strategies.${strategy.name}.params.`;
      const own = Object.entries(params).filter(([name]) => name.startsWith(prefix));
      const varied = Object.fromEntries(own.map(([name, text]) => [name.slice(prefix.length), text]));
      const { values, problems } = readParams(strategy.definition.params, { ...texts.get(strategy.name), ...varied });
      assert(problems.length === 0, () => `${strategy.name}: ${problems.map(({ name, problem }) => `${name} ${problem}`).join('; ')}`);
      return { ...strategy, params: values };
    }),
  });
  return { options, band, objective, engineOf };
}

/** A window of a walk-forward does not read what lies before it; nobody reads what was recorded since the sweep began. */
function openedFrom({ data, range: whole }: TrialWorldSource, { symbol, span }: SharedMarket, from: Instant = -Infinity): MarketCursor {
  const range = { ...whole, to: Math.min(whole.to ?? Infinity, (span?.to ?? Infinity) + 1) };
  try {
    return openMarket(data, symbol, { ...range, from: Math.max(from, range.from ?? -Infinity) });
  } catch (error) {
    // Days without a file are no fault of the recording.
    if (!isFault(error, 'not-found')) throw error;
    return openMarket(data, symbol, range);
  }
}
