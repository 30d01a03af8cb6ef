import { amountOf, priceOf } from '../../model/grid.ts';
import type { DeskOrder as ShownDeskOrder } from '../../model/deskOrder.ts';
import { sideOf } from '../side.ts';
import type { DeskOrder, Leg } from './deskOrder.ts';
import { gainTicks, stopOf } from './exitWork.ts';
import { progressOf, resultText, workText } from './shownWork.ts';

/** A desk order as everybody outside of the engine sees it. */
export function shownDeskOrder(order: DeskOrder): ShownDeskOrder {
  const { entry, exits, market, seat } = order;
  const { grid } = market.pair;
  const first = entry ?? exits[0]!;
  const closed = order.closedLots;
  const stop = nearestStop(order);
  return {
    id: order.id,
    strategy: seat.name,
    symbol: market.symbol,
    kind: order.kind,
    side: sideOf(first.side),
    amount: order.lots === 0 ? undefined : amountOf(grid, order.lots),
    filled: amountOf(grid, entry === undefined ? closed : entry.lots),
    closed: amountOf(grid, closed),
    state: order.state,
    end: order.end,
    waitsFor: waitsFor(order),
    stop: stop === undefined ? undefined : priceOf(grid, stop),
    until: order.until === Infinity ? undefined : order.until,
    tag: order.tag,
    placedAt: order.placedAt,
    worked: progressOf(order),
  };
}

/** The stop that is nearest to the touch, in ticks. */
function nearestStop({ exits, end, fired }: DeskOrder): number | undefined {
  if (end !== undefined || fired !== undefined) return undefined;
  const stops = exits.filter(({ kind, end: over }) => kind !== 'take-profit' && over === undefined).map((exit) => Math.abs(stopOf(exit)));
  const known = stops.filter((ticks) => Number.isFinite(ticks) && ticks > 0);
  if (known.length === 0) return undefined;
  return exits[0]!.seen(1) > 0 ? Math.max(...known) : Math.min(...known);
}

function waitsFor(order: DeskOrder): string {
  const { end, reason, ending, fired, entry, work } = order;
  if (end !== undefined && work !== undefined) return `${end}: ${resultText(order)}`;
  if (end !== undefined) return reason === undefined ? end : `${end}: ${reason}`;
  if (ending !== undefined) return `the venue to cancel its orders (${ending})`;
  if (work !== undefined) return workText(order, work);
  if (entry !== undefined && entry.end === undefined) return entry.children.length > 0 ? 'its order to be filled' : 'its turn to be sent';
  if (fired !== undefined) return fired.children.length > 0 ? 'its order to be filled' : 'its turn to be sent: its price has come';
  return order.exits
    .filter((exit) => exit.end === undefined)
    .map(exitText)
    .join(', or ');
}

function exitText(exit: Leg): string {
  const { grid } = exit.order.market.pair;
  const touch = exit.seen(1) > 0 ? 'bid' : 'ask';
  const isDown = touch === 'bid';
  if (exit.kind === 'take-profit') {
    const ticks = gainTicks(exit);
    return ticks > 0 ? `${isDown ? 'a buyer' : 'a seller'} at ${priceOf(grid, ticks)}` : 'its entry to be filled';
  }
  if (exit.kind === 'trailing-stop' && Number.isNaN(exit.mark)) {
    return exit.from === -Infinity
      ? 'a book to begin from'
      : `the best ${touch} at ${priceOf(grid, Math.abs(exit.from))} to begin to follow`;
  }
  const stop = Math.abs(stopOf(exit));
  return stop > 0 ? `the best ${touch} at ${priceOf(grid, stop)} or ${isDown ? 'below' : 'above'}` : 'its entry to be filled';
}
