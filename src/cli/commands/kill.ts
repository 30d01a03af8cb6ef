import { ALL_TRADING, howItGoesOn, scopeNamed, scopeText, type TradingStop } from '../../model/tradingStop.ts';
import { type Command, command, flag, optionalArgument } from '../command.ts';
import { printCanceled } from '../printCanceled.ts';
import { printOutcome } from '../printOutcome.ts';
import { say, type Shell } from '../shell.ts';
import { textValue } from '../values.ts';

const WHAT = optionalArgument('what', 'a strategy or a symbol; without it, everything', textValue);

/** Stops trading, and prints the result and how to go on. */
async function stop(shell: Shell, what: string | undefined, { state, orders }: Pick<TradingStop, 'state' | 'orders'>): Promise<void> {
  const { stopTrading } = await import('../tradingWay.ts');
  const scope = what === undefined ? ALL_TRADING : scopeNamed(what);
  const done = await stopTrading(shell, { scope, state, orders, reason: 'the operator asked for it' });
  const now = orders === 'close' ? 'CLOSING, then HALTED' : state.toUpperCase();
  const lasts = done.forgotten ? 'until the end of this demo, since each one begins anew' : 'over restarts too';
  say(shell, `${scopeText(scope)} is ${now}, ${lasts}; it goes on ${howItGoesOn({ scope, cause: 'operator', until: undefined })}`);
  // Closing goes on long after the answer, the cancels that it begins with among it: nobody has counted them.
  if (orders === 'close') await printOutcome(shell, { outcome: 'closing' });
  else await printCanceled(shell, state, done);
}

export const kill = command({
  name: 'kill',
  about: 'The kill switch: no new orders, open ones canceled, over restarts, until `sluice resume`; with or without a running daemon',
  args: { what: WHAT },
  options: { keepOrders: flag('--keep-orders', 'leave open orders at the venue') },
  examples: ['kill', 'kill btc-maker', 'kill BTC/EUR --keep-orders'],
  run: ({ args: { what }, options: { keepOrders } }, shell) =>
    stop(shell, what, { state: 'halted', orders: keepOrders ? 'keep' : 'cancel' }),
});

export const reduce: Command = command({
  name: 'reduce',
  about: 'Cancel open orders and admit only what makes positions smaller, over restarts, until `sluice resume`',
  args: { what: WHAT },
  examples: ['reduce', 'reduce btc-maker'],
  run: ({ args: { what } }, shell) => stop(shell, what, { state: 'reducing', orders: 'cancel' }),
});

export const flatten: Command = command({
  name: 'flatten',
  about: "Cancel open orders, close the strategies' positions by orders that take the book up to risk.priceCollar, then halt",
  args: { what: WHAT },
  examples: ['flatten --yes', 'flatten BTC/EUR --yes'],
  async run({ args: { what } }, shell) {
    const { confirm } = await import('../confirm.ts');
    await confirm(shell, `close the positions of ${what ?? 'all strategies'} at the market?`);
    await stop(shell, what, { state: 'halted', orders: 'close' });
  },
});
