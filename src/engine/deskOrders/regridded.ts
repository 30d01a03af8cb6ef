import { amountOf, bigLotsOf, bigTicksOf, type Grid, isSameGrid, priceOf, type Rounding } from '../../model/grid.ts';
import { BUY } from '../../model/side.ts';
import { ExecutedLots } from './executedLots.ts';
import type { SavedLeg, SavedOrder } from './savedOrder.ts';
import type { SavedWork } from './savedWork.ts';
import type { ArrivalBook, WorkState, WorkTerms } from './work.ts';

/** An order that can't be had under the rules of its pair: its amount or its price is less than one step of them. */
export class LessThanStep extends Error {}

/**
 * An order that was saved in ticks and lots of a pair whose rules were others then, in those of today. Prices and amounts stay what they were; what
 * lies between two steps by now is rounded so that no more is ordered, and at no worse price, than was asked for. Throws `LessThanStep` where
 * nothing would be left.
 */
export function regridded(order: SavedOrder, from: Grid, to: Grid): SavedOrder {
  if (isSameGrid(from, to)) return order;
  const grids = new GridChange(from, to);
  return {
    ...order,
    lots: least(grids.lots(order.lots, 'down'), order.lots, 'amount'),
    basis: order.basis && grids.distance(order.basis),
    work: order.work && workOf(order.work, grids),
    legs: order.legs.map((leg) => legOf(leg, grids)),
  };
}

class GridChange {
  readonly #from: Grid;
  readonly #to: Grid;
  readonly #perTick: number;
  readonly #perLot: number;

  constructor(from: Grid, to: Grid) {
    this.#from = from;
    this.#to = to;
    this.#perTick = from.tick.div(to.tick).toNumber();
    this.#perLot = from.lot.div(to.lot).toNumber();
  }

  ticks(ticks: number, rounding: Rounding): number {
    return Number(bigTicksOf(this.#to, priceOf(this.#from, ticks), rounding));
  }

  lots(lots: number, rounding: Rounding): number {
    return Number(bigLotsOf(this.#to, amountOf(this.#from, lots), rounding));
  }

  /** A part of an order, which is one lot at the least. */
  part(lots: number): number {
    return lots === 0 ? 0 : Math.max(1, this.lots(lots, 'down'));
  }

  limit(ticks: number, side: number): number {
    return least(this.ticks(ticks, side === BUY ? 'down' : 'up'), ticks, 'price');
  }

  executed({ lots, rest, worth }: SavedLeg): Pick<SavedLeg, 'lots' | 'rest' | 'worth'> {
    const sum = new ExecutedLots();
    sum.addAmount(amountOf(this.#from, lots).plus(rest ?? 0), this.worth(worth), this.#to);
    return { lots: sum.lots, rest: sum.rest.isZero() ? undefined : sum.rest.toFixed(), worth: sum.worth };
  }

  // Numbers that need not be whole.

  distance(ticks: number): number {
    return ticks * this.#perTick;
  }

  volume(lots: number): number {
    return lots * this.#perLot;
  }

  worth(worth: number): number {
    return worth * this.#perTick * this.#perLot;
  }
}

/** 0 stands for the position, or for what a kind does not have, so nothing else may become it. */
function least(now: number, before: number, what: string): number {
  if (now === 0 && before !== 0) throw new LessThanStep(`its ${what} is less than a step`);
  return now;
}

function legOf(leg: SavedLeg, grids: GridChange): SavedLeg {
  const { side, ticks, stop, from, mark, asked } = leg;
  return {
    ...leg,
    ticks: grids.limit(ticks, side),
    // They are seen from the leg's side: a stop fires at it or below, and what follows begins at it or above.
    stop: stop && grids.ticks(stop, 'down'),
    from: from && grids.ticks(from, 'up'),
    mark: mark && grids.ticks(mark, 'down'),
    ...grids.executed(leg),
    asked: asked && { ...asked, lots: grids.part(asked.lots) },
  };
}

function workOf({ terms, state }: SavedWork, grids: GridChange): SavedWork {
  return { terms: termsOf(terms, grids), state: stateOf(state, grids) };
}

function termsOf(terms: WorkTerms, grids: GridChange): WorkTerms {
  const { showLots, offsetTicks } = terms;
  return { ...terms, showLots: grids.part(showLots), offsetTicks: Math.round(grids.distance(offsetTicks)) };
}

function stateOf(state: WorkState, grids: GridChange): WorkState {
  return { ...state, counted: grids.volume(state.counted), arrival: state.arrival && arrivalOf(state.arrival, grids) };
}

function arrivalOf({ twoMids, lots, walked, worth }: ArrivalBook, grids: GridChange): ArrivalBook {
  return {
    twoMids: Math.round(grids.distance(twoMids)),
    lots: Math.round(grids.volume(lots)),
    walked: Math.round(grids.volume(walked)),
    worth: Math.round(grids.worth(worth)),
  };
}
