import { Fault, isFault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { jsonForPeople } from '../../base/json.ts';
import type { MarketCursor } from '../../recording/marketCursor.ts';
import { openMarket } from '../../recording/openMarket.ts';
import { type LoadOptions, loadSettings, type Settings } from '../../settings/loadSettings.ts';
import type { BacktestMarket, BacktestOptions, TimeRange } from './backtestOptions.ts';
import { backtestSetup } from './backtestSetup.ts';

/** What a thread makes the options of a backtest of. It loads the strategies itself: functions can't be posted. */
export interface SetupSource {
  /** The configuration, absolute. */
  readonly file: string;
  /** Where its relative paths start; without it, in its own folder. */
  readonly directory?: string | undefined;
  readonly env: LoadOptions['env'];
  readonly data: string;
  readonly range: TimeRange;
  /** Found once: a journal may grow meanwhile. */
  readonly latency: BacktestOptions['latency'];
  /** Configuration and code as they were at the beginning. */
  readonly about: BacktestOptions['about'];
}

/** A market without its walk, which can't be posted. */
export type PostedMarket = Omit<BacktestMarket, 'open'>;

export function postedMarket({ symbol, hash, span, books }: BacktestMarket): PostedMarket {
  return { symbol, hash, span, books };
}

/** The options again. Throws a `Fault` `configuration` when something has been edited meanwhile: it would be another run. */
export async function reloadedSetup(
  { file, directory, env, data, range, latency, about }: SetupSource,
  markets: readonly BacktestMarket[],
): Promise<{ readonly settings: Settings; readonly options: BacktestOptions }> {
  const settings = await loadSettings({ file, directory, env });
  const options = await backtestSetup(settings, { data, range, markets, latency });
  // A latency that was fitted is not asked for again.
  const { config } = settings.backtest.latency.fitted ? about : options.about;
  if (jsonForPeople({ ...options.about, config }) !== jsonForPeople(about))
    throw new Fault('configuration', `${file} or the code of a strategy has changed`);
  return { settings, options };
}

/** A walk from `from` on does not read what lies before it; nobody reads what was recorded since the beginning. */
export function reopenedMarket(
  { data, range: whole }: Pick<SetupSource, 'data' | 'range'>,
  { symbol, span }: PostedMarket,
  from: Instant = -Infinity,
): MarketCursor {
  const range = { ...whole, to: Math.min(whole.to ?? Infinity, (span?.to ?? Infinity) + 1) };
  try {
    return openMarket(data, symbol, { ...range, from: Math.max(from, range.from ?? -Infinity) });
  } catch (error) {
    // Days without a file are no fault of the recording.
    if (!isFault(error, 'not-found')) throw error;
    return openMarket(data, symbol, range);
  }
}
