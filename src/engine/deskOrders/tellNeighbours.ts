import type { DeskOrder } from './deskOrder.ts';
import { openLots } from './lotsToClose.ts';

/** What one exit has at the venue is not another's to close. When that changes, the others of the position look again. */
export function tellNeighbours(order: DeskOrder, kept: readonly DeskOrder[]): void {
  const open = openLots(order);
  if (open === order.seenOpen) return;
  order.seenOpen = open;
  for (const other of kept) if (other !== order && other.seat === order.seat) other.isQuiet = false;
}
