import { dec } from '../base/decimal.ts';
import { isFault } from '../base/fault.ts';
import type { ControlReply } from '../control/contract/controlReplies.ts';
import { noSuch } from '../daemon/noSuch.ts';
import { note, type Shell } from './shell.ts';
import type { Venue, VenueOrder } from './venue.ts';

/** An open order, as the venue lists it, or as a running daemon last knew it. */
export interface ListedOrder extends Pick<VenueOrder, 'id' | 'symbol' | 'side' | 'amount' | 'initialAmount'> {
  readonly type: string;
  readonly price?: VenueOrder['price'] | undefined;
  readonly openTime: VenueOrder['openTime'] | string;
  /** As far as a daemon knows. */
  readonly strategy: string | undefined;
}

/** What a venue that is away or hangs answers. */
const AWAY: ReadonlySet<string> = new Set(['timeout', 'network', 'venue-failure', 'unreadable-reply', 'rate-limited']);

/**
 * The open orders of the account, with a symbol those of that pair. Where the venue can't be asked, those that a running daemon knows of, and a
 * note that says so. Without a daemon it rejects as the venue does. Rejects with `not-found` where the venue has no such pair.
 */
export async function listedOrders(
  shell: Pick<Shell, 'err' | 'options'>,
  venue: Pick<Venue, 'openOrders' | 'orderStrategies' | 'liveOrders' | 'deskOrders' | 'pairs'>,
  symbol?: string,
): Promise<readonly ListedOrder[]> {
  const isWanted = (order: { readonly symbol: string }): boolean => symbol === undefined || order.symbol === symbol;
  try {
    const open = (await venue.openOrders()).filter(isWanted);
    if (open.length === 0 && symbol !== undefined && !(await venue.deskOrders())?.some(isWanted)) {
      const symbols = (await venue.pairs()).map((pair) => pair.symbol);
      if (!symbols.includes(symbol)) throw noSuch('symbol', symbol, symbols);
    }
    const known = await venue.orderStrategies();
    return open.map((order) => ({ ...order, strategy: known[order.id] }));
  } catch (error) {
    const live = isFault(error) && AWAY.has(error.code) ? await venue.liveOrders() : undefined;
    if (live === undefined) throw error;
    const why = (error as Error).message;
    note(
      shell,
      `the venue could not be asked: ${why}; these are the orders of the daemon as it last saw them, and those of others are missing`,
    );
    return live.flatMap(orderOf).filter(isWanted);
  }
}

/** An order without an id is on its way, and not known to be open. */
function orderOf({
  orderId,
  symbol,
  side,
  type,
  price,
  amount,
  filled,
  strategy,
  placedAt,
}: ControlReply<'orders.live'>[number]): ListedOrder[] {
  if (orderId === undefined) return [];
  // Over the control socket, money arrives as text.
  const [initialAmount, executed] = [dec(amount), dec(filled)];
  const terms = { price: price === undefined ? undefined : dec(price), amount: initialAmount.minus(executed), initialAmount };
  return [{ id: orderId, symbol, side, type, ...terms, openTime: placedAt, strategy }];
}
