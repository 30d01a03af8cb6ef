import type { SlotOrder } from './slotOrder.ts';
import { Ring } from './ring.ts';

export const OPENED = 1;
export const REPLACED = 2;
export const CANCELED = 3;
/** Part of an order, or all of it, was executed. */
export const FILLED = 4;
/** Gone from the list of open orders, and all its fills were told. The last word on most orders. */
export const CLOSED = 5;
/** The venue did not take it: it would have met an order of ours, or nobody is there for a market order. The last word. */
export const PLACE_REFUSED = 6;
export const REPLACE_REFUSED = 7;
export const CANCEL_REFUSED = 8;
/** Waited too long for the rate budget: no byte left. The last word. */
export const PLACE_NOT_SENT = 9;
/** As above; the order stays as it was. */
export const REPLACE_NOT_SENT = 10;

/** Executions between two readings of our lists: an order may have any number of them. */
export const MOST_UNREAD = 2 ** 20;

/** What the venue will have told us. */
export interface VenueReport {
  type: number;
  order: SlotOrder;
  /** Price of the fill, or of the order. */
  ticks: number;
  /** Lots of the fill; for other reports what is open. */
  lots: number;
  isTaker: boolean;
  /** By the venue's time. */
  tradedAt: number;
  reportAt: number;
}

/** Reports in order of the time at which we hear of them. */
export class ReportQueue {
  /** When the first one is due; Infinity when none is. */
  nextAt = Infinity;
  /** When what has come since the last reading reaches us: set it, and call `read`. */
  heardAt = 0;
  /** Some of it stands in a list that has not been read since. */
  hasUnread = false;
  readonly #ring: Ring<VenueReport>;
  /** So many of the first reach us at a time that is known. */
  #read = 0;

  constructor(most: number, nobody: SlotOrder) {
    this.#ring = new Ring(most, () => ({ type: 0, order: nobody, ticks: 0, lots: 0, isTaker: false, tradedAt: 0, reportAt: 0 }));
  }

  /** A new entry, for the caller to fill in. When it reaches us is settled by `read`. */
  push(type: number, order: SlotOrder): VenueReport {
    const report = this.#ring.push();
    report.type = type;
    report.order = order;
    this.hasUnread = true;
    return report;
  }

  /** What is to be told of an order as it is now. */
  add(type: number, order: SlotOrder, at: number): void {
    const report = this.push(type, order);
    report.ticks = order.ticks;
    report.lots = order.lots;
    report.isTaker = false;
    report.tradedAt = at;
  }

  /** All that has come since the last time reaches us at `heardAt`. */
  read(): void {
    const ring = this.#ring;
    for (; this.#read < ring.length; this.#read++) ring.at(this.#read).reportAt = this.heardAt;
    this.hasUnread = false;
    this.nextAt = this.#read === 0 ? Infinity : ring.at(0).reportAt;
  }

  shift(): VenueReport {
    const ring = this.#ring;
    const report = ring.shift();
    this.nextAt = --this.#read === 0 ? Infinity : ring.at(0).reportAt;
    return report;
  }
}
