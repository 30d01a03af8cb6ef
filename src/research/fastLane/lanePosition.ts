import { WORD_IS_OLD_BY_MS } from '../../engine/account.ts';
import { BUY, type LaneOrders, type LaneSide } from './laneOrders.ts';
import { laneFee, type LaneScale, MOST_UNITS, UNIT } from './laneScale.ts';
import { leaveLane } from './leaveLane.ts';

/** What went out of the wallets between two words of the venue. */
interface Spent {
  readonly until: number;
  readonly base: number;
  readonly quote: number;
}

/** What the lane's fills have changed, in whole units, and what the wallets are sure to hold. */
export class LanePosition {
  readonly scale: LaneScale;
  readonly #orders: LaneOrders;
  readonly #openingBase: number = 0;
  readonly #openingQuote: number = 0;
  /** The wallets at the last word of the venue, and what went out of them since and so shortly before that it may be missing in it. */
  #toldBase: number = 0;
  #toldQuote: number = 0;
  #spentBase = 0;
  #spentQuote = 0;
  #earlierBase = 0;
  #earlierQuote = 0;
  readonly #earlier: Spent[] = [];
  /** Bought less sold, fees taken off. */
  baseUnits = 0;
  /** Received less paid, fees taken off. */
  quoteUnits = 0;
  /** Sum of the best bid and ask, in ticks: twice the mid of the last book that had both. */
  twoMids = NaN;

  /** `base` and `quote` are the opening balances. */
  constructor(scale: LaneScale, orders: LaneOrders, base: number, quote: number) {
    this.scale = scale;
    this.#orders = orders;
    this.#openingBase = Math.floor(base * UNIT);
    this.#openingQuote = Math.floor(quote * UNIT);
    this.#toldBase = this.#openingBase;
    this.#toldQuote = this.#openingQuote;
  }

  /** Books an execution and answers its fee, in units of what was received. */
  filled(side: LaneSide, ticks: number, lots: number, isTaker: boolean): number {
    const { unitsPerLot, unitsPerTickLot, makerRate, takerRate } = this.scale;
    const amount = lots * unitsPerLot;
    const value = ticks * lots * unitsPerTickLot;
    const fee = laneFee(side === BUY ? amount : value, isTaker ? takerRate : makerRate);
    if (side === BUY) {
      this.baseUnits += amount - fee;
      this.quoteUnits -= value;
      this.#spentQuote += value;
      this.#spentBase += fee;
    } else {
      this.baseUnits -= amount;
      this.#spentBase += amount;
      this.#spentQuote += fee;
      this.quoteUnits += value - fee;
    }
    if (value > MOST_UNITS || Math.abs(this.baseUnits) > MOST_UNITS || Math.abs(this.quoteUnits) > MOST_UNITS) {
      leaveLane('a position too large for units');
    }
    return fee;
  }

  /** The position in whole lots, what is left of a lot cut off. */
  get lots(): number {
    return Math.trunc(this.baseUnits / this.scale.unitsPerLot) + 0;
  }

  worthInQuoteUnits(): number {
    return (this.baseUnits / this.scale.unitsPerLot) * this.scale.unitsPerTickLot * (this.twoMids / 2);
  }

  /** The venue has told the balances. */
  told(now: number): void {
    this.#toldBase = this.#openingBase + this.baseUnits;
    this.#toldQuote = this.#openingQuote + this.quoteUnits;
    let kept = 0;
    let base = this.#spentBase;
    let quote = this.#spentQuote;
    for (const spent of this.#earlier) {
      if (now - spent.until >= WORD_IS_OLD_BY_MS) continue;
      this.#earlier[kept++] = spent;
      base += spent.base;
      quote += spent.quote;
    }
    while (this.#earlier.length > kept) this.#earlier.pop();
    this.#earlier.push({ until: now, base: this.#spentBase, quote: this.#spentQuote });
    this.#earlierBase = base;
    this.#earlierQuote = quote;
    this.#spentBase = 0;
    this.#spentQuote = 0;
  }

  /**
   * Leaves the lane unless the wallet is sure to hold what is needed. What the venue told may lag behind the fills, and the engine
   * may take off the same order twice: here it is taken off three times.
   */
  mustBeFree(side: LaneSide, needed: number): void {
    const wallet =
      side === BUY ? this.#toldQuote - this.#spentQuote - this.#earlierQuote : this.#toldBase - this.#spentBase - this.#earlierBase;
    const { live } = this.#orders;
    let resting = 0.5 - 0.5;
    for (let i = 0; i < live.length; i++) {
      const order = live[i]!;
      if (order.side !== side) continue;
      const lots = Math.max(order.lots, order.nextLots);
      const ticks = Math.max(order.ticks, order.nextTicks);
      resting += side === BUY ? ticks * lots * this.scale.unitsPerTickLot : lots * this.scale.unitsPerLot;
    }
    if (needed + 3 * resting > wallet) leaveLane('a wallet that may not hold what is needed');
  }
}
