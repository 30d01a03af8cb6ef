import { ALL_TRADING, isWithin, type TradingScope } from '../model/tradingStop.ts';
import type { EngineState } from './engineState.ts';
import type { ProtectionRow } from './protectionRow.ts';
import { type Trip, TradeWatch } from './tradeWatch.ts';

/** Who follows the executions of strategies for the protections of each scope. */
export class ProtectionWatches {
  readonly #state: EngineState;
  readonly #trip: Trip;
  #watches = new Map<string, TradeWatch>();

  constructor(state: EngineState, trip: Trip) {
    this.#state = state;
    this.#trip = trip;
    this.reconfigure();
  }

  get rows(): readonly ProtectionRow[] {
    return [...this.#watches.values()].flatMap(({ rows }) => rows);
  }

  /** Protections that stay the same go on counting. Others count from now on. */
  reconfigure(): void {
    const { seats, limits } = this.#state;
    const before = this.#watches;
    const known = new Set(seats.filter(({ watches }) => watches !== undefined));
    for (const seat of seats) seat.watches = undefined;
    this.#watches = new Map();
    for (const [name, protections] of Object.entries(limits.protections ?? {})) {
      const scope: TradingScope = name === '' ? ALL_TRADING : { of: 'strategy', name };
      const was = before.get(name);
      was?.reconfigure(protections);
      const watch = was ?? new TradeWatch(scope, protections, this.#state, this.#trip);
      this.#watches.set(name, watch);
      for (const seat of seats.filter((one) => isWithin(scope, one.name, one.symbol))) {
        const own = watch.of(seat);
        if (seat.market !== undefined && (was === undefined || !known.has(seat))) own.begin();
        seat.watches = [...(seat.watches ?? []), own];
      }
    }
  }
}
