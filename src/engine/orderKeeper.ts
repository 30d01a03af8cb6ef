/** A part of the desk that keeps an order: it hears what becomes of it. */
export interface OrderKeeper {
  /** The id of the desk order to which it belongs. */
  readonly id: string;
  /** Whether its orders only ever make a position smaller. */
  readonly reduces: boolean;
  /** So much of one of its orders was executed, at the price of the book's other side or resting. `intentId`: of that order, where orders have ids. */
  filled(ticks: number, lots: number, isTaker: boolean, intentId: string | undefined): void;
  /** A person has canceled one of its orders by its id. */
  letGo(): void;
  /** A replacement of one of its orders has provably never been at the venue: that has so many lots left, at this price, as before. */
  neverReplaced(ticks: number, left: number): void;
  /** One of its orders has another state. */
  changed(): void;
}
