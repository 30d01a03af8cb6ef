import { type Decimal, Decimal as DecimalOf, dec, ZERO } from '../../../src/base/decimal.ts';
import { type Random, seededRandom } from '../../../src/base/random.ts';
import type { Money, RiskLimits } from '../../../src/engine/risk/limits.ts';
import type { StrategySettings } from '../../../src/engine/strategySettings.ts';
import { gridOf } from '../../../src/model/grid.ts';
import type { BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import type { TapeQuote } from '../../../src/exchange/conversionQuotes.ts';
import { NO_LIMITS, optionsOf } from '../backtest/fixtures.ts';
import { recordedMarket } from '../backtest/recordedMarket.ts';
import { between, isDrawn, ofAnySize, pick } from '../drawn/draw.ts';
import { type DrawnMarket, drawnMarket, type DrawnScale } from '../drawn/drawnMarket.ts';
import { drawnEngine, drawnOptions } from '../drawn/drawnOptions.ts';
import { drawnBacktest } from '../drawn/drawnRuns.ts';
import { drawnStrategy, type Sights } from '../drawn/drawnStrategy.ts';
import { drawnHands } from './drawnHands.ts';

/** A backtest whose results are written down. */
export interface DigestCase {
  readonly options: BacktestOptions;
  /** What its strategies were shown, each in its own list. */
  readonly sights: Sights;
}

interface Kind {
  readonly name: string;
  readonly runs: number;
  readonly draw: (seed: number, random: Random) => DigestCase;
}

const SYMBOLS = [
  ['BTC', 'EUR'],
  ['ETH', 'EUR'],
  ['ETH', 'BTC'],
] as const;
/** The length of a market that is drawn here. More would take longer and show little that is new. */
const MOST_MS = 200_000;
const MOST_ROWS = 700;
const MIDNIGHT = Date.UTC(2026, 10, 21);

/** How many cases there are of each kind, and how they are drawn from a seed. */
const KINDS: readonly Kind[] = [
  // One strategy that quotes, as the tests of drawn backtests draw them.
  { name: 'quoter', runs: 45, draw: (seed) => drawnBacktest(seed) },
  { name: 'shared', runs: 25, draw: (_, random) => wideCase(random, { symbols: 1, strategies: between(random, 2, 4) }) },
  { name: 'hands', runs: 20, draw: (_, random) => wideCase(random, { symbols: 1, strategies: 1 }) },
  { name: 'two', runs: 20, draw: (_, random) => wideCase(random, { symbols: 2, strategies: between(random, 1, 3) }) },
  { name: 'three', runs: 15, draw: (_, random) => wideCase(random, { symbols: 3, strategies: between(random, 2, 5) }) },
  { name: 'tight', runs: 15, draw: (_, random) => wideCase(random, { symbols: between(random, 1, 2), strategies: 2, isTight: true }) },
  { name: 'fine', runs: 12, draw: (seed, random) => wideCase(random, { symbols: 1, strategies: 2, precision: 5 + (seed % 4) }) },
  { name: 'loss', runs: 12, draw: (_, random) => wideCase(random, { symbols: 1, strategies: 3, loses: true }) },
];

interface Wide {
  readonly symbols: number;
  readonly strategies: number;
  readonly precision?: number;
  readonly isTight?: boolean;
  /** It reaches its daily loss and sees the next day. */
  readonly loses?: boolean;
}

/** In the order in which they are stored. */
export const CASES: readonly string[] = KINDS.flatMap(({ name, runs }) => Array.from({ length: runs }, (_, i) => `${name} ${i + 1}`));

/** The backtest with this name. Each call draws it anew. */
export function digestCase(name: string): DigestCase {
  const [kindName, seed] = name.split(' ');
  const kind = KINDS.find((one) => one.name === kindName)!;
  return kind.draw(Number(seed), seededRandom(`digest:${name}`));
}

function wideCase(random: Random, wide: Wide): DigestCase {
  const markets = SYMBOLS.slice(0, wide.symbols).map(([base, quote]) => marketOf(random, base, quote, wide));
  const [first] = markets as [DrawnMarket];
  const lastAt = first.rows.at(-1)!.at;
  const beginsAt = wide.loses ? MIDNIGHT - Math.floor(lastAt / 2) : first.beginsAt;
  const sights: Sights = [];
  const currencies = [...new Set(markets.flatMap(({ scale: { pair } }) => [pair.base, pair.quote]))];
  const strategies = Array.from({ length: wide.strategies }, (_, i): StrategySettings => {
    const { scale } = pick(random, markets);
    const definition = isDrawn(random, 0.35) ? drawnStrategy(random, scale, sights) : drawnHands(random, scale, currencies, sights);
    return { name: `s${i + 1}`, symbol: scale.pair.symbol, definition, params: {} };
  });
  const engine = drawnEngine(random, strategies[0]!.definition, first);
  const limits = limitsOf(random, engine.limits, first.scale, strategies, wide);
  const more: Partial<BacktestOptions> = {
    ...drawnOptions(random, first),
    balances: balancesOf(random, markets),
    conversion: { spreadBps: dec(pick(random, ['0', '10', '12.345'])), validForMs: pick(random, [15_000, 15_000, 1000, 30]) },
    quotes: isDrawn(random, 0.5) ? tapeOf(random, first, beginsAt) : undefined,
  };
  const range = wide.loses ? undefined : shifted(more.range, beginsAt - first.beginsAt);
  const recorded = markets.map(({ scale: { pair, isWide }, rows }) => recordedMarket(pair, rows, beginsAt, isWide));
  const fees = isDrawn(random, 0.15) ? { maker: dec('0.000123456789'), taker: dec('0.00000000001') } : (more.fees ?? ZERO_FEES);
  return { options: optionsOf({ ...engine, strategies, limits }, recorded, { ...more, range, fees }), sights };
}

const ZERO_FEES = { maker: ZERO, taker: ZERO };

function marketOf(random: Random, base: string, quote: string, { precision, symbols }: Wide): DrawnMarket {
  const market = drawnMarket(random, precision);
  const { pair } = market.scale;
  // Coarser steps than the drawn ones: a lot is many whole coins.
  const grid = isDrawn(random, 0.05) && pair.grid.lotDecimals === 0 ? gridOf(pair.grid.precision, dec('10')) : pair.grid;
  const least = grid === pair.grid ? pair.minVolume : dec('10');
  const most = grid === pair.grid ? pair.maxVolume : pair.maxVolume.times(10).toDecimalPlaces(0).times(10);
  const ours = { ...pair, symbol: `${base}/${quote}`, base, quote, grid, minVolume: least, maxVolume: most };
  const until = Math.max(MOST_MS, 80 * market.everyMs);
  const rows = market.rows.slice(0, Math.floor(MOST_ROWS / symbols)).filter(({ at }) => at < until);
  return { ...market, rows, scale: { ...market.scale, pair: ours } };
}

function shifted(range: BacktestOptions['range'], ms: number): BacktestOptions['range'] {
  const { from, to } = range ?? {};
  return range && { from: from === undefined ? from : from + ms, to: to === undefined ? to : to + ms };
}

function limitsOf(
  random: Random,
  drawn: RiskLimits,
  scale: DrawnScale,
  strategies: readonly StrategySettings[],
  { isTight = false, loses = false }: Wide,
): RiskLimits {
  const money = (least: number, most: number): Money => {
    const currency = pick(random, ['EUR', 'EUR', 'BTC', 'ETH', 'USD']);
    const worth = scale.worth * (least + random.next() * (most - least));
    const inBase = worth / (scale.midTicks / 10 ** scale.pair.grid.precision);
    return { currency, amount: new DecimalOf(currency === 'EUR' ? worth : inBase).toDecimalPlaces(10).plus('0.01') };
  };
  const { symbols } = drawn;
  if (!isTight && !loses && isDrawn(random, 0.4)) return { ...NO_LIMITS, symbols };
  const isLimited = (): boolean => isDrawn(random, isTight ? 0.4 : 0.2);
  return {
    ...drawn,
    maxOrderValue: isLimited() ? money(0.5, 1.5) : drawn.maxOrderValue,
    maxOpenOrders: isLimited() ? between(random, 1, 5) : drawn.maxOpenOrders,
    priceCollar: isLimited() ? dec(pick(random, ['0.0001', '0.001', '0.01'])) : drawn.priceCollar,
    maxOrdersPerMinute: isLimited() ? between(random, 1, 30) : drawn.maxOrdersPerMinute,
    maxDailyLoss: loses
      ? {
          currency: pick(random, ['EUR', 'EUR', 'BTC']),
          amount: new DecimalOf(scale.worth * pick(random, [0.0001, 0.001, 0.01])).toDecimalPlaces(4),
        }
      : drawn.maxDailyLoss,
    budgets: Object.fromEntries(strategies.filter(isLimited).map(({ name }) => [name, money(1, 6)])),
  };
}

function balancesOf(random: Random, markets: readonly DrawnMarket[]): Record<string, Decimal> {
  const balances: Record<string, Decimal> = { ADA: dec('12.5') };
  const add = (currency: string, amount: number): void => {
    balances[currency] = (balances[currency] ?? ZERO).plus(new DecimalOf(amount).toDecimalPlaces(8));
  };
  const times = isDrawn(random, 0.3) ? 1 + 9 * random.next() : 100_000;
  for (const { scale } of markets) {
    add(scale.pair.quote, scale.worth * times);
    if (!isDrawn(random, 0.05)) add(scale.pair.base, (scale.worth / (scale.midTicks / 10 ** scale.pair.grid.precision)) * times);
  }
  if (isDrawn(random, 0.2)) balances['EUR'] = (balances['EUR'] ?? ZERO).plus('0.000000001234');
  return balances;
}

/** Quotes that were given while the market was recorded, some of them near in time and size to later requests. */
function tapeOf(random: Random, { scale, rows }: DrawnMarket, beginsAt: number): readonly TapeQuote[] {
  const { base, quote, grid } = scale.pair;
  const mid = scale.midTicks / 10 ** grid.precision;
  const tape = Array.from({ length: between(random, 1, 40) }, (): TapeQuote => {
    const isBuy = isDrawn(random, 0.5);
    const quotedAt = beginsAt + pick(random, rows).at + random.int(1000);
    const rate = new DecimalOf((isBuy ? 1 / mid : mid) * (0.99 + random.next() / 50)).toSignificantDigits(12);
    const fromAmount = new DecimalOf((isBuy ? scale.worth : scale.worth / mid) * (0.2 + random.next()))
      .toDecimalPlaces(8)
      .plus('0.00000001');
    const validTo = quotedAt + ofAnySize(random, 100, 15_000);
    return { fromCurrency: isBuy ? quote : base, toCurrency: isBuy ? base : quote, fromAmount, rate, quotedAt, validTo };
  });
  return tape.sort((a, b) => a.quotedAt - b.quotedAt);
}
