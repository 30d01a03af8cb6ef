import { dec } from '../../src/base/decimal.ts';
import type { Instant } from '../../src/base/instant.ts';
import type { EngineSettings } from '../../src/engine/engineState.ts';
import { readParams } from '../../src/engine/params.ts';
import type { Money, RiskLimits } from '../../src/engine/risk/limits.ts';
import { strategy, type StrategyDefinition, type StrategyHandlers, type StrategyMarket } from '../../src/engine/strategy.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import type { Balance } from '../../src/model/balance.ts';
import { type Book, createBook, showLevels } from '../../src/model/book.ts';
import type { Conversion, Quote } from '../../src/model/conversion.ts';
import type { Fill } from '../../src/model/fill.ts';
import { gridOf, lotsOf, ticksOf } from '../../src/model/grid.ts';
import type { Order } from '../../src/model/order.ts';
import type { Pair } from '../../src/model/pair.ts';

export const NOON: Instant = Date.UTC(2026, 10, 20, 12);

export const BTC: Pair = pairOf('BTC/EUR', 2, '0.00001', '0.0001', '100');
export const ETH: Pair = pairOf('ETH/EUR', 2, '0.0001', '0.001', '1000');
export const PAIRS: readonly Pair[] = [
  BTC,
  ETH,
  pairOf('ETH/BTC', 6, '0.001', '0.005', '1000'),
  pairOf('BTC/USDT', 2, '0.00001', '0.0001', '100'),
];
/** Two and eight decimals in a price, lots of 10^-8, and orders of billions. */
export const FINE_PAIRS: readonly Pair[] = [
  pairOf('AUR/EUR', 2, '0.00000001', '0.00000001', '1e12'),
  pairOf('PEN/EUR', 8, '0.00000001', '0.00000001', '1e12'),
];

function pairOf(symbol: string, precision: number, step: string, least: string, most: string): Pair {
  const [base, quote] = symbol.split('/') as [string, string];
  return { symbol, description: '', base, quote, grid: gridOf(precision, dec(step)), minVolume: dec(least), maxVolume: dec(most) };
}

export interface BookText {
  readonly symbol?: string;
  /** Best first, each with its amount. Empty for a side without orders. */
  readonly bids?: readonly (readonly [price: string, amount: string])[];
  readonly asks?: readonly (readonly [price: string, amount: string])[];
  readonly at?: Instant;
}

/** A book in the form in which a person would write it. */
export function bookOf({ symbol = 'BTC/EUR', bids = [], asks = [], at = NOON }: BookText): Book {
  const { grid } = [...PAIRS, ...FINE_PAIRS].find((pair) => pair.symbol === symbol)!;
  const book = createBook(symbol, grid, 250, true);
  for (const [side, levels] of [
    [book.bids, bids],
    [book.asks, asks],
  ] as const) {
    for (const [i, [price, amount]] of levels.entries()) {
      side.ticks[i] = ticksOf(grid, dec(price), 'exact');
      side.lots[i] = lotsOf(grid, dec(amount), 'exact');
    }
    showLevels(side, 0, levels.length);
  }
  return Object.assign(book, { exchangeAt: at, receivedAt: at, sequence: 1, depth: 50 });
}

/** One level of ten on each side. */
export function touch(bid: string, ask: string, at: Instant = NOON, symbol = 'BTC/EUR'): Book {
  return bookOf({ symbol, bids: [[bid, '10']], asks: [[ask, '10']], at });
}

let fills = 0;

/** By default, a fill of 0.1 BTC at 60000 without a fee. */
export function fillOf(given: Partial<Fill> = {}): Fill {
  fills++;
  return {
    id: `fill-${fills}`,
    orderId: 'order-1',
    symbol: 'BTC/EUR',
    side: 'Buy',
    type: 'Limit',
    price: dec('60000'),
    amount: dec('0.1'),
    fee: dec('0'),
    feeCurrency: 'EUR',
    feeType: 'Maker',
    openedAt: NOON,
    tradedAt: NOON,
    receivedAt: NOON,
    intentId: undefined,
    strategy: undefined,
    tag: undefined,
    ...given,
  };
}

