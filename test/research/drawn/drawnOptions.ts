import { type Decimal, Decimal as DecimalOf, dec } from '../../../src/base/decimal.ts';
import type { Random } from '../../../src/base/random.ts';
import type { EngineSettings } from '../../../src/engine/engineState.ts';
import type { Money, RiskLimits } from '../../../src/engine/risk/limits.ts';
import type { AnyStrategy } from '../../../src/engine/strategy.ts';
import { FILL_MODELS, type FillModel } from '../../../src/exchange/fillModel.ts';
import type { BacktestOptions, TimeRange } from '../../../src/research/backtest/backtestOptions.ts';
import { NO_LIMITS } from '../backtest/fixtures.ts';
import { between, isDrawn, ofAnySize, pick } from './draw.ts';
import { type DrawnMarket, type DrawnScale, onRaster } from './drawnMarket.ts';
import { settingsOf } from './fixtures.ts';

/** The most samples of the equity. */
const MOST_SAMPLES = 1000;

export function drawnEngine(random: Random, definition: AnyStrategy, market: DrawnMarket): EngineSettings {
  return {
    ...settingsOf(definition, {}),
    limits: drawnLimits(random, market),
    replaces: isDrawn(random, 0.75),
    seed: `drawn ${random.int(1000)}`,
  };
}

/** All options except the engine and the market. */
export function drawnOptions(random: Random, market: DrawnMarket): Partial<BacktestOptions> {
  const { rasterMs } = market;
  const latencies = [0, 0, 1, 20, 20, 100, 400, between(random, 0, 3000), 3000].map((ms) => onRaster(ms, rasterMs));
  return {
    range: drawnRange(random, market),
    balances: drawnBalances(random, market.scale),
    fees: {
      maker: dec(pick(random, ['0', '0.001', '0.0005', '0.00000003', '0.5', isDrawn(random, 0.05) ? '0.0000000001' : '0.0025'])),
      taker: dec(pick(random, ['0', '0.002', '0.002', '0.01', '0.00012345'])),
    },
    latency: { entryMs: pick(random, latencies), responseMs: pick(random, latencies) },
    poll: {
      booksMs: 1000,
      ordersMs: onRaster(ofAnySize(random, 50, 5000), rasterMs),
      balancesMs: onRaster(ofAnySize(random, 500, 20_000), rasterMs),
    },
    rate: isDrawn(random, 0.3) ? { perSecond: pick(random, [0.3, 1, 2, 7]), burst: between(random, 1, 10) } : undefined,
    models: isDrawn(random, 0.4) ? drawnModels(random) : FILL_MODELS,
    equityEveryMs: Math.max(pick(random, [100, 777, 1000, 10_000, 60_000]), Math.ceil((market.rows.at(-1)!.at + 1) / MOST_SAMPLES)),
    currency: pick(random, ['EUR', 'EUR', 'EUR', 'EUR', 'BTC', 'USD']),
    onStop: pick(random, ['cancel', 'keep']),
  };
}

function drawnLimits(random: Random, { scale, everyMs, rasterMs }: DrawnMarket): RiskLimits {
  /** Mostly there is no limit. Some limits bind and some don't. */
  const limit = <T>(tight: () => T, ample: () => T): T | undefined => {
    const kind = random.next();
    return kind < 0.55 ? undefined : kind < 0.78 ? tight() : ample();
  };
  const worth = (least: number, most: number): Money => money(random, scale.worth * (least + random.next() * (most - least)));
  const budget = limit(
    () => worth(1, 6),
    () => worth(1000, 2000),
  );
  return {
    ...NO_LIMITS,
    symbols: isDrawn(random, 0.01) ? ['ETH/EUR'] : NO_LIMITS.symbols,
    maxOrderValue: limit(
      () => worth(0.8, 1.2),
      () => worth(10, 1000),
    ),
    maxOpenOrders: limit(
      () => between(random, 1, 4),
      () => 100,
    ),
    priceCollar: limit(
      () => dec(pick(random, ['0', '0.0001', '0.0005', '0.003', '0.00012345'])),
      () => dec(pick(random, ['0.05', '0.2', '1'])),
    ),
    staleAfterMs:
      limit(
        () => onRaster(everyMs * (0.5 + random.next()), rasterMs),
        () => 10 * everyMs,
      ) ?? NO_LIMITS.staleAfterMs,
    maxOrdersPerMinute: limit(
      () => between(random, 1, 60),
      () => 100_000,
    ),
    maxDailyLoss: isDrawn(random, 0.1) ? worth(0.02, 2) : isDrawn(random, 0.3) ? worth(100, 1000) : undefined,
    budgets: budget === undefined ? {} : { s: budget },
  };
}

function drawnBalances(random: Random, { worth, lots, pair }: DrawnScale): Record<string, Decimal> {
  const isTight = isDrawn(random, 0.1);
  const quote = isTight ? worth * (1 + 9 * random.next()) : pick(random, [worth * 1000, 40_000_000, 40_000_000, 3_000_000_000]);
  const lot = pair.grid.lot.toNumber();
  const base = lots * lot * (isTight ? 1 + 9 * random.next() : pick(random, [1000, 1_000_000]));
  const ends = isDrawn(random, 0.1) ? dec('0.000000001234') : dec('0');
  const balances = { EUR: rounded(quote, 6).plus(ends), BTC: rounded(base, 8).plus(ends) };
  if (isDrawn(random, 0.05)) return { EUR: balances.EUR };
  return isDrawn(random, 0.1) ? { ADA: dec('12.5'), ...balances } : balances;
}

/** Models that no band uses and that fill in other ways. */
function drawnModels(random: Random): BacktestOptions['models'] {
  const model = (): FillModel => ({
    queueShare: pick(random, [0, 0.5, 1, random.next()]),
    holeShare: pick(random, [0, 0.3, 1]),
    sweeps: pick(random, ['one-side', 'both-sides']),
    sweepSize: pick(random, [0.05, 0.3, 1, 5]),
    lean: pick(random, [0, 0.35, 0.5]),
    leanSpreads: pick(random, [0.5, 1, 3]),
    trendLean: pick(random, [0, 0.3]),
    swing: pick(random, [0, 0.3]),
    informed: 0,
    crossShare: random.next(),
    pastShare: random.next(),
    refillMs: pick(random, [1, 50, 400, 5000]),
    between: pick(random, ['worse', 'chance', 'better']),
    movedShare: pick(random, [0, 0.05, 1]),
    volumeShare: pick(random, [0.5, 1, 2]),
    latencySpread: pick(random, [0, 0, 0.5]),
    ...(isDrawn(random, 0.3) ? { draw: random.int(20) } : {}),
  });
  return { pessimistic: model(), fitted: model(), optimistic: model() };
}

function drawnRange(random: Random, { rows, beginsAt }: DrawnMarket): TimeRange | undefined {
  if (isDrawn(random, 0.6)) return undefined;
  const [some, other] = [pick(random, rows).at, pick(random, rows).at].map((at) => beginsAt + at + between(random, -1, 1)) as [
    number,
    number,
  ];
  const [from, to] = [Math.min(some, other), Math.max(some, other)];
  return pick<TimeRange>(random, [{ from }, { to }, { from, to }]);
}

function money(random: Random, amount: number): Money {
  return { amount: rounded(amount, isDrawn(random, 0.1) ? 10 : 2).plus(dec('0.01')), currency: 'EUR' };
}

/** A limit or a balance is an input, so it may come from a plain number. */
function rounded(amount: number, decimals: number): Decimal {
  return new DecimalOf(amount).toDecimalPlaces(decimals);
}
