import type { DeskOrderEnd } from '../../model/deskOrder.ts';
import type { DeskOrder } from './deskOrder.ts';
import { leftToClose } from './lotsToClose.ts';

/** Why the order is done now. Undefined while it isn't. */
export function endOf(order: DeskOrder): DeskOrderEnd | undefined {
  if (order.hasChildren) return undefined;
  const { entry, exits, ending, market } = order;
  if (ending !== undefined) return ending;
  if (exits.length === 0) return entry?.end;
  if (entry !== undefined && (entry.end === undefined || entry.lots === 0)) return entry.end;
  const closed = order.closedLots;
  const isClosed = (entry !== undefined || order.lots > 0 || order.hadPosition) && leftToClose(order) < market.least;
  if (isClosed) return closed > 0 ? 'filled' : 'nothing-left';
  return exits.every((exit) => exit.end !== undefined) ? 'canceled' : undefined;
}
