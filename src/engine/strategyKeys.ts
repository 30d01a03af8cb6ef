import type { StrategyDefinition, StrategyHandlers } from './strategy.ts';

const DEFINITION: Readonly<Record<keyof StrategyDefinition, true>> = { about: true, params: true, markets: true, setup: true };
const HANDLERS: Readonly<Record<keyof StrategyHandlers, true>> = {
  onStart: true,
  onBook: true,
  onStats: true,
  onFill: true,
  onReport: true,
  onOrder: true,
  onQuote: true,
  onCandle: true,
  onWarning: true,
  onTimer: true,
  onStop: true,
};

/** The members that a strategy's definition may have, for those who check one that types did not check. */
export const DEFINITION_KEYS: readonly string[] = Object.keys(DEFINITION);

/** The handlers that a strategy may have. */
export const HANDLER_NAMES: readonly string[] = Object.keys(HANDLERS);
