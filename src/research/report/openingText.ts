import type { RunOpening } from '../runRecord.ts';

/** Opening balances, and who said so where it was not the section of backtests. */
export function openingText({ balances, from }: RunOpening): string {
  const amounts = Object.entries(balances).map(([currency, amount]) => `${amount} ${currency}`);
  const said = { 'backtest.balances': '', 'simulator.balances': ' (of the simulator)', budgets: ' (the budgets of the strategies)' }[from];
  const unset = from === 'backtest.balances' ? '' : ': backtest.balances is not set';
  return `${amounts.join(', ') || 'none'}${said}${unset}`;
}
