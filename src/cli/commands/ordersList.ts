import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { unresolvedLine } from '../intentText.ts';
import { withJournal } from '../localStore.ts';
import { say } from '../shell.ts';
import type { VenueOrder } from '../venue.ts';
import { symbolValue } from '../values.ts';
import { withVenue } from '../withVenue.ts';

export const ordersList = command({
  name: 'orders list',
  about: 'List the open orders of the account, newest first, with the strategy that placed each',
  options: { symbol: option('--symbol <symbol>', 'only this pair', symbolValue) },
  examples: ['orders list', 'orders list --symbol BTC/EUR -o json'],
  async run({ options: { symbol } }, shell) {
    const { printRows } = await import('../print.ts');
    const { open, known } = await withVenue(shell, async (venue) => ({
      open: await venue.openOrders(),
      known: await venue.orderStrategies(),
    }));
    const rows = await withJournal(shell, async (journal) => {
      for (const intent of (await journal?.unresolved()) ?? []) say(shell, unresolvedLine(intent));
      return Promise.all(
        open
          .filter((order) => symbol === undefined || order.symbol === symbol)
          .map(async (order): Promise<Row> => ({ order, strategy: known[order.id] ?? (await journal?.order(order.id))?.strategy })),
      );
    });
    printRows(shell, columns, rows);
  },
});

interface Row {
  readonly order: VenueOrder;
  /** Absent for an order that was not placed from this state directory. */
  readonly strategy: string | undefined;
}

const columns: readonly Column<Row>[] = [
  { key: 'id', value: ({ order }) => order.id },
  { key: 'symbol', value: ({ order }) => order.symbol },
  { key: 'side', value: ({ order }) => order.side },
  { key: 'type', value: ({ order }) => order.type },
  { key: 'price', kind: 'number', value: ({ order }) => order.price },
  { key: 'amount', kind: 'number', value: ({ order }) => order.amount },
  { key: 'initialAmount', kind: 'number', value: ({ order }) => order.initialAmount },
  { key: 'strategy', value: ({ strategy }) => strategy },
  { key: 'openTime', kind: 'time', value: ({ order }) => order.openTime },
];
