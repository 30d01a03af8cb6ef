import type { Random } from '../../src/base/random.ts';
import type { Account } from '../../src/exchange/account.ts';
import type { BookOrder } from '../../src/exchange/bookOrder.ts';
import type { Market } from '../../src/exchange/market.ts';
import { amountOf, priceOf } from '../../src/model/grid.ts';
import type { Venue } from '../../src/simulator/venue.ts';

/** Others at the venue, who trade with us more often than chance would have it. */
export class Crowd {
  readonly #venue: Venue;
  readonly #random: Random;
  readonly #account: Account;

  constructor(venue: Venue, random: Random) {
    this.#venue = venue;
    this.#random = random;
    this.#account = venue.exchange.addAccount('crowd', true);
  }

  /** Takes one of our orders, or a part of it, with all that stands before it. Answers what it did. */
  take(): string | undefined {
    const { exchange, user } = this.#venue;
    const orders = exchange.openOrders(user);
    if (orders.length === 0) return undefined;
    const order = orders[this.#random.int(orders.length)]!;
    return this.takeOf(order, this.#random.int(3) === 0 ? 1 : this.#random.next());
  }

  /** Takes so much of an order, a lot at least, with all that stands before it. */
  takeOf(order: BookOrder, share: number): string | undefined {
    const { exchange } = this.#venue;
    const market = exchange.market(order.symbol)!;
    const lots = lotsBefore(market, order) + Math.max(1, Math.floor(order.lots * share));
    const side = order.side === 'Buy' ? 'Sell' : 'Buy';
    const taken = exchange.placeLimit(this.#account, market, side, order.ticks, lots, this.#venue.now());
    if ('code' in taken) return undefined;
    if (taken.lots > 0) exchange.cancelOrder(market, taken, this.#venue.now());
    return `takes ${lots} lots down to order ${order.sequence}`;
  }

  /** A person with the same account places an order by hand, beside one of ours and of a size that none of ours has. */
  foreign(): string | undefined {
    const { exchange, user } = this.#venue;
    const orders = exchange.openOrders(user);
    const model = orders[this.#random.int(Math.max(1, orders.length))];
    if (model === undefined) return undefined;
    const { grid } = exchange.market(model.symbol)!.pair;
    const lots = model.lots * 3 + 7;
    const wanted = {
      symbol: model.symbol,
      side: model.side,
      type: 'Limit',
      amount: amountOf(grid, lots),
      price: priceOf(grid, model.ticks),
    } as const;
    const placed = exchange.place(user, wanted, this.#venue.now());
    return 'code' in placed ? undefined : `places order ${placed.sequence} by hand, ${placed.side} ${wanted.amount} of ${placed.symbol}`;
  }
}

function lotsBefore(market: Market, order: BookOrder): number {
  const ladder = market.sideOf(order.side);
  let lots = 0;
  for (let i = ladder.levels.length - 1; i >= 0; i--) {
    const level = ladder.levels[i]!;
    for (let other = level.first; other !== undefined; other = other.next) {
      if (other === order) return lots;
      lots += other.lots;
    }
  }
  return lots;
}
