import { argument, command } from '../command.ts';
import { uuidValue } from '../paymentValues.ts';

export const payPayoutsShow = command({
  name: 'pay payouts show',
  about: 'Show a payout as the venue reports it',
  args: { id: argument('id', 'the id of the payout, as `pay payouts list` shows it', uuidValue) },
  examples: ['pay payouts show 3d813cbb-47fb-42ba-91df-831e1593ac29', 'pay payouts show 3d813cbb-47fb-42ba-91df-831e1593ac29 -o json'],
  async run({ args: { id: payoutIntentId } }, shell) {
    const { askInterface } = await import('../askInterface.ts');
    const { payoutColumns } = await import('../paymentColumns.ts');
    const { printRecord } = await import('../print.ts');
    printRecord(shell, payoutColumns, await askInterface(shell, 'processing', ({ ask }) => ask('payouts.get', { payoutIntentId })));
  },
});
