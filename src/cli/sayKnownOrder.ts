import { counted } from '../base/counted.ts';
import { type Decimal, totalAmount, ZERO } from '../base/decimal.ts';
import { plainLine } from '../base/plainText.ts';
import { firstPageOf } from '../client/firstPageOf.ts';
import { venueHabits } from '../daemon/venueAccess.ts';
import { meaningOf } from '../gateway/fillRows.ts';
import { askInterface } from './askInterface.ts';
import { settingsOf } from './configFile.ts';
import { withLocalStore } from './localStore.ts';
import { say, type Shell } from './shell.ts';

/** As much of the list as one page has. */
const ROWS = 100;

/** Before a person decides about an order: what is known of it here, and what the venue shows. Rejects when that can't be read. */
export async function sayKnownOrder(shell: Shell, orderId: string): Promise<void> {
  const booked = await withLocalStore(shell, async (store) => {
    const order = await store?.journal.order(orderId);
    const fills = (await store?.fillLog.fills({ orderId })) ?? [];
    const amount = fills.reduce((sum, { fill }) => sum.plus(fill.amount), ZERO);
    const whose = order === undefined ? 'was not placed from here' : `of ${order.strategy}: ${order.amount.toFixed()} was ordered`;
    return `${whose}, ${amountText(amount, fills.length)} is booked`;
  });
  say(shell, plainLine(`order ${orderId} ${booked}; ${await listed(shell, orderId)}`));
}

async function listed(shell: Shell, orderId: string): Promise<string> {
  const { firstPage } = venueHabits(await settingsOf(shell));
  const [{ answer: open }, trades] = await askInterface(shell, 'exchange', async ({ ask }) => [
    await firstPageOf(
      (page) => ask('orders.list', { orderId, page: String(page), count: String(ROWS) }),
      ({ items, total }) => items.length === 0 && total > 0,
      ({ items, total }) => Promise.resolve(total === 0 || items.some(({ id }) => id === orderId)),
    ),
    await ask('trades.list', { orderId, page: String(firstPage), count: String(ROWS) }),
  ]);
  // A venue that does not heed the id gives those of others too.
  const order = open.items.find(({ id }) => id === orderId);
  const rows = trades.items.filter(({ id }) => id === orderId);
  const executed = rows.filter((row) => meaningOf(row) === 'execution');
  const first = order ?? rows[0];
  if (first === undefined) return 'the venue shows nothing of it';
  const is = `${first.side} ${first.symbol}, ${order === undefined ? 'no longer open' : `open with ${order.amount.toFixed()} left`}`;
  return `the venue shows it as ${is}, ${amountText(totalAmount(executed), executed.length)} executed`;
}

function amountText(amount: Decimal, executions: number): string {
  return executions === 0 ? 'nothing' : `${amount.toFixed()} in ${counted(executions, 'execution')}`;
}
