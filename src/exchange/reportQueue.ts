import type { SlotOrder } from './slotOrder.ts';
import { Ring } from './ring.ts';

export const OPENED = 1;
export const REPLACED = 2;
export const CANCELED = 3;
/** A part of an order, or all of it, was executed. */
export const FILLED = 4;
/** The order has left the list of open orders, and all its fills were reported. The last report on most orders. */
export const CLOSED = 5;
/** The venue refused the order: it would have met one of ours, or there was nobody for a market order. The last report. */
export const PLACE_REFUSED = 6;
export const REPLACE_REFUSED = 7;
export const CANCEL_REFUSED = 8;
/** It waited too long for the rate budget, so no byte left. The last report. */
export const PLACE_NOT_SENT = 9;
/** The same for a replacement; the order stays as it was. */
export const REPLACE_NOT_SENT = 10;

/** The most executions between two readings of our lists, since an order may have any number of them. */
export const MOST_UNREAD = 2 ** 20;

/** Something that the venue will have told us. */
export interface VenueReport {
  type: number;
  order: SlotOrder;
  /** The price of the fill or of the order. */
  ticks: number;
  /** The lots of the fill. In other reports, what is open. */
  lots: number;
  isTaker: boolean;
  /** By the venue's time. */
  tradedAt: number;
  reportAt: number;
}

/** Reports in the order in which we hear of them. */
export class ReportQueue {
  /** When the first one is due. Infinity when there is none. */
  nextAt = Infinity;
  /** When everything since the last reading reaches us: set this and call `read`. */
  heardAt = 0;
  /** Whether some of it is in a list that has not been read since. */
  hasUnread = false;
  readonly #ring: Ring<VenueReport>;
  /** How many of the first reports reach us at a known time. */
  #read = 0;

  constructor(most: number, nobody: SlotOrder) {
    this.#ring = new Ring(most, () => ({ type: 0, order: nobody, ticks: 0, lots: 0, isTaker: false, tradedAt: 0, reportAt: 0 }));
  }

  /** A new entry, which the caller fills in. `read` settles when it reaches us. */
  push(type: number, order: SlotOrder): VenueReport {
    const report = this.#ring.push();
    report.type = type;
    report.order = order;
    this.hasUnread = true;
    return report;
  }

  /** Adds a report about an order in its present state. */
  add(type: number, order: SlotOrder, at: number): void {
    const report = this.push(type, order);
    report.ticks = order.ticks;
    report.lots = order.lots;
    report.isTaker = false;
    report.tradedAt = at;
  }

  /** Everything since the last time reaches us at `heardAt`. */
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
