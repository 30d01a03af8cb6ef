import type { DeskOrder, DeskOrderEnd } from '../../model/deskOrder.ts';
import type { Trader } from '../trader.ts';
import { keepLast } from './keepLast.ts';

/** How far a worked order is, in words. */
export interface Execution {
  readonly id: string;
  /** `over`: nothing more happens, for the reason in `end`. */
  readonly state: 'working' | 'over';
  readonly end: DeskOrderEnd | undefined;
  /** What is done and what it waits for; of one that is over, what it cost. */
  readonly message: string;
}

const MOST_OVER = 200;

/** Keeps the last worked orders that were over since the start, so that whoever follows one hears of its end. */
export class ExecutionHistory {
  readonly #trader: Pick<Trader, 'snapshot'>;
  readonly #over: DeskOrder[] = [];

  constructor(trader: Pick<Trader, 'notices$' | 'snapshot'>) {
    this.#trader = trader;
    trader.notices$.subscribe((notice) => {
      if (notice.type === 'worked') keepLast(this.#over, notice.order, MOST_OVER);
    });
  }

  /** Undefined for an order that is not worked, or was over before the start. */
  find(id: string): Execution | undefined {
    const working = this.#trader.snapshot().deskOrders.find((order) => order.id === id && order.worked !== undefined);
    const order = working ?? this.#over.find((one) => one.id === id);
    return order && { id, state: order.end === undefined ? 'working' : 'over', end: order.end, message: order.waitsFor };
  }
}
