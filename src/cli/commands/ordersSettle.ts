import { Fault } from '../../base/fault.ts';
import type { ExecutionVerdict } from '../../model/verdict.ts';
import { argument, command, flag } from '../command.ts';
import { confirm } from '../confirm.ts';
import { printOutcome } from '../printOutcome.ts';
import { orderIdValue } from '../values.ts';

const QUESTIONS: Readonly<Record<ExecutionVerdict, string>> = {
  'as-listed': 'book what the trades list shows of order {}, though it is more than was ordered, or at a worse price?',
  'as-booked': 'leave what is booked of order {} as it is, whatever the trades list shows, and take it for over where no list shows it?',
};

export const ordersSettle = command({
  name: 'orders settle',
  about: "Decide by hand which executions of an order are right, where the trades list and what is booked don't agree; its lane opens",
  args: { id: argument('id', 'the order id, as `status` and the alarm show it', orderIdValue) },
  options: {
    asListed: flag(
      '--as-listed',
      'what the trades list shows was executed, though it is more than was ordered, at a worse price than the order has, or a row stands twice: it is booked',
    ),
    asBooked: flag(
      '--as-booked',
      'what is booked was executed and no more: what the trades list says besides is wrong, or no execution. An order that no list shows is over',
    ),
  },
  dryRun: true,
  examples: ['orders settle 9007199254740993 --as-listed --yes', 'orders settle 9007199254740993 --as-booked --yes'],
  async run({ args: { id }, options: { asListed, asBooked } }, shell) {
    if (asListed === asBooked) throw new Fault('usage', 'say either --as-listed or --as-booked');
    const verdict = asListed ? 'as-listed' : 'as-booked';
    const { sayKnownOrder } = await import('../sayKnownOrder.ts');
    await sayKnownOrder(shell, id);
    if (shell.options.dryRun) return printOutcome(shell, { outcome: 'dry-run', orderId: id, verdict });
    await confirm(shell, QUESTIONS[verdict].replace('{}', id));
    const { settleExecutions } = await import('../tradingWay.ts');
    const { listed, ...done } = await settleExecutions(shell, id, verdict);
    return printOutcome(shell, { outcome: 'settled', orderId: id, verdict, listed: listed?.toString(), ...done });
  },
});
