import { argument, command, requiredOption } from '../command.ts';
import { confirm } from '../confirm.ts';
import { printOutcome } from '../printOutcome.ts';
import { orderIdValue, textValue } from '../values.ts';

export const ordersAdopt = command({
  name: 'orders adopt',
  about:
    'Give an order that was not placed from here to a strategy: an open one is its own from then on; of one that is over, its executions count for the position',
  args: { id: argument('id', 'the order id, as `orders list` shows it', orderIdValue) },
  options: { strategy: requiredOption('--strategy <name>', 'the strategy that gets it', textValue) },
  dryRun: true,
  examples: ['orders adopt 9007199254740993 --strategy btc-maker --yes'],
  async run({ args: { id }, options: { strategy } }, shell) {
    const { sayKnownOrder } = await import('../sayKnownOrder.ts');
    await sayKnownOrder(shell, id);
    if (shell.options.dryRun) return printOutcome(shell, { outcome: 'dry-run', orderId: id, strategy });
    await confirm(shell, `give order ${id} to ${strategy}, with the executions that it had?`);
    const { giveOrder } = await import('../tradingWay.ts');
    return printOutcome(shell, { outcome: 'adopted', orderId: id, strategy, intentId: await giveOrder(shell, id, strategy) });
  },
});
