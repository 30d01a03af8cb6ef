import { command, option } from '../command.ts';
import { DAY_MS } from '../../base/instant.ts';
import { durationValue, textValue, wholeValue } from '../values.ts';

export const payIntentsList = command({
  name: 'pay intents list',
  about: 'List payments, newest first, as the venue reports them',
  options: {
    order: option('--order <id>', 'only with this order id', textValue),
    account: option('--account <id>', "only of this customer's account", textValue),
    status: option('--status <status>', 'only in this status, like ManualActionRequired', textValue),
    since: option('--since <duration>', 'only what was created in this time', durationValue, 30 * DAY_MS),
    limit: option('--limit <count>', 'show at most this many', wholeValue(1, 10_000), 50),
  },
  examples: ['pay intents list', 'pay intents list --status ManualActionRequired', 'pay intents list --order order-17 -o json'],
  async run({ options: { order: customOrderId, account: accountId, status, since, limit } }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { askInterface } = await import('../askInterface.ts');
    const { withSightings } = await import('../keptSightings.ts');
    const { paymentColumns } = await import('../paymentColumns.ts');
    const { printRows } = await import('../print.ts');
    const { readPayments } = await import('../../treasury/payments/paymentReads.ts');
    const { sightingOfIntent } = await import('../../treasury/payments/sightingOfIntent.ts');
    const now = systemClock.now();
    const terms = { customOrderId, accountId, from: now - since };
    const most = status === undefined ? limit : Infinity;
    const rows = await askInterface(shell, 'processing', ({ ask }) => readPayments(ask, terms, most));
    await withSightings(shell, 'processing', (sightings) => sightings.see(rows.map((row) => sightingOfIntent(row, now))));
    const shown = rows.filter((row) => status === undefined || row.status.toLowerCase() === status.toLowerCase());
    printRows(shell, paymentColumns, shown.slice(0, limit));
  },
});
