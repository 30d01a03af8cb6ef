import type { Instant } from '../../src/base/instant.ts';
import type { BookOrder } from '../../src/exchange/bookOrder.ts';
import type { Venue } from '../../src/simulator/venue.ts';

interface Moment {
  readonly at: Instant;
  readonly orders: readonly BookOrder[];
}

/** Moments that no replica lags behind are forgotten. */
const MOST_KEPT_MS = 60_000;

/** What the venue's lists are read from: copies of the truth, of which each request meets one that lags behind by some time. */
export class Replicas {
  readonly #venue: Venue;
  readonly #staleMs: () => number;
  #moments: Moment[] = [];
  #seen: string | undefined;
  #readAt: Instant = 0;

  constructor(venue: Venue, staleMs: () => number) {
    this.#venue = venue;
    this.#staleMs = staleMs;
  }

  /** Takes down how things stand. To be called after whatever may have changed them. */
  note(): void {
    const venue = this.#venue;
    const at = venue.now();
    const open = venue.exchange.openOrders(venue.user);
    const seen = open.map(({ sequence, ticks, lots }) => `${sequence}:${ticks}:${lots}`).join(' ');
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#moments.push({ at, orders: open.map((order) => ({ ...order })) });
    const old = this.#moments.findLastIndex((moment) => moment.at < at - MOST_KEPT_MS);
    if (old > 100) this.#moments = this.#moments.slice(old);
  }

  /** The venue as the handlers of lists see it, each request at the time of its replica. */
  face(): Venue {
    const venue = this.#venue;
    const face = {
      user: venue.user,
      region: venue.region,
      history: venue.history,
      now: () => (this.#readAt = venue.now() - this.#staleMs()),
      exchange: {
        fees: venue.exchange.fees,
        market: (symbol: string) => venue.exchange.market(symbol),
        openOrders: () => [...(this.#moments.findLast((known) => known.at <= this.#readAt)?.orders ?? [])],
      },
    };
    return face as unknown as Venue;
  }
}
