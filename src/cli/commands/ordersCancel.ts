import { counted } from '../../base/counted.ts';
import { Fault } from '../../base/fault.ts';
import { command, flag, option, optionalArgument } from '../command.ts';
import { confirm } from '../confirm.ts';
import { operate } from '../operator.ts';
import { printOutcome } from '../printOutcome.ts';
import { say } from '../shell.ts';
import { anyOrderIdValue, symbolValue } from '../values.ts';

export const ordersCancel = command({
  name: 'orders cancel',
  about: 'Cancel an open order, or all own ones, and wait until the lists show that they are closed',
  args: { id: optionalArgument('id', 'the order id, as `orders list` shows it', anyOrderIdValue) },
  options: {
    all: flag('--all', 'cancel every order that was placed from here; strategies that run place theirs anew'),
    symbol: option('--symbol <symbol>', 'with --all, only those of this pair', symbolValue),
  },
  dryRun: true,
  examples: ['orders cancel 9007199254740993 --yes', 'orders cancel --all --yes', 'orders cancel --all --symbol BTC/EUR --yes'],
  async run({ args: { id }, options: { all, symbol } }, shell) {
    if (id === undefined ? !all : all) throw new Fault('usage', 'name the id of one order, or say --all');
    if (symbol !== undefined && !all) throw new Fault('usage', '--symbol goes with --all');
    if (shell.options.dryRun && id !== undefined) return printOutcome(shell, { outcome: 'dry-run', orderId: id });
    if (shell.options.dryRun) {
      const { OWN_ORDER_COLUMNS, ownOpenOrders } = await import('../ownOpenOrders.ts');
      const { printRows } = await import('../print.ts');
      const own = await ownOpenOrders(shell, symbol);
      say(shell, `dry run: ${counted(own.length, 'order')} would be canceled`);
      return printRows(shell, OWN_ORDER_COLUMNS, own);
    }
    await confirm(shell, id === undefined ? `cancel all own orders${symbol === undefined ? '' : ` of ${symbol}`}?` : `cancel order ${id}?`);
    if (id !== undefined) return printOutcome(shell, await operate(shell, { type: 'cancel', orderId: id, symbol: '' }, []));
    const { cancelAll } = await import('../tradingWay.ts');
    const { printCanceled } = await import('../printCanceled.ts');
    return printCanceled(shell, 'canceled', await cancelAll(shell, symbol));
  },
});
