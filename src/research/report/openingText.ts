import type { RunOpening } from '../runRecord.ts';

/** The opening balances, and where they come from unless that is the section `backtest`. */
export function openingText({ balances, from }: RunOpening): string {
  const amounts = Object.entries(balances).map(([currency, amount]) => `${amount} ${currency}`);
  const said = { 'backtest.balances': '', 'simulator.balances': ' (of the simulator)', budgets: ' (the budgets of the strategies)' }[from];
  const unset = from === 'backtest.balances' ? '' : ': backtest.balances is not set';
  return `${amounts.join(', ') || 'none'}${said}${unset}`;
}
