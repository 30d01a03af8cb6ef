import type { Column } from './column.ts';
import { withJournal } from './localStore.ts';
import type { Shell } from './shell.ts';
import type { VenueOrder } from './venue.ts';
import { withVenue } from './withVenue.ts';

export interface OwnOrder extends VenueOrder {
  readonly strategy: string;
}

/** The open orders that were placed from here, newest first. `symbol`: only those of this pair. */
export async function ownOpenOrders(shell: Shell, symbol: string | undefined): Promise<readonly OwnOrder[]> {
  const { open, known } = await withVenue(shell, async (venue) => ({
    open: await venue.openOrders(),
    known: await venue.orderStrategies(),
  }));
  const asked = open.filter((order) => symbol === undefined || order.symbol === symbol);
  return withJournal(shell, async (journal) => {
    const own = await Promise.all(
      asked.map(async (order) => ({ ...order, strategy: known[order.id] ?? (await journal?.order(order.id))?.strategy })),
    );
    return own.flatMap((order) => (order.strategy === undefined ? [] : [{ ...order, strategy: order.strategy }]));
  });
}

export const OWN_ORDER_COLUMNS: readonly Column<OwnOrder>[] = [
  { key: 'id', value: ({ id }) => id },
  { key: 'symbol', value: (order) => order.symbol },
  { key: 'side', value: ({ side }) => side },
  { key: 'type', dropped: 1, value: ({ type }) => type },
  { key: 'price', kind: 'number', value: ({ price }) => price },
  { key: 'amount', kind: 'number', value: ({ amount }) => amount },
  { key: 'strategy', value: ({ strategy }) => strategy },
];
