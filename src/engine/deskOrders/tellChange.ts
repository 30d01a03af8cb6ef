import type { EngineSink } from '../engineState.ts';
import type { DeskOrder } from './deskOrder.ts';
import { shownDeskOrder } from './shownDeskOrder.ts';

/** Tells people of an order's new state. */
export function tellChange(order: DeskOrder, sink: EngineSink): void {
  if (!sink.hearsNotices) return;
  const shown = shownDeskOrder(order);
  const { strategy, kind, symbol, state, waitsFor } = shown;
  const is = `${kind} of ${symbol} is ${state}`;
  const message =
    state === 'done' ? `${is}: ${waitsFor}` : shown.worked === undefined ? `${is} and waits for ${waitsFor}` : `${is}: ${waitsFor}`;
  sink.notice({ type: 'log', strategy, level: 'info', message });
  if (state === 'done' && shown.worked !== undefined) sink.notice({ type: 'worked', order: shown });
}
