import { assert } from '../base/assert.ts';
import type { Side } from '../model/grid.ts';
import type { BookOrder, Level } from './bookOrder.ts';

/** One side of a market. Levels are sorted with the best one last, where adding and removing is cheapest. */
export class Ladder {
  readonly side: Side;
  /** Worst first. */
  readonly levels: Level[] = [];
  readonly #sign: 1 | -1;

  constructor(side: Side) {
    this.side = side;
    this.#sign = side === 'Buy' ? 1 : -1;
  }

  get best(): Level | undefined {
    return this.levels[this.levels.length - 1];
  }

  /** Whether an order of the other side with this limit reaches the price. */
  reaches(limitTicks: number, ticks: number): boolean {
    return this.#sign === 1 ? limitTicks <= ticks : limitTicks >= ticks;
  }

  add(order: BookOrder): void {
    assert(order.level === undefined && order.lots > 0, 'only an open order that rests nowhere can be added');
    const level = this.#levelAt(order.ticks);
    order.level = level;
    order.previous = level.last;
    if (level.last === undefined) level.first = order;
    else level.last.next = order;
    level.last = order;
    level.lots += order.lots;
  }

  /** Takes lots off a resting order, and removes the order when nothing is left. */
  reduce(order: BookOrder, lots: number): void {
    const level = order.level;
    assert(level !== undefined && lots <= order.lots, 'an order can only be reduced by what is open of it');
    order.lots -= lots;
    level.lots -= lots;
    if (order.lots === 0) this.#unlink(order, level);
  }

  remove(order: BookOrder): void {
    const level = order.level;
    assert(level !== undefined, 'the order does not rest in the book');
    level.lots -= order.lots;
    this.#unlink(order, level);
  }

  #unlink(order: BookOrder, level: Level): void {
    if (order.previous === undefined) level.first = order.next;
    else order.previous.next = order.next;
    if (order.next === undefined) level.last = order.previous;
    else order.next.previous = order.previous;
    order.level = order.previous = order.next = undefined;
    if (level.first === undefined) this.#drop(level);
  }

  #drop(level: Level): void {
    if (this.best === level) this.levels.pop();
    else this.levels.splice(this.#indexOf(level.ticks), 1);
  }

  #levelAt(ticks: number): Level {
    const index = this.#indexOf(ticks);
    const found = this.levels[index];
    if (found !== undefined && found.ticks === ticks) return found;
    const level: Level = { ticks, lots: 0, first: undefined, last: undefined };
    if (index === this.levels.length) this.levels.push(level);
    else this.levels.splice(index, 0, level);
    return level;
  }

  /** The place of the price, or the place where it would be. */
  #indexOf(ticks: number): number {
    const rank = ticks * this.#sign;
    let low = 0;
    let high = this.levels.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.levels[middle]!.ticks * this.#sign < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
