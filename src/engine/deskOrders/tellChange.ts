import type { EngineState } from '../engineState.ts';
import type { DeskOrder } from './deskOrder.ts';
import { shownDeskOrder } from './shownDeskOrder.ts';

/** Tells people of an order's new state. */
export function tellChange(order: DeskOrder, state: EngineState): void {
  const { sink } = state;
  if (!sink.hearsNotices) return;
  const shown = shownDeskOrder(order, state);
  const { strategy, kind, symbol, waitsFor } = shown;
  const is = `${kind} of ${symbol} is ${shown.state}`;
  const message =
    shown.state === 'done' ? `${is}: ${waitsFor}` : shown.worked === undefined ? `${is} and waits for ${waitsFor}` : `${is}: ${waitsFor}`;
  sink.notice({ type: 'log', strategy, level: 'info', message });
  if (shown.state === 'done' && shown.worked !== undefined) sink.notice({ type: 'worked', order: shown });
}
