import type { Book } from '../model/book.ts';

/**
 * Order flow at the touch, from how it changed between two books (Cont, Kukanov and Stoikov, "The price impact of order book events",
 * 2014). With the best bid b of B lots and the best ask a of A lots, and the ones of the book before with a mark:
 *
 *     flow = [b >= b'] B - [b <= b'] B' - [a <= a'] A + [a >= a'] A'
 *
 * Above 0 buyers have come or sellers gone. A poll sees only the sum of what happened since the one before.
 */
export class OrderFlow {
  /** After so long without a good book, the next one is compared with nothing. */
  readonly windowMs: number;
  #bidTicks = 0;
  #bidLots = 0.5;
  #askTicks = 0;
  #askLots = 0.5;
  #at = -Infinity;
  #since = -Infinity;
  #last = 0.5;
  #sum = 0.5;
  #size = 0.5;

  constructor(windowMs: number) {
    this.windowMs = windowMs;
    this.#last = this.#sum = this.#size = 0;
  }

  /** The flow between the last two books, in lots. */
  get last(): number {
    return this.#last;
  }

  /** The flows so far, in lots, each with a weight that fades by e to the power of -(its age / the window). */
  get sum(): number {
    return this.#sum;
  }

  /** `sum` as a share of what it would be if all had gone one way: from -1 (all selling) to 1 (all buying). */
  get pressure(): number {
    return this.#size === 0 ? 0 : this.#sum / this.#size;
  }

  /** Whether books have been compared for the length of the window without a break. */
  get isStable(): boolean {
    return this.#at - this.#since >= this.windowMs;
  }

  add(book: Book): void {
    const { bids, asks, receivedAt } = book;
    if (bids.length === 0 || asks.length === 0) return;
    const passedMs = receivedAt - this.#at;
    if (passedMs <= this.windowMs) this.#compare(book, passedMs);
    else this.#begin(book);
    this.#bidTicks = bids.bestTicks;
    this.#bidLots = bids.bestLots;
    this.#askTicks = asks.bestTicks;
    this.#askLots = asks.bestLots;
    this.#at = receivedAt;
  }

  #begin({ receivedAt }: Book): void {
    this.#since = receivedAt;
    this.#last = this.#sum = this.#size = 0;
  }

  #compare({ bids, asks }: Book, passedMs: number): void {
    let flow = 0;
    if (bids.bestTicks >= this.#bidTicks) flow += bids.bestLots;
    if (bids.bestTicks <= this.#bidTicks) flow -= this.#bidLots;
    if (asks.bestTicks <= this.#askTicks) flow -= asks.bestLots;
    if (asks.bestTicks >= this.#askTicks) flow += this.#askLots;
    const kept = Math.exp(-Math.max(0, passedMs) / this.windowMs);
    this.#last = flow;
    this.#sum = this.#sum * kept + flow;
    this.#size = this.#size * kept + Math.abs(flow);
  }
}
