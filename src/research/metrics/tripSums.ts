import type { RoundTrip } from './roundTrips.ts';
import { RunningSum } from './sampleStatistics.ts';

/** Round trips are kept for a table as far as there are so few of them; else the best and the worst. */
export const MOST_LISTED = 40;

/** Sums over a strategy's round trips, after fees and in the report's currency: those that were closed. */
export class TripSums {
  readonly net = new RunningSum();
  /** Each net, in the order in which they were closed. */
  readonly each: number[] = [];
  won = 0;
  lost = 0;
  heldMs = 0;
  /** Those that were open at the end, one for each symbol. */
  readonly open: RoundTrip[] = [];
  #first: RoundTrip[] = [];
  #best: Ranked[] = [];
  #worst: Ranked[] = [];

  add(trip: RoundTrip, rate: number): void {
    if (trip.closedAt === undefined) {
      this.open.push(trip);
      return;
    }
    const net = trip.net!.isZero() ? 0 : trip.net!.toNumber() * rate;
    this.net.add(net);
    this.each.push(net);
    if (net > 0) this.won++;
    if (net < 0) this.lost++;
    this.heldMs += trip.closedAt - trip.openedAt;
    if (this.each.length <= MOST_LISTED) this.#first.push(trip);
    keep(this.#best, { trip, net }, (a, b) => b.net - a.net);
    keep(this.#worst, { trip, net }, (a, b) => a.net - b.net);
  }

  get count(): number {
    return this.each.length;
  }

  /** NaN without one. */
  get averageHeldMs(): number {
    return this.heldMs / this.count;
  }

  /** All of them where they are few; else the best and the worst, in the order of time. */
  get listed(): readonly RoundTrip[] {
    if (this.count <= MOST_LISTED) return [...this.#first, ...this.open];
    const both = new Set([...this.#best, ...this.#worst].map(({ trip }) => trip));
    return [...[...both].toSorted((a, b) => a.closedAt! - b.closedAt!), ...this.open];
  }
}

interface Ranked {
  readonly trip: RoundTrip;
  readonly net: number;
}

const MOST_RANKED = MOST_LISTED / 4;

function keep(ranked: Ranked[], one: Ranked, order: (a: Ranked, b: Ranked) => number): void {
  if (ranked.length === MOST_RANKED && order(one, ranked.at(-1)!) >= 0) return;
  ranked.push(one);
  ranked.sort(order);
  if (ranked.length > MOST_RANKED) ranked.pop();
}
