import type { Instant } from '../../base/instant.ts';
import type { Random } from '../../base/random.ts';
import type { Account } from '../../exchange/account.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import type { TakersCharacter } from './character.ts';

/** How many bursts begin in a second, and how long one lasts at most. */
const BURST_CHANCE = 0.01;
const BURST_MOST_S = 6;

/** What the takers feel of the market. */
export interface TakersMood {
  /** A multiple of their rate. */
  readonly activity: number;
  /** How much more than half of them buy, as a share of all; negative when more of them sell. */
  readonly lean: number;
}

/** The takers of one pair. Their orders come in to trade; most are small, and now and then they come in bursts of one direction. */
export class Takers {
  readonly #exchange: Exchange;
  readonly #market: Market;
  readonly #account: Account;
  readonly #random: Random;
  readonly #character: TakersCharacter;
  readonly #unitLots: number;
  #burstLeftS = 0;
  #buyShare = 0.5;

  constructor(exchange: Exchange, market: Market, account: Account, random: Random, character: TakersCharacter, unitLots: number) {
    this.#exchange = exchange;
    this.#market = market;
    this.#account = account;
    this.#random = random;
    this.#character = character;
    this.#unitLots = unitLots;
  }

  step(fairTicks: number, { activity, lean }: TakersMood, stepS: number, at: Instant): void {
    this.#changeMood(lean, stepS);
    const inBurst = this.#burstLeftS > 0;
    const rate = inBurst ? this.#character.burstRate : this.#character.rate;
    const buyShare = inBurst ? this.#buyShare : 0.5 + lean;
    for (let chance = rate * activity * stepS; chance > 0; chance--) {
      if (this.#random.next() < chance) this.#take(fairTicks, buyShare, at);
    }
  }

  /** A burst is likely to go with the lean of the market. */
  #changeMood(lean: number, stepS: number): void {
    if (this.#burstLeftS > 0) {
      this.#burstLeftS -= stepS;
    } else if (this.#random.next() < BURST_CHANCE * stepS) {
      this.#burstLeftS = 1 + this.#random.next() * (BURST_MOST_S - 1);
      this.#buyShare = this.#random.next() < 0.5 - lean ? 0.2 : 0.8;
    }
  }

  /** Takers send limit orders that reach far through the book, so that they do not pay just any price, and leave nothing behind. */
  #take(fairTicks: number, buyShare: number, at: Instant): void {
    const buys = this.#random.next() < buyShare;
    const lots = Math.max(1, Math.round(this.#unitLots * this.#size()));
    const limit = Math.max(1, Math.round(fairTicks * (buys ? 1.02 : 0.98)));
    const order = this.#exchange.placeLimit(this.#account, this.#market, buys ? 'Buy' : 'Sell', limit, lots, at);
    if ('sequence' in order && order.lots > 0) this.#exchange.cancelOrder(this.#market, order, at);
  }

  /** The size of an order, as a multiple of the usual one. */
  #size(): number {
    const draw = this.#random.next();
    const share = this.#random.next();
    const { least, most } = this.#character.sizes.find(({ below }) => draw < below)!;
    return least + share * (most - least);
  }
}
