import { convertedLots } from './convertedLots.ts';
import type { Dealing } from './dealing.ts';
import type { EngineState } from './engineState.ts';
import type { EngineOrder, Market, Seat } from './market.ts';
import { BUY, SELL } from '../model/side.ts';
import { wishesNothing } from './wishes.ts';
import { mostLots, worstTicks } from './worstTicks.ts';

/** An order that has not closed the position after this long is canceled, and the next one follows the book. */
const PATIENCE_MS = 5000;
const TAG = 'close';
/** Why a strategy is paused meanwhile. */
export const CLOSING = 'its position is being closed';

/**
 * Closes positions for a person or a protection. It cancels the orders of a strategy, then sells what it holds (or buys back what
 * it sold) with one limit order after the other, each up to the collar, until less than the least order is left.
 */
export class Closing {
  readonly #state: EngineState;
  readonly #dealing: Dealing;

  constructor(state: EngineState, dealing: Dealing) {
    this.#state = state;
    this.#dealing = dealing;
  }

  /** Takes one step for each strategy of the market that is being closed. Call it with each book and each heartbeat. */
  work(market: Market): void {
    for (const seat of market.seats) if (seat.isClosing) this.#workFor(seat, market);
  }

  /** Whether nothing is left to do. An amount below the least order stays, and what a conversion under way brings is closed too. */
  isDone(seat: Seat): boolean {
    const { market, live, positionLots } = seat;
    if (market === undefined) return true;
    if (live.length > 0 || Math.abs(positionLots) >= market.dust) return false;
    return convertedLots(seat, market, BUY, this.#state) === 0 && convertedLots(seat, market, SELL, this.#state) === 0;
  }

  #workFor(seat: Seat, market: Market): void {
    if (seat.live.length > 0) {
      for (const order of seat.live.copy()) if (this.#isInTheWay(order)) this.#dealing.cancel(order);
      return;
    }
    if (this.isDone(seat) || market.underway > 0 || market.unknown > 0 || market.frozen !== undefined || !market.hasMid) return;
    const side = seat.positionLots > 0 ? SELL : BUY;
    // What a conversion may have taken already is not there to be closed.
    const left = Math.abs(seat.positionLots) - convertedLots(seat, market, side, this.#state);
    if (left < market.least || this.#state.now < seat.notBefore) return;
    const ticks = worstTicks(market, side, this.#state);
    const lots = Math.min(left, mostLots(market, ticks, this.#state));
    this.#dealing.place(seat, market, side, false, ticks, lots, TAG, undefined, true);
  }

  #isInTheWay({ tag, placedAt }: EngineOrder): boolean {
    return tag !== TAG || this.#state.now - placedAt >= PATIENCE_MS;
  }
}

/** Whether it is an order of `Closing`, which makes the position smaller and no more than that. No part of the desk keeps such an order. */
export function isOfClosing({ seat, market, side, lots, keeper }: EngineOrder): boolean {
  const { isClosing, positionLots } = seat;
  return isClosing && keeper === undefined && seat.market === market && lots <= (side === BUY ? -positionLots : positionLots);
}

/** Its position is closed from here on, at once: what the venue has refused before was refused to the strategy. */
export function beginClosing(seat: Seat): void {
  seat.isClosing = true;
  // From here on its orders are this part's business, and not the desk's.
  seat.isWanted = false;
  seat.refusals = 0;
  seat.notBefore = 0;
}

/** Its position is not closed any further. A strategy that has ended wants no order to rest, not even one that was to close its position. */
export function endClosing(seat: Seat): void {
  if (!seat.isClosing) return;
  seat.isClosing = false;
  if (seat.state === 'stopped') wishesNothing(seat);
}
