import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { FillLog } from '../model/journal.ts';
import type { OrderEnd } from '../model/order.ts';
import type { AccountLists } from './accountLists.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { filledOf } from './filledOf.ts';
import { isFinal } from './orderClosing.ts';

interface ClosedOrderOptions {
  readonly lists: Pick<AccountLists, 'tradesOf'>;
  readonly fillLog: FillLog;
  /** How late an execution may become visible. */
  readonly visibilityMs: number;
  readonly skewMs: number;
}

interface Look {
  /** The venue's time. */
  readonly readAt: Instant;
  /** Books the executions of the order that are listed and not booked. */
  readonly book: (orderId: string) => Promise<unknown>;
}

/** An order that is over, and how it ended. */
export interface ClosedOrder {
  readonly found: Candidate;
  readonly end: OrderEnd;
}

const WITHOUT_ORDER = '`sluice position adjust` corrects a position without an order';

/**
 * An order that nobody here has placed and that the list of open orders lacks. The list may lag, so that proves nothing: a row must
 * say how the order ended, and all that is listed of it must be booked or canceled. Nobody here knows the amount that was ordered, so
 * the newest row must also be so old that no other can still be on its way. Its executions are in the log as those of others: that
 * tells how far back the list is to be read. Rejects with a `Fault` where the order is not known, or not known to be over.
 */
export async function closedOrder(
  orderId: string,
  { lists, fillLog, visibilityMs, skewMs }: ClosedOrderOptions,
  { readAt, book }: Look,
): Promise<ClosedOrder> {
  const [logged] = await fillLog.fills({ orderId, limit: 1 });
  if (logged === undefined) {
    throw new Fault('not-found', `no open order ${orderId}, and none of its executions is known here`, {
      suggestion: `see \`sluice orders list\` and \`sluice fills list\`; ${WITHOUT_ORDER}`,
    });
  }
  await book(orderId);
  const rows = await lists.tradesOf(orderId, logged.fill.openedAt - skewMs);
  const found = candidatesOf([], rows).get(orderId);
  const filled = await filledOf(fillLog, orderId);
  const isWhole = (found?.updatedAt ?? Infinity) <= readAt - visibilityMs;
  if (found === undefined || !isWhole || !isFinal(found, filled, rows)) {
    throw new Fault('refused', `order ${orderId} is not in the list of open orders, and its end is not known yet: try again in a moment`, {
      outcome: 'not-sent',
      retryable: true,
      suggestion: `where the venue never tells how an order ended, ${WITHOUT_ORDER}`,
    });
  }
  return { found, end: filled.gte(found.amount) ? 'filled' : 'canceled' };
}
