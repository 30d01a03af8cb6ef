/**
 * What each bundled strategy comes to over a seeded market, with the configuration of its page, as it was written down. Another
 * figure means that it decides otherwise, which has to be on purpose.
 *
 * `SLUICE_DIGESTS=write npx vitest run test/strategies/backtests.long.test.ts` writes `backtests.json` anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { engineSettingsOf } from '../../src/loading/engineSettings.ts';
import { openingBalances } from '../../src/loading/openingBalances.ts';
import { bundledStrategies } from '../../src/loading/strategyLoader.ts';
import { checkParams, configuredStrategies } from '../../src/loading/strategyParams.ts';
import { gridOf } from '../../src/model/grid.ts';
import { symbolsOf } from '../../src/model/tradedMarkets.ts';
import { backtest } from '../../src/research/backtest/backtest.ts';
import type { BacktestMarket } from '../../src/research/backtest/backtestOptions.ts';
import { type TrialPair, trialMarketsOf } from '../../src/research/check/trialPairs.ts';
import { BANDS, type BandRun } from '../../src/research/runRecord.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { optionsOf } from '../research/backtest/fixtures.ts';
import { recordedMarket } from '../research/backtest/recordedMarket.ts';
import { wanderingRows } from '../research/backtest/wanderingRows.ts';

const FILE = new URL('backtests.json', import.meta.url);
const FOLDER = fileURLToPath(new URL('../../docs/strategies/', import.meta.url));
const isWriting = process.env['SLUICE_DIGESTS'] === 'write';
const kept = isWriting ? {} : (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Digest>);
/** It only tells, and a made-up quote is never better than the book. */
const TELLS_ONLY: ReadonlySet<string> = new Set(['quote-edge']);
/** Hours, and a book each ten seconds. */
const [LENGTH_MS, EVERY_MS] = [4 * 3_600_000, 10_000];
const MONDAY = Date.UTC(2026, 10, 23);
const PEGGED: TrialPair = {
  symbol: 'USDT/EUR',
  description: '',
  base: 'USDT',
  quote: 'EUR',
  grid: gridOf(5, dec('0.01')),
  minVolume: dec('5'),
  maxVolume: dec('2000000'),
  firstMid: 92_593,
  lotsScale: 10,
};
const PAIRS = [...trialMarketsOf('any').pairs, PEGGED];

/** By band: what was decided (SHA-256), orders, fills, conversions, and the equity at the end. */
type Digest = Readonly<Record<string, { readonly decisions: string; readonly counts: string; readonly equity: string }>>;

afterAll(() => {
  if (isWriting) writeFileSync(FILE, `${JSON.stringify(kept, undefined, 2)}\n`);
});

describe.each(bundledStrategies().filter((name) => name !== 'hold'))('the strategy %s', (name) => {
  it('comes to what was written down', async () => {
    const runs = await bandsOf(name);
    const digest = Object.fromEntries(BANDS.map((band) => [band, digestOf(runs[band])]));
    if (isWriting) kept[name] = digest;
    expect(digest).toEqual(kept[name]);
    const { orders, conversions, warnings } = runs.fitted;
    expect(warnings.filter((warning) => warning.includes('was stopped'))).toEqual([]);
    expect(orders.placed + conversions.length > 0).toBe(!TELLS_ONLY.has(name));
  });
});

async function bandsOf(name: string): Promise<Readonly<Record<(typeof BANDS)[number], BandRun>>> {
  const settings = await loadSettings({ file: `${FOLDER}${name}.yaml`, env: {}, cwd: FOLDER, checkParams });
  const strategies = await configuredStrategies(settings);
  const markets = [...new Set(strategies.flatMap(symbolsOf))].map(marketOf);
  return backtest(optionsOf(engineSettingsOf(settings, strategies), markets, { balances: openingBalances(settings) })).bands;
}

function marketOf(symbol: string): BacktestMarket {
  const pair = PAIRS.find((one) => one.symbol === symbol)!;
  return recordedMarket(pair, wanderingRows(pair, LENGTH_MS, EVERY_MS), MONDAY);
}

function digestOf({ decisions, orders, fills, conversions, equity }: BandRun): Digest[string] {
  const { placed, replaced, canceled } = orders;
  const counts = `${placed} placed, ${replaced} replaced, ${canceled} canceled, ${fills.length} fills, ${conversions.length} conversions`;
  return { decisions: decisions.slice(0, 32), counts, equity: (equity.equity.at(-1) ?? NaN).toFixed(6) };
}
