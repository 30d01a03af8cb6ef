import { argument, command } from '../command.ts';
import { confirm } from '../confirm.ts';
import { operate } from '../operator.ts';
import { printOutcome } from '../printOutcome.ts';
import { orderIdValue } from '../values.ts';

export const ordersCancel = command({
  name: 'orders cancel',
  about: 'Cancel an open order, and wait until the lists show that it is closed',
  args: { id: argument('id', 'the order id, as `orders list` shows it', orderIdValue) },
  dryRun: true,
  examples: ['orders cancel 9007199254740993 --yes'],
  async run({ args: { id } }, shell) {
    if (shell.options.dryRun) return printOutcome(shell, { outcome: 'dry-run', orderId: id });
    await confirm(shell, `cancel order ${id}?`);
    return printOutcome(shell, await operate(shell, { type: 'cancel', orderId: id, symbol: '' }, []));
  },
});