/** By default, an open order to buy 1 BTC at 60000. */
export function orderOf(given: Partial<Order> = {}): Order {
  return {
    intentId: 'intent-1',
    strategy: 's',
    symbol: 'BTC/EUR',
    side: 'Buy',
    type: 'Limit',
    price: dec('60000'),
    amount: dec('1'),
    filled: dec('0'),
    state: 'open',
    closedBy: undefined,
    orderId: 'order-1',
    placedAt: NOON,
    updatedAt: NOON,
    canceling: false,
    replacing: undefined,
    tag: undefined,
    ...given,
  };
}

/** By default, 600 EUR for 0.01 BTC, valid for ten seconds. */
export function quoteOf(given: Partial<Quote> = {}): Quote {
  return {
    id: 'quote-1',
    fromCurrency: 'EUR',
    toCurrency: 'BTC',
    fromAmount: dec('600'),
    toAmount: dec('0.01'),
    rate: dec('0.00001666'),
    quotedAt: NOON,
    validTo: NOON + 10_000,
    ...given,
  };
}

export function conversionOf(given: Partial<Conversion> = {}): Conversion {
  const { fromCurrency, toCurrency, fromAmount, toAmount, rate } = quoteOf();
  return {
    id: 'conversion-1',
    fromCurrency,
    toCurrency,
    fromAmount,
    toAmount,
    rate,
    executedAt: NOON,
    intentId: undefined,
    strategy: undefined,
    ...given,
  };
}

export function balanceOf(currency: string, total: string, available = total): Balance {
  return { currency, total: dec(total), available: dec(available) };
}

export function euro(amount: string): Money {
  return { amount: dec(amount), currency: 'EUR' };
}

/** By default, only the symbols are limited. */
export function limitsOf(given: Partial<RiskLimits> = {}): RiskLimits {
  return {
    symbols: PAIRS.map((pair) => pair.symbol),
    maxOrderValue: undefined,
    maxOpenOrders: undefined,
    priceCollar: undefined,
    staleAfterMs: 5000,
    maxOrdersPerMinute: undefined,
    maxDailyLoss: undefined,
    budgets: {},
    ...given,
  };
}

/** A strategy that has only these handlers, and no parameters. */
export function strategyOf(handlers: StrategyHandlers | (() => StrategyHandlers), name = 's', symbol = 'BTC/EUR'): StrategySettings {
  const setup = typeof handlers === 'function' ? handlers : (): StrategyHandlers => handlers;
  return { name, symbol, definition: { about: '', params: {}, setup }, params: {} };
}

/** A strategy of several markets, by the names that it gives them. */
export function severalOf(
  handlers: (markets: Readonly<Record<string, StrategyMarket>>) => StrategyHandlers<string>,
  markets: Readonly<Record<string, string>> = { left: 'ETH/EUR', right: 'BTC/EUR' },
  name = 's',
): StrategySettings {
  const definition = strategy({
    about: '',
    params: {},
    markets: 'any',
    setup: (_params, { context }) => handlers(context.markets),
  });
  return { name, markets, definition, params: {} };
}

/** A strategy as a configuration would give it. */
export function configured(
  definition: unknown,
  params: Readonly<Record<string, string>>,
  name = 's',
  symbol = 'BTC/EUR',
): StrategySettings {
  const given = definition as StrategyDefinition;
  const { values, problems } = readParams(given.params, params);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return { name, symbol, definition: given, params: values };
}

export function settingsOf(strategies: readonly StrategySettings[], given: Partial<EngineSettings> = {}): EngineSettings {
  return { strategies, limits: limitsOf(), replaces: true, seed: 7, ...given };
}
