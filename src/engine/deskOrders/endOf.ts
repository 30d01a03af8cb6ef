import type { DeskOrderEnd } from '../../model/deskOrder.ts';
import type { DeskOrder } from './deskOrder.ts';
import { leftToClose } from './lotsToClose.ts';

/** Why the order is done now. Undefined while it isn't. */
export function endOf(order: DeskOrder): DeskOrderEnd | undefined {
  if (order.hasChildren) return undefined;
  const { entry, exits, ending, work } = order;
  if (ending !== undefined) return work !== undefined && isClosed(order) && order.closedLots > 0 ? 'filled' : ending;
  if (exits.length === 0) return entry?.end;
  if (entry !== undefined && (entry.end === undefined || entry.lots === 0)) return entry.end;
  if (isClosed(order)) return order.closedLots > 0 ? 'filled' : 'nothing-left';
  return exits.every((exit) => exit.end !== undefined) ? 'canceled' : undefined;
}

/** Whether there was something to close and less than the least order is left of it. */
function isClosed(order: DeskOrder): boolean {
  const { entry, lots, hadPosition, market } = order;
  return (entry !== undefined || lots > 0 || hadPosition) && leftToClose(order) < market.dust;
}
