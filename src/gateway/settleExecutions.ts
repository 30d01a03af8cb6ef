import { Fault } from '../base/fault.ts';
import type { ExecutionsSettled, ExecutionVerdict } from '../model/verdict.ts';
import type { FillBooking } from './fillBooking.ts';
import { CHANGED_AFTER_LOOKS, OVERBOOKED, STRANGE, WORSE } from './orderTroubles.ts';

type Booking = Pick<FillBooking, 'settled' | 'troubleOf' | 'unreadableOf' | 'copies'>;

interface Means {
  /** Books what follows from the decision. */
  readonly look: () => Promise<number>;
  /** Closes one of our open orders that the list of open orders lacks, with what is booked of it. Answers whether it was one. */
  readonly close: () => Promise<boolean>;
}

/**
 * A person says which executions of an order are right: what is wrong with it is looked for, the decision is kept, and `look` books what
 * follows from it. Where nothing is wrong but that no list shows the order or its end, it is over with what is booked. Throws a `Fault` where there is nothing to decide, or where the order can't be so.
 */
export async function settleExecutions(
  orderId: string,
  verdict: ExecutionVerdict,
  booking: Booking,
  { look, close }: Means,
): Promise<ExecutionsSettled> {
  const isKnown = (): boolean => booking.troubleOf(orderId) !== undefined || booking.copies.of(orderId) !== undefined;
  // What reads differently is wrong for sure when several looks agree. Rows that stand twice show in the first one.
  if (booking.troubleOf(orderId) === undefined) await look();
  for (let looks = 1; looks < CHANGED_AFTER_LOOKS && !isKnown(); looks++) await look();
  const trouble = booking.troubleOf(orderId);
  const unreadable = booking.unreadableOf(orderId);
  const listed = trouble?.listed ?? booking.copies.of(orderId)?.listed;
  if (listed === undefined && unreadable.length === 0) {
    if (verdict === 'as-booked' && (await close())) return { listed, newFills: 0, passedOver: 0 };
    throw new Fault('refused', `nothing is wrong with the executions of order ${orderId}`, {
      outcome: 'not-sent',
      suggestion: '`sluice status` names the orders whose lanes are shut for that, and `sluice reconcile` those with rows that stand twice',
    });
  }
  if (verdict === 'as-listed' && (trouble === undefined ? listed === undefined : ![OVERBOOKED, WORSE].includes(trouble.cause))) {
    const changed = 'less than is booked of it is listed, or another price, and what is booked is never taken back';
    const why =
      trouble === undefined
        ? `${unreadable.length} of its rows can't be understood`
        : trouble.cause === STRANGE
          ? 'a row of it has another side or another pair'
          : changed;
    throw new Fault('refused', `order ${orderId} can't be booked as listed: ${why}`, {
      outcome: 'not-sent',
      suggestion: `\`sluice orders settle ${orderId} --as-booked\`, then \`sluice ledger adjust\` for what the balances differ by`,
    });
  }
  const passedOver = verdict === 'as-booked' ? unreadable : [];
  for (const key of passedOver) await booking.settled.passOver(key);
  if (listed === undefined) return { listed, newFills: 0, passedOver: passedOver.length };
  await booking.settled.settle(orderId, { verdict, listed });
  return { listed, newFills: await look(), passedOver: passedOver.length };
}
