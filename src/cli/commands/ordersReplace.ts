import { argument, command, requiredOption } from '../command.ts';
import { confirm } from '../confirm.ts';
import { operate } from '../operator.ts';
import { printOutcome } from '../printOutcome.ts';
import { amountValue, orderIdValue } from '../values.ts';

export const ordersReplace = command({
  name: 'orders replace',
  about: 'Move one of our open orders to another price and amount',
  args: { id: argument('id', 'the order id, as `orders list` shows it', orderIdValue) },
  options: {
    amount: requiredOption('--amount <amount>', 'what should be open afterwards, in base currency', amountValue),
    price: requiredOption('--price <price>', 'in quote currency', amountValue),
  },
  dryRun: true,
  examples: ['orders replace 9007199254740993 --amount 0.02 --price 50100 --yes'],
  async run({ args: { id }, options: { amount, price } }, shell) {
    if (shell.options.dryRun) return printOutcome(shell, { outcome: 'dry-run', orderId: id, amount, price });
    await confirm(shell, `replace order ${id} by ${amount} at ${price}?`);
    return printOutcome(shell, { ...(await operate(shell, { type: 'replace', orderId: id, amount, price }, [])), amount, price });
  },
});
