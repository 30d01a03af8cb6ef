import { sleep } from '../base/clock.ts';
import { isFault } from '../base/fault.ts';
import type { OpenOrderRow } from '../gateway/accountLists.ts';
import type { OrderContext } from './questionContext.ts';

const LOOK_EVERY_MS = 200;
/** What is not there by then is not shown at all. */
export const SHOWN_WITHIN_MS = 60_000;

/** One page of the open orders; undefined for a page that is refused. Without a number, the page is left out of the request. */
export async function openPage(
  { client }: Pick<OrderContext, 'client'>,
  page: number | undefined,
  count: number,
): Promise<readonly OpenOrderRow[] | undefined> {
  try {
    return (await client.send(client.prepare('orders.list', { ...(page !== undefined && { page }), count }))).reply.items;
  } catch (error) {
    if (isFault(error, 'refused')) return undefined;
    throw error;
  }
}

/** The newest open orders, whatever the first page is called. */
export async function newestOpen(context: Pick<OrderContext, 'client'>): Promise<readonly OpenOrderRow[]> {
  return (await openPage(context, 0, 100)) ?? (await openPage(context, 1, 100)) ?? [];
}

/** How long until an order is in the list of open orders, or out of it. Undefined when that lasts too long. */
export async function untilListed(context: OrderContext, orderId: string, isIn: boolean): Promise<number | undefined> {
  const { clock, signal, learned } = context;
  const begunMs = clock.monotonicMs();
  for (;;) {
    const rows = await newestOpen(context);
    const ms = Math.round(clock.monotonicMs() - begunMs);
    if (rows.some(({ id }) => id === orderId) === isIn) {
      learned.lagMs = Math.max(learned.lagMs ?? 0, ms);
      return ms;
    }
    if (ms >= SHOWN_WITHIN_MS) return undefined;
    await sleep(clock, LOOK_EVERY_MS, signal);
  }
}
