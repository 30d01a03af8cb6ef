import type { Instant } from '../../base/instant.ts';
import type { EngineState } from '../engineState.ts';
import type { Market, Seat } from '../market.ts';
import { averageTicksOf } from '../positions.ts';
import type { DeskOrder } from './deskOrder.ts';
import type { ExitOrder, NewOrder } from './newOrder.ts';

/** How long exits that were refused are not asked for again, while the position stays as it is. */
const AGAIN_AFTER_MS = 60_000;

/** What the desk knows of one strategy's configured exits in one market. */
interface Watched {
  order: DeskOrder | undefined;
  /** The position when it was looked at last. */
  lots: number;
  /** For this position none is placed: a person has canceled it. */
  isLetGo: boolean;
  /** After a refusal none is placed before this time. */
  notBefore: Instant;
}

/** What exits of the configuration do with the desk's orders. */
interface Keeping {
  /** The orders that are kept. */
  readonly kept: readonly DeskOrder[];
  place(seat: Seat, market: Market, asked: NewOrder, plan: string): DeskOrder | undefined;
}

/**
 * Keeps the exits that the configuration names for whatever a strategy holds: one order of the desk for each position, from its
 * beginning to its end.
 */
export class ConfiguredExits {
  readonly #state: EngineState;
  readonly #keeping: Keeping;
  readonly #watched = new Map<Seat, Watched>();

  constructor(state: EngineState, keeping: Keeping) {
    this.#state = state;
    this.#keeping = keeping;
  }

  /** Whether any strategy has exits in the configuration. */
  get areAny(): boolean {
    return this.#state.seats.some((seat) => exitsOf(seat) !== undefined);
  }

  /** Looks at the positions in a market, before the orders that are kept are worked on. */
  work(market: Market): void {
    for (const seat of market.seats) {
      const exits = exitsOf(seat);
      if (exits !== undefined) this.#workFor(seat, market, exits);
    }
  }

  /** An order of an earlier life: when the configuration says something else by now, it is canceled, and the new one follows. One that has fired goes on. */
  restored(order: DeskOrder): void {
    const { plan, seat, market } = order;
    const exits = exitsOf(seat);
    if (plan === undefined || plan === planOf(exits) || order.fired !== undefined || order.ending !== undefined) return;
    order.ending = 'canceled';
    const then = exits === undefined ? 'nothing watches the position any more' : 'those of now take their place';
    const message = `its exits on ${market.symbol} have changed in the configuration: the ones before are canceled, and ${then}`;
    this.#state.sink.notice({ type: 'log', strategy: seat.name, level: 'warn', message });
  }

  #workFor(seat: Seat, market: Market, exits: readonly ExitOrder[]): void {
    const watched = this.#watchedOf(seat);
    const { order } = watched;
    const { positionLots: lots } = seat;
    if (order !== undefined && order.end === undefined) {
      if (lots !== watched.lots) this.#follow(order, seat);
      watched.lots = lots;
      return;
    }
    if (order !== undefined) {
      watched.order = undefined;
      if (order.end === 'canceled' && order.plan === planOf(exits)) this.#letGo(watched, seat);
    }
    const isSame = lots === watched.lots;
    watched.lots = lots;
    if (Math.abs(lots) < market.dust) watched.isLetGo = false;
    else if (!isSame || (!watched.isLetGo && this.#state.now >= watched.notBefore)) this.#place(watched, seat, market, exits);
  }

  #place(watched: Watched, seat: Seat, market: Market, exits: readonly ExitOrder[]): void {
    watched.order = this.#keeping.place(seat, market, orderOf(exits), planOf(exits)!);
    watched.isLetGo = false;
    if (watched.order === undefined) watched.notBefore = this.#state.now + AGAIN_AFTER_MS;
  }

  #letGo(watched: Watched, { name, positionLots, symbol }: Seat): void {
    watched.isLetGo = true;
    if (positionLots === 0) return;
    const message = `its exits on ${symbol} were canceled by hand: they come back when its position changes, or with the next start`;
    this.#state.sink.notice({ type: 'log', strategy: name, level: 'warn', message });
  }

  /** Distances count from the price of the position, which has changed. */
  #follow(order: DeskOrder, seat: Seat): void {
    const ticks = averageTicksOf(this.#state, seat);
    if (Number.isNaN(order.basis) || Number.isNaN(ticks)) return;
    order.basis = ticks;
    order.isQuiet = false;
  }

  /** What an earlier life has placed is found among the orders that are kept. */
  #watchedOf(seat: Seat): Watched {
    let watched = this.#watched.get(seat);
    if (watched === undefined) {
      const order = this.#keeping.kept.find((one) => one.seat === seat && one.plan !== undefined);
      this.#watched.set(seat, (watched = { order, lots: NaN, isLetGo: false, notBefore: -Infinity }));
    }
    return watched;
  }
}

function exitsOf({ instance }: Seat): readonly ExitOrder[] | undefined {
  return instance.settings?.exits;
}

/** What tells exits from others. */
function planOf(exits: readonly ExitOrder[] | undefined): string | undefined {
  return exits && JSON.stringify(exits);
}

function orderOf(exits: readonly ExitOrder[]): NewOrder {
  const [first] = exits;
  return exits.length === 1 ? { ...first!, amount: 'position' } : { kind: 'one-of', amount: 'position', orders: exits };
}
