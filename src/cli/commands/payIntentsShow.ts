import { argument, command } from '../command.ts';
import { uuidValue } from '../paymentValues.ts';

export const payIntentsShow = command({
  name: 'pay intents show',
  about: 'Show a payment and what happened to it: its creation, deposits, retries, and what was done by hand, with times and amounts',
  args: { id: argument('id', 'the id of the payment, as `pay intents list` shows it', uuidValue) },
  examples: ['pay intents show 0f8fad5b-d9cb-469f-a165-70867728950e', 'pay intents show 0f8fad5b-d9cb-469f-a165-70867728950e -o json'],
  async run({ args: { id } }, shell) {
    const { printPayment } = await import('../printPayment.ts');
    const { withPayments } = await import('../withPayments.ts');
    const { readPayment, timelineOf } = await import('../../treasury/payments/paymentRecord.ts');
    await withPayments(shell, async (sources) => {
      const row = await readPayment(sources, id);
      printPayment(shell, row, await timelineOf(sources, row));
    });
  },
});
