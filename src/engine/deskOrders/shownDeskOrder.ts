import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { amountOf, priceOf, type Side } from '../../model/grid.ts';
import type { DeskOrder as ShownDeskOrder } from '../../model/deskOrder.ts';
import type { EngineState } from '../engineState.ts';
import { sideOf } from '../../model/side.ts';
import type { DeskOrder, Leg } from './deskOrder.ts';
import { gainTicks, stopOf } from './exitWork.ts';
import { keptBack } from './keptBack.ts';
import { progressOf, resultText, workText } from './shownWork.ts';

/**
 * A desk order as its strategy sees it: as it is at the moment when it is asked. Amounts, prices and words are made then, so that a strategy
 * that counts its orders on every book pays for none of them.
 */
export class DeskOrderView implements ShownDeskOrder {
  readonly #order: DeskOrder;
  readonly #state: EngineState;

  constructor(order: DeskOrder, state: EngineState) {
    this.#order = order;
    this.#state = state;
  }

  get id(): string {
    return this.#order.id;
  }

  get strategy(): string {
    return this.#order.seat.name;
  }

  get symbol(): string {
    return this.#order.market.symbol;
  }

  get kind(): ShownDeskOrder['kind'] {
    return this.#order.kind;
  }

  get side(): Side {
    const { entry, exits } = this.#order;
    return sideOf((entry ?? exits[0]!).side);
  }

  get amount(): Decimal | undefined {
    const { lots } = this.#order;
    return lots === 0 ? undefined : this.#amount(lots);
  }

  get filled(): Decimal {
    const { entry, closedLots } = this.#order;
    return this.#amount(entry === undefined ? closedLots : entry.lots);
  }

  get closed(): Decimal {
    return this.#amount(this.#order.closedLots);
  }

  get state(): ShownDeskOrder['state'] {
    return this.#order.state;
  }

  get end(): ShownDeskOrder['end'] {
    return this.#order.end;
  }

  get waitsFor(): string {
    return waitsFor(this.#order, this.#state);
  }

  get stop(): Decimal | undefined {
    const stop = nearestStop(this.#order);
    return stop === undefined ? undefined : priceOf(this.#order.market.pair.grid, stop);
  }

  get until(): Instant | undefined {
    const { until } = this.#order;
    return until === Infinity ? undefined : until;
  }

  get tag(): string | undefined {
    return this.#order.tag;
  }

  get placedAt(): Instant {
    return this.#order.placedAt;
  }

  get worked(): ShownDeskOrder['worked'] {
    return progressOf(this.#order);
  }

  toJSON(): ShownDeskOrder {
    return shownDeskOrder(this.#order, this.#state);
  }

  #amount(lots: number): Decimal {
    return amountOf(this.#order.market.pair.grid, lots);
  }
}

/** The same, as it is now and stays. */
export function shownDeskOrder(order: DeskOrder, engine: EngineState): ShownDeskOrder {
  const {
    id,
    strategy,
    symbol,
    kind,
    side,
    amount,
    filled,
    closed,
    state,
    end,
    waitsFor: what,
    stop,
    until,
    tag,
    placedAt,
    worked,
  } = new DeskOrderView(order, engine);
  return { id, strategy, symbol, kind, side, amount, filled, closed, state, end, waitsFor: what, stop, until, tag, placedAt, worked };
}

/** The stop that is nearest to the touch, in ticks. */
function nearestStop({ exits, end, fired }: DeskOrder): number | undefined {
  if (end !== undefined || fired !== undefined) return undefined;
  const stops = exits.filter(({ kind, end: over }) => kind !== 'take-profit' && over === undefined).map((exit) => Math.abs(stopOf(exit)));
  const known = stops.filter((ticks) => Number.isFinite(ticks) && ticks > 0);
  if (known.length === 0) return undefined;
  return exits[0]!.seen(1) > 0 ? Math.max(...known) : Math.min(...known);
}

function waitsFor(order: DeskOrder, state: EngineState): string {
  const { end, reason, ending, fired, entry, work } = order;
  if (end !== undefined && work !== undefined) return `${end}: ${resultText(order)}`;
  if (end !== undefined) return reason === undefined ? end : `${end}: ${reason}`;
  if (ending !== undefined) return `the venue to cancel its orders (${ending})`;
  if (work !== undefined) return workText(order, work, state);
  if (entry !== undefined && entry.end === undefined) return turnText(entry, state);
  if (fired !== undefined) return `${turnText(fired, state)}; its price has come`;
  return order.exits
    .filter((exit) => exit.end === undefined)
    .map(exitText)
    .join(', or ');
}

function turnText(leg: Leg, state: EngineState): string {
  if (leg.children.length > 0) return 'its order to be filled';
  return keptBack(leg, state) ?? 'its turn to be sent';
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
