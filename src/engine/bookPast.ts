import type { Conversion } from '../model/conversion.ts';
import type { Restored } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import type { EngineState } from './engineState.ts';
import { tellInTime } from './historyFold.ts';
import { bookConversion, bookEntry, bookFill, noteEntry, restorePosition } from './positions.ts';
import type { ReportDoor } from './reportDoor.ts';
import { sideCode } from '../model/side.ts';

type Past = Pick<Restored, 'sums' | 'summed' | 'fills' | 'conversions' | 'entries'>;

/**
 * Books what earlier lives have executed. `names`: only what these strategies have, on which nothing was booked yet, whatever this life has heard
 * of already.
 */
export function bookPast(state: EngineState, reports: ReportDoor, past: Past, names: ReadonlySet<string> | undefined): void {
  const { sums, summed = [], fills, conversions, entries = [] } = past;
  const isOurs = (strategy: string | undefined): strategy is string =>
    strategy !== undefined && (names === undefined || names.has(strategy));
  for (const before of sums?.positions ?? []) {
    const seat = isOurs(before.strategy) ? state.seat(before.strategy, before.symbol) : undefined;
    if (seat === undefined) continue;
    restorePosition(seat, before);
    for (const watch of seat.watches ?? []) watch.begin();
  }
  for (const entry of summed) if (isOurs(entry.strategy)) noteEntry(state, entry);
  const addFill = (fill: Fill): void => {
    // Nobody's may become a strategy's, when a person gives it the order: then it counts.
    if (!isOurs(fill.strategy)) return;
    const isNew = reports.isNewFill(fill.id);
    if (isNew || names !== undefined) restoreFill(state, reports, fill.strategy, fill);
  };
  const addConversion = (conversion: Conversion): void => {
    const isNew = reports.isNewConversion(conversion.id);
    if ((isNew || names !== undefined) && isOurs(conversion.strategy)) bookConversion(state, conversion.strategy, conversion);
  };
  const addEntry = (entry: (typeof entries)[number]): void => {
    if (isOurs(entry.strategy)) bookEntry(state, entry);
  };
  tellInTime({ fills, conversions, entries }, { addFill, addConversion, addEntry });
}

function restoreFill(state: EngineState, reports: ReportDoor, strategy: string, fill: Fill): void {
  const seat = state.seat(strategy, fill.symbol);
  if (seat === undefined || seat.market?.symbol !== fill.symbol) return;
  reports.unfolded.add(seat, fill);
  bookFill(seat, fill);
  const { price, amount, side, orderId, tradedAt: at } = fill;
  state.turnover?.add(at, seat.market.quote.currency, price.times(amount));
  for (const watch of seat.watches ?? []) watch.remember({ at, side: sideCode(side), price, order: orderId });
}
