import { counted } from '../../base/counted.ts';
import { isFault } from '../../base/fault.ts';
import type { TradedMarkets } from '../../model/tradedMarkets.ts';
import { settingsOf } from '../configFile.ts';
import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { unresolvedLine } from '../../daemon/intentText.ts';
import type { DeskOrderStatus } from '../../daemon/status.ts';
import type { ListedOrder } from '../listedOrders.ts';
import { withJournal, withLocalStore } from '../localStore.ts';
import { note, say, type Shell } from '../shell.ts';
import type { VenueOrder } from '../venue.ts';
import { symbolValue } from '../values.ts';
import { withVenue } from '../withVenue.ts';

export const ordersList = command({
  name: 'orders list',
  about:
    'List the open orders of the account, newest first, with the strategy that placed each, and the orders that the desk keeps, with what they wait for',
  options: { symbol: option('--symbol <symbol>', 'only this pair', symbolValue) },
  examples: ['orders list', 'orders list --symbol BTC/EUR -o json'],
  async run({ options: { symbol } }, shell) {
    const { printRows } = await import('../print.ts');
    const { listedOrders } = await import('../listedOrders.ts');
    const { open, kept } = await withVenue(shell, async (venue) => ({
      open: await listedOrders(shell, venue, symbol),
      kept: await venue.deskOrders(),
    }));
    const rows = await knownRows(shell, open, kept === undefined).catch((error: unknown): readonly Row[] => {
      if (!isFault(error, 'store')) throw error;
      // What is open at the venue has to be seen above all when the disk is full or the server is away.
      note(shell, `${error.message}: whose each order is, and what is unknown, can't be told`);
      return open;
    });
    const keptRows = (kept ?? []).filter((order) => symbol === undefined || order.symbol === symbol).map(keptRow);
    const { strategies } = await settingsOf(shell);
    const named = [...rows, ...keptRows].map((row) => ({ ...row, market: marketNameOf(row, strategies) }));
    printRows(shell, columns, named);
  },
});

type Row = Pick<VenueOrder, 'id' | 'symbol' | 'side'> & {
  /** `Limit` or `Market`, or the kind of an order that the desk keeps. */
  readonly type: string;
  /** The price at which a kept order is watched. */
  readonly price?: VenueOrder['price'] | undefined;
  readonly amount?: VenueOrder['amount'] | undefined;
  readonly initialAmount?: VenueOrder['initialAmount'] | undefined;
  /** Absent for an order that was not placed from this state directory. */
  readonly strategy: string | undefined;
  /** What a strategy of several markets calls the pair. */
  readonly market?: string | undefined;
  readonly openTime: VenueOrder['openTime'] | string;
  readonly state?: string;
  readonly waitsFor?: string;
};

/** The open orders with what the journal knows of them. Says what is unknown, and with `isAlone` what nobody watches without a daemon. */
async function knownRows(shell: Shell, open: readonly ListedOrder[], isAlone: boolean): Promise<readonly Row[]> {
  if (isAlone) await tellUnwatched(shell);
  return withJournal(shell, async (journal) => {
    for (const intent of (await journal?.unresolved()) ?? []) say(shell, unresolvedLine(intent));
    return Promise.all(open.map(async (order) => ({ ...order, strategy: order.strategy ?? (await journal?.order(order.id))?.strategy })));
  });
}

function keptRow({ id, symbol, side, kind, stop, amount, strategy, placedAt, state, waitsFor }: DeskOrderStatus): Row {
  return { id, symbol, side, type: kind, price: stop, amount, strategy, openTime: placedAt, state, waitsFor };
}

function marketNameOf({ strategy, symbol }: Row, strategies: Readonly<Record<string, TradedMarkets>>): string | undefined {
  const { markets = {} } = (strategy === undefined ? undefined : strategies[strategy]) ?? {};
  return Object.entries(markets).find(([, pair]) => pair === symbol)?.[0];
}

/** Without a daemon nobody watches what the desk keeps. */
async function tellUnwatched(shell: Shell): Promise<void> {
  const { STRATEGY_STATE } = await import('../../daemon/restore.ts');
  const { keptCounts } = await import('../../engine/deskOrders/savedDeskOrders.ts');
  const states = await withLocalStore(shell, (store) => store?.state.load(STRATEGY_STATE) ?? Promise.resolve({}));
  for (const { strategy, symbol, count } of keptCounts(states)) {
    say(shell, `the desk keeps ${counted(count, 'order')} of ${strategy} on ${symbol}: no daemon runs, so nobody watches`);
  }
}

const columns: readonly Column<Row>[] = [
  { key: 'id', value: (row) => row.id },
  { key: 'symbol', value: (row) => row.symbol },
  { key: 'side', value: (row) => row.side },
  { key: 'type', value: (row) => row.type },
  { key: 'price', kind: 'number', value: (row) => row.price },
  { key: 'amount', kind: 'number', value: (row) => row.amount },
  { key: 'initialAmount', kind: 'number', dropped: 3, value: (row) => row.initialAmount },
  { key: 'strategy', value: (row) => row.strategy },
  { key: 'market', dropped: 2, value: (row) => row.market },
  { key: 'openTime', kind: 'time', dropped: 1, value: (row) => row.openTime },
  { key: 'state', value: (row) => row.state },
  { key: 'waitsFor', value: (row) => row.waitsFor },
];
