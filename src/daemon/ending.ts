import type { Fault } from '../base/fault.ts';
import { OPERATOR } from '../engine/operator.ts';
import { wasOvertaken } from '../store/overtaken.ts';
import type { OpenAtEnd, OpenRequest } from './openAtEnd.ts';

/** How a daemon has ended: what it leaves at the venue against its will, and what it was meant to leave. */
export interface Ending {
  readonly left: OpenAtEnd;
  readonly kept: OpenAtEnd;
  /** Why the daemon gave up. Undefined after an orderly end. */
  readonly gaveUp: string | undefined;
}

export const NOTHING_OPEN: OpenAtEnd = { orders: [], requests: [] };

/**
 * Sorts what is open. Orders are kept where `risk.onStop` says so. Those that a person placed are always kept, since that person
 * decides about them. After a failure nothing was canceled, so everything is left. What nobody knows of a transfer is always left.
 */
export function endingOf(
  { orders, requests }: OpenAtEnd,
  transfers: readonly OpenRequest[],
  onStop: 'cancel' | 'keep',
  fault: Fault | undefined,
): Ending {
  const isKept = ({ state, strategy }: OpenAtEnd['orders'][number]): boolean =>
    fault === undefined && state === 'open' && (onStop === 'keep' || strategy === OPERATOR);
  return {
    left: {
      orders: orders.filter((order) => !isKept(order)),
      requests: [...requests, ...transfers],
      ...(fault !== undefined && wasOvertaken(fault) && { hasNewOwner: true }),
    },
    kept: { orders: orders.filter(isKept), requests: [] },
    gaveUp: fault?.message,
  };
}
