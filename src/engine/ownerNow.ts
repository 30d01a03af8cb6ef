import type { EngineState } from './engineState.ts';
import type { EngineOrder, Seat } from './market.ts';
import { ownerBefore } from './ownerBefore.ts';

/** The seat for what the order executes from here on: a strategy that has come back has what its orders of before execute late. */
export function ownerNow({ seat, market, intentId = '' }: EngineOrder, state: EngineState): Seat {
  if (seat.instance.settings !== undefined) return seat;
  return ownerBefore({ strategy: seat.name, symbol: market.symbol, intentId }, state);
}
