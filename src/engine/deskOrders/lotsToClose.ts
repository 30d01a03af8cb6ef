import { SELL } from '../../model/side.ts';
import type { DeskOrder } from './deskOrder.ts';

/**
 * What is to be closed still: of a bracket what its entry has filled, of an amount what is left of it, otherwise the position. What
 * only reduces closes no more than the strategy holds.
 */
export function leftToClose(order: DeskOrder): number {
  const { entry, exits, lots } = order;
  if (entry !== undefined) return Math.min(heldLots(order), entry.lots - order.closedLots);
  if (lots === 0) return heldLots(order);
  const left = lots - order.closedLots;
  return exits[0]!.reduces ? Math.min(heldLots(order), left) : left;
}

/**
 * How much of that the order may close now: not what other exits of the same strategy are closing, or orders of the strategy itself, so
 * that together they never close more than is held. An exit that has fired goes before one that has not, and an earlier one before a later one.
 */
export function mayClose(order: DeskOrder, kept: readonly DeskOrder[]): number {
  const left = leftToClose(order);
  if (left === 0 || !order.exits[0]!.reduces) return left;
  let free = heldLots(order) - ownLots(order);
  let isEarlier = true;
  for (const other of kept) {
    if (other === order) isEarlier = false;
    else if (closesWith(other, order)) {
      const goesFirst = other.fired !== undefined && (order.fired === undefined || isEarlier);
      free -= goesFirst ? Math.max(leftToClose(other), openLots(other)) : openLots(other);
    }
  }
  return Math.max(0, Math.min(left, free));
}

/** Whether two orders close the same position. */
export function closesWith(other: DeskOrder, order: DeskOrder): boolean {
  const [exit] = other.exits;
  return exit?.reduces === true && other.seat === order.seat && other.market === order.market && exit.side === order.exits[0]!.side;
}

/** Whether an order closes the whole position, whatever it is. */
export function isOfPosition({ entry, lots }: DeskOrder): boolean {
  return entry === undefined && lots === 0;
}

/** What orders of the strategy itself may still close. */
function ownLots({ seat, exits }: DeskOrder): number {
  const { live } = seat;
  let sum = 0;
  for (let i = 0; i < live.length; i++) {
    const own = live.at[i]!;
    if (own.keeper === undefined && own.side === exits[0]!.side) sum += own.remaining;
  }
  return sum;
}

function heldLots({ seat, exits }: DeskOrder): number {
  return Math.max(0, exits[0]!.side === SELL ? seat.positionLots : -seat.positionLots);
}

/** What its exits have at the venue. */
export function openLots({ exits }: DeskOrder): number {
  let sum = 0;
  for (const exit of exits) sum += exit.openLots;
  return sum;
}
