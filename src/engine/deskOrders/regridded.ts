import { amountOf, bigLotsOf, bigTicksOf, type Grid, isSameGrid, priceOf, type Rounding } from '../../model/grid.ts';
import { BUY } from '../side.ts';
import type { SavedLeg, SavedOrder } from './savedOrder.ts';
import type { SavedWork } from './savedWork.ts';
import type { ArrivalBook, WorkState, WorkTerms } from './work.ts';

/**
 * Orders that were saved in ticks and lots of a pair whose rules were others then, in those of today. Prices and amounts stay what they were; what
 * lies between two steps by now is rounded so that no more is ordered, and at no worse price, than was asked for. Throws for what is less than
 * one step.
 */
export function regridded(orders: readonly SavedOrder[], from: Grid, to: Grid): readonly SavedOrder[] {
  if (isSameGrid(from, to)) return orders;
  const grids = new GridChange(from, to);
  return orders.map((order) => ({
    ...order,
    lots: grids.ordered(order.lots, `order ${order.id}`),
    basis: order.basis && grids.distance(order.basis),
    work: order.work && workOf(order.work, grids, order.id),
    legs: order.legs.map((leg) => legOf(leg, grids, order.id)),
  }));
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

  // 0 stands for the position, or for what a kind does not have, so nothing else may become it.

  ordered(lots: number, what: string): number {
    return least(this.lots(lots, 'down'), lots, `the amount of ${what}`);
  }

  limit(ticks: number, side: number, what: string): number {
    return least(this.ticks(ticks, side === BUY ? 'down' : 'up'), ticks, `the price of ${what}`);
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

function least(now: number, before: number, what: string): number {
  if (now === 0 && before !== 0) throw new TypeError(`${what} is less than a step, since the rules of its pair have changed`);
  return now;
}

function legOf(leg: SavedLeg, grids: GridChange, id: string): SavedLeg {
  const { side, ticks, stop, from, mark, lots, worth, asked } = leg;
  return {
    ...leg,
    ticks: grids.limit(ticks, side, `order ${id}`),
    // They are seen from the leg's side: a stop fires at it or below, and what follows begins at it or above.
    stop: stop && grids.ticks(stop, 'down'),
    from: from && grids.ticks(from, 'up'),
    mark: mark && grids.ticks(mark, 'down'),
    lots: grids.lots(lots, 'up'),
    worth: grids.worth(worth),
    asked: asked && { ...asked, lots: grids.ordered(asked.lots, `the replacement of ${id}`) },
  };
}

function workOf({ terms, state }: SavedWork, grids: GridChange, id: string): SavedWork {
  return { terms: termsOf(terms, grids, id), state: stateOf(state, grids) };
}

function termsOf(terms: WorkTerms, grids: GridChange, id: string): WorkTerms {
  const { showLots, offsetTicks } = terms;
  return { ...terms, showLots: grids.ordered(showLots, `what ${id} shows`), offsetTicks: Math.round(grids.distance(offsetTicks)) };
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
