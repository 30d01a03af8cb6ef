import type { StrategyStatus } from '../daemon/status.ts';
import { counter, gauge, known, type StatusMetric } from './metric.ts';

const RUN_STATES = ['waiting', 'running', 'paused', 'stopped'] as const;

/** The figures of each strategy. One of several markets has a row for each. */
export const strategyMetrics: readonly StatusMetric[] = [
  gauge('sluice_strategy_state', '1 for the state in which a strategy is, 0 for the others', ['strategy', 'state'], ({ status }) =>
    [...new Map(status.strategies.map(({ name, state }) => [name, state]))].flatMap(([name, state]) =>
      RUN_STATES.map((known) => [[name, known], state === known ? 1 : 0] as const),
    ),
  ),
  counter('sluice_fills_total', 'Executions of a strategy', ['strategy', 'symbol'], ({ status }) =>
    status.strategies.map(({ name, symbol, fills }) => [[name, symbol], fills]),
  ),
  counter('sluice_conversions_total', 'Conversions of a strategy', ['strategy'], ({ status }) => [...conversions(status.strategies)]),
  gauge('sluice_strategy_open_orders', 'Open orders of a strategy', ['strategy', 'symbol'], ({ status }) =>
    status.strategies.map(({ name, symbol, openOrders }) => [[name, symbol], openOrders]),
  ),
  gauge(
    'sluice_strategy_position',
    'What a strategy holds, below 0 what it owes, rounded, in base currency',
    ['strategy', 'symbol'],
    ({ status }) => status.strategies.flatMap(({ name, symbol, position }) => known([name, symbol], position)),
  ),
  gauge(
    'sluice_strategy_profit',
    'Profit since its beginning, realised after fees and unrealised at the mid, rounded, in quote currency',
    ['strategy', 'symbol', 'part'],
    ({ status }) =>
      status.strategies.flatMap(({ name, symbol, realised, unrealised }) => [
        ...known([name, symbol, 'realised'], realised),
        ...known([name, symbol, 'unrealised'], unrealised),
      ]),
  ),
];

function conversions(strategies: readonly StrategyStatus[]): Map<readonly string[], number> {
  const sums = new Map<string, number>();
  for (const { name, conversions: count } of strategies) sums.set(name, (sums.get(name) ?? 0) + count);
  return new Map([...sums].map(([name, count]) => [[name], count]));
}
