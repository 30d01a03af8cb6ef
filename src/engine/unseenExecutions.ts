import type { Instant } from '../base/instant.ts';
import { Sum } from '../base/sum.ts';
import type { EngineOrder, Market, Seat } from './market.ts';
import { setReserve } from './setReserve.ts';
import { BUY } from '../model/side.ts';

/** A replacement after which executions may not be known yet. */
export interface UnseenReplacement {
  readonly replaceId: string;
  /** The lots that it asked for. 0 where an earlier life asked and nobody knows. */
  readonly asked: number;
}

/** What one replacement has left in doubt. */
interface Unseen {
  readonly replaceId: string;
  readonly order: EngineOrder;
  readonly market: Market;
  readonly seat: Seat;
  readonly side: number;
  /** The highest price at which the lots may be executed. */
  readonly ticks: number;
  lots: number;
  /** The venue's time of the replacement. */
  readonly replacedAt: Instant;
  readonly addedAt: Instant;
  /** What the lots would take, of the currency that they are paid with. */
  readonly reserve: Sum;
}

/**
 * What orders may have executed around the instant of their replacement. The answer says what is open now, so until the list of trades was read
 * after it, all that the order had left may be held already, and so may what was asked for and is not open: it may have met other orders at once.
 * It counts as held and as reserved.
 */
export class UnseenExecutions {
  #all: readonly Unseen[] = [];
  #isAside = false;

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** So many lots of the order may have been executed, at no more than `ticks`. */
  add(replaceId: string, order: EngineOrder, ticks: number, lots: number, replacedAt: Instant, now: Instant): void {
    if (lots <= 0) return;
    const { market, seat, side } = order;
    const reserve = new Sum((side === BUY ? market.quote : market.base).decimals);
    const unseen = { replaceId, order, market, seat, side, ticks, lots: 0, replacedAt, addedAt: now, reserve };
    this.#all = [...this.#all, unseen];
    setLots(unseen, lots);
  }

  /** An execution has come that was made before the order was replaced. */
  executed(order: EngineOrder, lots: number, tradedAt: Instant): void {
    const its = this.#all.filter((one) => one.order === order);
    const unseen = its.find(({ replacedAt }) => replacedAt >= tradedAt) ?? its.at(-1);
    if (unseen !== undefined) setLots(unseen, Math.max(0, unseen.lots - lots));
  }

  /** All that was executed before this replacement has come. Answers the market whose orders may go on. */
  release(replaceId: string): Market | undefined {
    const known = this.#all.find((one) => one.replaceId === replaceId);
    if (known === undefined) return undefined;
    setLots(known, 0);
    this.#all = this.#all.filter((one) => one !== known);
    return known.market;
  }

  /** How many lots of a side may be executed already: of all seats, or of one. */
  lots(market: Market, side: number, seat?: Seat): number {
    if (this.#isAside || this.#all.length === 0) return 0;
    let sum = 0;
    for (const one of this.#all) if (one.market === market && one.side === side && (seat ?? one.seat) === one.seat) sum += one.lots;
    return sum;
  }

  /** What is in doubt in a market, part by part. `ticks` is 0 where the order has no price. */
  of(market: Market): readonly Pick<Unseen, 'lots' | 'ticks'>[] {
    return this.#isAside ? [] : this.#all.filter((one) => one.market === market && one.lots > 0);
  }

  /** Whether all of it is so new that the next reading of the trades is still to be waited for. */
  isNewerThan(since: Instant): boolean {
    return this.#all.every(({ addedAt }) => addedAt > since);
  }

  /** Does something as if nothing were unseen. */
  aside<T>(work: () => T): T {
    const lots = this.#all.map((one) => one.lots);
    for (const one of this.#all) setLots(one, 0);
    this.#isAside = true;
    try {
      return work();
    } finally {
      this.#isAside = false;
      for (const [i, one] of this.#all.entries()) setLots(one, lots[i]!);
    }
  }

  /** Changes to finer units, as the purses did. */
  refine(): void {
    for (const { reserve, side, market } of this.#all) reserve.refine((side === BUY ? market.quote : market.base).decimals);
  }
}

function setLots(one: Unseen, lots: number): void {
  one.lots = lots;
  setReserve(one, one.ticks, lots);
}
