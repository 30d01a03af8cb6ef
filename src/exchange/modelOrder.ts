import type { Instant } from '../base/instant.ts';
import { isMore, Sum } from '../base/sum.ts';
import { BUY } from '../model/side.ts';
import type { ModelMarket } from './modelMarket.ts';

/** An order at the model venue, as far as we have heard of it. One object serves all orders of a slot, one after the other. */
export class ModelOrder<Owner> {
  owner: Owner;
  /** The venue's id. Orders are counted from 1; 0 means that it was refused at once. */
  number = 0;
  slot = -1;
  market!: ModelMarket;
  side = 0;
  isMarket = false;
  /** As it was placed. */
  placedTicks = 0;
  placedLots = 0;
  openedAt: Instant = 0.5;
  /** As it is now: the limit, and what is still open. */
  ticks = 0;
  lots = 0;
  filled = 0;
  /** How many executions it has had. */
  parts = 0;
  /** By the venue's time. Executions up to then are not part of `lots`. */
  replacedAt: Instant = -Infinity;
  /** What a replacement on its way asks for. With 0 lots there is none. */
  nextTicks = 0;
  nextLots = 0;
  /** Refusals for lack of money that were not reported yet. While there is one, the object is not used for another order. */
  refusals = 0;
  /** What it holds of the wallet from which it pays. */
  readonly held = new Sum(0);

  constructor(owner: Owner) {
    this.owner = owner;
  }

  begin(number: number, slot: number, market: ModelMarket, side: number, ticks: number, lots: number, now: Instant): void {
    this.number = number;
    this.slot = slot;
    if (this.market !== market) this.market = market;
    this.side = side;
    this.isMarket = ticks === 0;
    this.placedTicks = ticks;
    this.placedLots = lots;
    this.openedAt = now;
    this.ticks = ticks;
    this.lots = lots;
    this.filled = 0;
    this.parts = 0;
    this.replacedAt = -Infinity;
    this.nextTicks = 0;
    this.nextLots = 0;
    this.held.decimals = market.given(side).total.decimals;
  }

  /** What the order may still take. While it is being replaced, either its old or its new shape may turn out to live. */
  hold(): void {
    const { market, side, held } = this;
    // The most that it may cost was settled when it was placed.
    if (side === BUY && this.isMarket) return;
    let { ticks, lots } = this;
    // A sale takes its amount, at whatever price.
    if (this.nextLots > 0 && (side === BUY ? isMore(this.nextTicks, this.nextLots, ticks, lots) : this.nextLots > lots)) {
      ticks = this.nextTicks;
      lots = this.nextLots;
    }
    if (side === BUY) held.setPart(market.quote.held, ticks, lots, market.perTickLot);
    else held.setPart(market.base.held, 1, lots, market.perLot);
  }

  /** Whether nothing is open any more because all of it was executed. */
  get isFilled(): boolean {
    return this.lots === 0;
  }
}
