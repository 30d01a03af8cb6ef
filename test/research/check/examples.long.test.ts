import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { DAY_MS } from '../../../src/base/instant.ts';
import { systemClock } from '../../../src/base/systemClock.ts';
import { readParams } from '../../../src/engine/params.ts';
import { loadStrategy } from '../../../src/loading/strategyLoader.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import type { BacktestMarket } from '../../../src/research/backtest/backtestOptions.ts';
import { checkStrategy } from '../../../src/research/check/checkStrategy.ts';
import { type TrialPair, trialMarketsOf } from '../../../src/research/check/trialPairs.ts';
import { BANDS } from '../../../src/research/runRecord.ts';
import { NO_LIMITS, optionsOf } from '../backtest/fixtures.ts';
import { recordedMarket } from '../backtest/recordedMarket.ts';
import { wanderingRows } from '../backtest/wanderingRows.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/examples/', import.meta.url));
const EXAMPLES = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));
/** These trade nothing with their defaults. */
const TELLS_ONLY: ReadonlySet<string> = new Set(['watch.ts', 'quote-edge.ts']);
const MOST_LINES = 60;
const EVERY_MS = 20_000;
/** A Monday. */
const BEGINS = Date.UTC(2026, 10, 23);

const MARKETS = new Map<string, BacktestMarket>();

function marketOf(pair: TrialPair): BacktestMarket {
  const market = MARKETS.get(pair.symbol) ?? recordedMarket(pair, wanderingRows(pair, 2 * DAY_MS, EVERY_MS), BEGINS);
  MARKETS.set(pair.symbol, market);
  return market;
}

describe.each(EXAMPLES)('docs/examples/%s', (name) => {
  it(`has fewer than ${MOST_LINES} lines, and passes its check`, async () => {
    const lines = readFileSync(join(FOLDER, name), 'utf8').split('\n').length;
    expect(lines).toBeLessThan(MOST_LINES);
    const report = await checkStrategy({
      use: `./${name}`,
      directory: FOLDER,
      seed: '1',
      allowed: [],
      isRun: true,
      limitMs: 120_000,
      clock: systemClock,
    });
    expect(report.problems).toEqual([]);
    // Each does or says something in at least one of the markets.
    expect(report.orders.length + report.trials.reduce((sum, { told }) => sum + told, 0)).toBeGreaterThan(0);
  });

  it('comes through a backtest over a seeded market, twice to the same decisions', async () => {
    const { definition } = await loadStrategy(`./${name}`, FOLDER);
    const params = readParams(definition.params, {}).values;
    const { traded, pairs } = trialMarketsOf(definition.markets);
    const limits = { ...NO_LIMITS, symbols: pairs.map(({ symbol }) => symbol) };
    const engine = { strategies: [{ name: 's', ...traded, definition, params }], limits, replaces: true, seed: 'test' };
    const balances = Object.fromEntries(
      pairs.flatMap(({ base, quote }) => [
        [base, dec('10')],
        [quote, dec('100000')],
      ]),
    );
    const run = () => backtest(optionsOf(engine, pairs.map(marketOf), { balances })).bands;
    const [once, again] = [run(), run()];
    expect(BANDS.map((band) => again[band].decisions)).toEqual(BANDS.map((band) => once[band].decisions));
    const { orders, conversions, warnings } = once.fitted;
    expect(warnings.filter((warning) => !warning.startsWith('conversion quotes made up'))).toEqual([]);
    expect(orders.placed + conversions.length > 0).toBe(!TELLS_ONLY.has(name));
  });
});
