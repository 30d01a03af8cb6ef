import { type Decimal, ZERO } from '../base/decimal.ts';
import { currenciesOf } from '../model/pair.ts';
import type { Settings } from '../settings/loadSettings.ts';

/**
 * The balances at the start of a backtest or of paper trading: those of the configuration, else the sum of the strategies'
 * budgets and of what their positions begin with.
 */
export function openingBalances({ backtest, simulator, strategies }: Settings): Readonly<Record<string, Decimal>> {
  const given = backtest.balances ?? simulator.balances;
  if (given !== undefined) return given;
  const balances: Record<string, Decimal> = {};
  const add = (currency: string, amount: Decimal): void => {
    balances[currency] = (balances[currency] ?? ZERO).plus(amount);
  };
  for (const { budget, symbol, opening } of Object.values(strategies)) {
    if (budget !== undefined) add(budget.currency, budget.amount);
    if (opening !== undefined) add(currenciesOf(symbol!)!.base, opening.amount);
  }
  return balances;
}
