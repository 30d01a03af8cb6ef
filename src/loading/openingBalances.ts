import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Settings } from '../settings/loadSettings.ts';

/**
 * The balances at the start of a backtest or of paper trading: those of the configuration, else the sum of the strategies'
 * budgets.
 */
export function openingBalances({ backtest, simulator, strategies }: Settings): Readonly<Record<string, Decimal>> {
  const given = backtest.balances ?? simulator.balances;
  if (given !== undefined) return given;
  const balances: Record<string, Decimal> = {};
  for (const { budget } of Object.values(strategies)) {
    balances[budget.currency] = (balances[budget.currency] ?? ZERO).plus(budget.amount);
  }
  return balances;
}
