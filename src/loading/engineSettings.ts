import type { EngineSettings } from '../engine/engineState.ts';
import type { RiskLimits } from '../engine/risk/limits.ts';
import type { StrategySettings } from '../engine/strategySettings.ts';
import { symbolsOf } from '../model/tradedMarkets.ts';
import { lossesOf, protectionsOf } from './protectionsOf.ts';
import type { Settings } from '../settings/loadSettings.ts';

/** The part of the configuration that the engine needs. */
export function engineSettingsOf(settings: Settings, strategies: readonly StrategySettings[]): EngineSettings {
  return {
    strategies,
    limits: riskLimitsOf(settings),
    replaces: replacesAtomically(settings),
    execution: settings.execution,
    tellsLastingOnce: true,
    looksAtLossesFirst: true,
    seed: settings.simulator.seed,
  };
}

/** Whether the venue is known to replace an order in one step. */
export function replacesAtomically({ venue }: Settings): boolean {
  return venue.knows.replace !== 'unknown';
}

export function riskLimitsOf(settings: Settings): RiskLimits {
  const { risk, strategies } = settings;
  const symbols = risk.symbols ?? [...new Set(Object.values(strategies).flatMap(symbolsOf))];
  return {
    symbols,
    maxOrderValue: risk.maxOrderValue,
    maxOpenOrders: risk.maxOpenOrders,
    priceCollar: risk.priceCollar,
    staleAfterMs: risk.staleAfter,
    maxOrdersPerMinute: risk.maxOrdersPerMinute,
    maxQuotesPerMinute: risk.maxQuotesPerMinute,
    selfTrade: risk.selfTrade,
    maxDailyLoss: risk.maxDailyLoss,
    maxOrderAmount: risk.maxOrderAmount,
    reserve: risk.reserve,
    maxOpenValue: risk.maxOpenValue,
    maxExposure: risk.maxExposure,
    maxTurnover: risk.maxTurnover,
    turnoverPeriodMs: risk.turnoverPeriod,
    maxOrdersPerMinutePerSymbol: risk.maxOrdersPerMinutePerSymbol,
    maxAlike: risk.maxAlike,
    losses: lossesOf(settings),
    protections: protectionsOf(settings),
    budgets: Object.fromEntries(Object.entries(strategies).flatMap(([name, { budget }]) => (budget === undefined ? [] : [[name, budget]]))),
  };
}
