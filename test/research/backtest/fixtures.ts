import { type Decimal, dec } from '../../../src/base/decimal.ts';
import type { EngineSettings } from '../../../src/engine/engineState.ts';
import type { RiskLimits } from '../../../src/engine/risk/limits.ts';
import { strategy, type StrategyHandlers } from '../../../src/engine/strategy.ts';
import { FILL_MODELS } from '../../../src/exchange/fillModel.ts';
import type { BacktestMarket, BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';

export const NO_LIMITS: RiskLimits = {
  symbols: ['BTC/EUR', 'ETH/EUR', 'ETH/BTC'],
  maxOrderValue: undefined,
  maxOpenOrders: undefined,
  priceCollar: undefined,
  staleAfterMs: 60_000,
  maxOrdersPerMinute: undefined,
  maxDailyLoss: undefined,
  budgets: {},
};

/** One strategy on BTC/EUR whose handlers are given; `handlers` is called anew for each pass. */
export function engineOf(handlers: () => StrategyHandlers, more: Partial<EngineSettings> = {}): EngineSettings {
  const definition = strategy({ about: 'A test.', params: {}, setup: handlers });
  return {
    strategies: [{ name: 's', symbol: 'BTC/EUR', definition, params: {} }],
    limits: NO_LIMITS,
    replaces: true,
    seed: 'test',
    ...more,
  };
}

export function optionsOf(
  engine: EngineSettings,
  markets: readonly BacktestMarket[],
  more: Partial<BacktestOptions> = {},
): BacktestOptions {
  return {
    engine,
    markets,
    balances: { EUR: dec('100000'), BTC: dec('1') },
    fees: { maker: dec('0.001'), taker: dec('0.002') },
    latency: { entryMs: 20, responseMs: 20 },
    poll: { booksMs: 1000, ordersMs: 1000, balancesMs: 10_000 },
    models: FILL_MODELS,
    conversion: { spreadBps: dec('10'), validForMs: 15_000 },
    equityEveryMs: 1000,
    currency: 'EUR',
    onStop: 'cancel',
    about: { name: 'test', code: { s: 'code' }, config: 'config', seed: 'test', versions: { sluice: '0' }, strategies: [] },
    ...more,
  };
}

export function sumOf(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, amount) => sum.plus(amount), dec('0'));
}
