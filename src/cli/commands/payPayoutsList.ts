import { DAY_MS } from '../../base/instant.ts';
import { command, option } from '../command.ts';
import { durationValue, textValue, wholeValue } from '../values.ts';

export const payPayoutsList = command({
  name: 'pay payouts list',
  about: 'List payouts, newest first, as the venue reports them',
  options: {
    order: option('--order <id>', 'only with this order id', textValue),
    account: option('--account <id>', "only of this customer's account", textValue),
    since: option('--since <duration>', 'only what was created in this time', durationValue, 30 * DAY_MS),
    limit: option('--limit <count>', 'show at most this many', wholeValue(1, 10_000), 50),
  },
  examples: ['pay payouts list', 'pay payouts list --order payout-1 -o json'],
  async run({ options: { order: customOrderId, account: accountId, since, limit } }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { askInterface } = await import('../askInterface.ts');
    const { payoutColumns } = await import('../paymentColumns.ts');
    const { printRows } = await import('../print.ts');
    const { readPayouts } = await import('../../treasury/payments/paymentReads.ts');
    const terms = { customOrderId, accountId, from: systemClock.now() - since };
    printRows(shell, payoutColumns, await askInterface(shell, 'processing', ({ ask }) => readPayouts(ask, terms, limit)));
  },
});
