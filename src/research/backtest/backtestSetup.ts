import { basename, extname } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { jsonForPeople } from '../../base/json.ts';
import { sha256 } from '../../loading/strategyCode.ts';
import { currenciesOf } from '../../model/pair.ts';
import { symbolsOf } from '../../model/tradedMarkets.ts';
import { readQuotes } from '../../recording/readQuotes.ts';
import type { BacktestMarket, BacktestOptions, TimeRange } from './backtestOptions.ts';
import type { TapeQuote } from '../../exchange/conversionQuotes.ts';
import { equitySpacing } from './equitySampler.ts';
import type { RunLatency, RunOpening } from '../runRecord.ts';
import { shadowContests } from '../shadow/shadowContest.ts';
import { pastIn } from '../../recording/warmingUp.ts';
import { engineSettingsOf } from '../../loading/engineSettings.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import { sluiceVersion } from '../../settings/sluiceVersion.ts';
import { codeHash } from '../../loading/codeHash.ts';
import { configuredStrategies } from '../../loading/strategyParams.ts';
import { openingBalances } from '../../loading/openingBalances.ts';
import { worldOptions } from './worldOptions.ts';
import { recordedMarkets, recordingsIn } from './recordedMarkets.ts';

export interface BacktestPlaces {
  /** Folder of the recordings, absolute. */
  readonly data: string;
  readonly range?: TimeRange;
  /** Where they are open already: the recordings are not looked for. */
  readonly markets?: readonly BacktestMarket[] | undefined;
  /** Where it is known already: the configuration is not asked. */
  readonly latency?: RunLatency | undefined;
}

/**
 * What a backtest of a configuration needs: its strategies, the recordings of their symbols, and the world as it says. Whatever
 * the mode, no venue is asked.
 *
 * Throws a `Fault`: `configuration` without a strategy, `not-found` for what is not recorded.
 */
export async function backtestSetup(settings: Settings, { data, range = {}, markets, latency }: BacktestPlaces): Promise<BacktestOptions> {
  const strategies = await configuredStrategies(settings);
  const [first] = strategies;
  if (first === undefined) {
    throw new Fault('configuration', 'the configuration has no strategy to run', { suggestion: 'add one under strategies:' });
  }
  const symbols = markets?.map(({ symbol }) => symbol) ?? marketSymbols(settings, data);
  const { equityEvery, draws } = settings.backtest;
  const walked = markets ?? recordedMarkets(data, symbols, range);
  return {
    engine: engineSettingsOf(settings, strategies),
    markets: walked,
    range,
    past: pastIn(data),
    ...worldOptions(settings, symbols.length, latency),
    draws,
    contests: await shadowContests(settings),
    quotes: tapeOf(data, range),
    equityEveryMs: equityEvery ?? equitySpacing(lengthOf(walked, range)),
    currency: currenciesOf(symbolsOf(first)[0]!)!.quote,
    about: { ...aboutOf(settings), opening: openingOf(settings) },
  };
}

/** How long the run can be at most, in milliseconds. */
function lengthOf(markets: readonly BacktestMarket[], { from = -Infinity, to = Infinity }: TimeRange): number {
  const starts = markets.map(({ span }) => span?.from ?? -Infinity);
  const ends = markets.map(({ span }) => span?.to ?? Infinity);
  return Math.min(to, Math.max(...ends)) - Math.max(from, Math.min(...starts));
}

/** Quotes that were offered, by when. */
function tapeOf(data: string, range: TimeRange): TapeQuote[] {
  const quotes: TapeQuote[] = [];
  for (const { fromCurrency, toCurrency, offer } of readQuotes(data, range))
    if (offer !== undefined) quotes.push({ fromCurrency, toCurrency, ...offer });
  return quotes.sort((a, b) => a.quotedAt - b.quotedAt);
}

/** As the daemon polls: what the strategies trade, and what else risk may value things by, as far as it is recorded. */
function marketSymbols({ risk, strategies, shadows }: Settings, data: string): string[] {
  const traded = [...Object.values(strategies), ...Object.values(shadows)].flatMap(symbolsOf);
  const recorded = recordingsIn(data).map(({ symbol }) => symbol);
  return [...new Set([...traded, ...(risk.symbols ?? []).filter((symbol) => recorded.includes(symbol))])];
}

function openingOf(settings: Settings): RunOpening {
  const { backtest, simulator } = settings;
  const from = backtest.balances !== undefined ? 'backtest.balances' : simulator.balances !== undefined ? 'simulator.balances' : 'budgets';
  const texts = Object.entries(openingBalances(settings)).map(([currency, amount]) => [currency, amount.toFixed()] as const);
  return { balances: Object.fromEntries(texts), from };
}

function aboutOf(settings: Settings): BacktestOptions['about'] {
  const entries = Object.entries(settings.strategies);
  const code = [...entries, ...Object.entries(settings.shadows)].map(
    ([name, { use }]) => [name, codeHash(use, settings.directory)] as const,
  );
  const strategies = entries.map(([name, { use, symbol, markets, params, budget, opening }]) => {
    const texts = Object.entries(params).map(
      ([param, value]) => [param, typeof value === 'string' ? value : jsonForPeople(value)] as const,
    );
    const most = budget && { amount: budget.amount.toFixed(), currency: budget.currency };
    const began = opening && { amount: opening.amount.toFixed(), price: opening.price.toFixed() };
    return { name, use, symbol, markets, params: Object.fromEntries(texts), budget: most, ...(began && { opening: began }) };
  });
  return {
    name: settings.file === undefined ? 'default' : basename(settings.file, extname(settings.file)),
    code: Object.fromEntries(code),
    config: configHash(settings),
    seed: String(settings.simulator.seed),
    versions: { sluice: sluiceVersion() },
    strategies,
  };
}

/** Over what a run depends on: no secret, no path of this machine, and of a journal the numbers that were found in it. */
function configHash({ poll, risk, strategies, shadows, execution, simulator, venue, backtest }: Settings): string {
  const { data: _data, runs: _runs, latency, ...others } = backtest;
  const { entry, response, fitted, quantile } = latency;
  const world = { ...others, latency: { entry, response, ...(fitted ? { quantile } : {}) } };
  const { rateLimit } = venue;
  // Where it was read from says nothing of the run, and what a model venue has no use for neither.
  const { replace, refusals } = venue.knows;
  const knows = { replace, refusals };
  const beside = Object.keys(shadows).length === 0 ? {} : { shadows };
  const { balances, seed } = simulator;
  return sha256(jsonForPeople({ poll, risk, strategies, execution, balances, seed, rateLimit, knows, world, ...beside }));
}
