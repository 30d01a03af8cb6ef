import type { Instant } from '../../base/instant.ts';
import type { Random } from '../../base/random.ts';
import type { Account } from '../../exchange/account.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';

/** Orders a second in quiet times and in a burst. */
const CALM_RATE = 1.2;
const BURST_RATE = 6;
/** How often a burst begins, a second, and how long it lasts. */
const BURST_CHANCE = 0.01;
const BURST_MOST_S = 6;

/** The takers of one pair: orders that come in to trade, mostly small, now and then in bursts of one direction. */
export class Takers {
  readonly #exchange: Exchange;
  readonly #market: Market;
  readonly #account: Account;
  readonly #random: Random;
  readonly #unitLots: number;
  #burstLeftS = 0;
  #buyShare = 0.5;

  constructor(exchange: Exchange, market: Market, account: Account, random: Random, unitLots: number) {
    this.#exchange = exchange;
    this.#market = market;
    this.#account = account;
    this.#random = random;
    this.#unitLots = unitLots;
  }

  step(fairTicks: number, stepS: number, at: Instant): void {
    this.#mood(stepS);
    const rate = this.#burstLeftS > 0 ? BURST_RATE : CALM_RATE;
    for (let chance = rate * stepS; chance > 0; chance--) {
      if (this.#random.next() < chance) this.#take(fairTicks, at);
    }
  }

  #mood(stepS: number): void {
    if (this.#burstLeftS > 0) {
      this.#burstLeftS -= stepS;
      if (this.#burstLeftS <= 0) this.#buyShare = 0.5;
    } else if (this.#random.next() < BURST_CHANCE * stepS) {
      this.#burstLeftS = 1 + this.#random.next() * (BURST_MOST_S - 1);
      this.#buyShare = this.#random.next() < 0.5 ? 0.2 : 0.8;
    }
  }

  /** Limit orders far through the book: a taker does not pay any price, and leaves nothing behind. */
  #take(fairTicks: number, at: Instant): void {
    const buys = this.#random.next() < this.#buyShare;
    const lots = Math.max(1, Math.round(this.#unitLots * this.#size()));
    const limit = Math.max(1, Math.round(fairTicks * (buys ? 1.02 : 0.98)));
    const order = this.#exchange.placeLimit(this.#account, this.#market, buys ? 'Buy' : 'Sell', limit, lots, at);
    if ('sequence' in order && order.lots > 0) this.#exchange.cancelOrder(this.#market, order, at);
  }

  /** In usual orders: two in three are small, one in four reaches some levels deep, the rest sweeps. */
  #size(): number {
    const draw = this.#random.next();
    const share = this.#random.next();
    if (draw < 0.65) return 0.1 + share * 1.9;
    if (draw < 0.92) return 2 + share * 10;
    return 12 + share * 58;
  }
}
