import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { systemClock } from '../../../src/base/systemClock.ts';
import { readParams } from '../../../src/engine/params.ts';
import { loadStrategy } from '../../../src/loading/strategyLoader.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import type { BacktestMarket } from '../../../src/research/backtest/backtestOptions.ts';
import { checkStrategy } from '../../../src/research/check/checkStrategy.ts';
import { type TrialPair, trialMarketsOf } from '../../../src/research/check/trialPairs.ts';
import { BANDS } from '../../../src/research/runRecord.ts';
import { NO_LIMITS, optionsOf } from '../backtest/fixtures.ts';
import { recordedMarket, type Row } from '../backtest/recordedMarket.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/examples/', import.meta.url));
const EXAMPLES = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));
/** These trade nothing with their defaults. */
const TELLS_ONLY: ReadonlySet<string> = new Set(['watch.ts', 'quote-edge.ts']);
const MOST_LINES = 60;
const DAY_MS = 86_400_000;
const EVERY_MS = 20_000;
/** A Monday. */
const BEGINS = Date.UTC(2026, 10, 23);

/** Two days of a market that wanders, with wide spreads now and then. */
function wandering({ symbol, firstMid, lotsScale }: TrialPair): Row[] {
  const random = seededRandom(`examples ${symbol}`);
  const scale = firstMid / 6_000_000;
  const rows: Row[] = [];
  let mid = firstMid;
  for (let at = 0; at < 2 * DAY_MS; at += EVERY_MS) {
    mid += Math.round(random.normal() * 2500 * scale);
    const half = Math.max(1, Math.round((random.int(20) === 0 ? 4000 : 100) * scale));
    const lots = 200_000 * lotsScale;
    if (at % 600_000 === 0) rows.push({ at, baseVolume: String(1000 + at / 600_000) });
    rows.push({
      at: at + 1,
      bids: [
        [mid - half, lots],
        [mid - 2 * half, lots],
      ],
      asks: [
        [mid + half, lots],
        [mid + 2 * half, lots],
      ],
    });
  }
  return rows;
}

const MARKETS = new Map<string, BacktestMarket>();

function marketOf(pair: TrialPair): BacktestMarket {
  const market = MARKETS.get(pair.symbol) ?? recordedMarket(pair, wandering(pair), BEGINS);
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
