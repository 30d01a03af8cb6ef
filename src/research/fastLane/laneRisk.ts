import type { RiskLimits } from '../../engine/risk/riskCheck.ts';
import type { Book } from '../../model/book.ts';
import type { Pair } from '../../model/pair.ts';
import { BUY, type LaneOrder, type LaneOrders, type LaneSide } from './laneOrders.ts';
import { LaneLoss } from './laneLoss.ts';
import type { LanePosition } from './lanePosition.ts';
import { MOST_UNITS, UNIT } from './laneScale.ts';
import { leaveLane } from './leaveLane.ts';

/** Sums of plain numbers prove a limit kept or broken only outside of this share around it. */
const DOUBT = 1e-9;
const MINUTE_MS = 60_000;

/**
 * The engine's risk checks for the one case of the fast lane: a limit order on the grid, in the currencies of its own pair.
 * Whole numbers decide exactly; where a sum of plain numbers can't decide for certain, the lane is left.
 */
export class LaneRisk {
  readonly #limits: RiskLimits;
  readonly #orders: LaneOrders;
  readonly #position: LanePosition;
  /** Numerator and denominator of 1 + collar and 1 - collar. */
  readonly #collarScale: number = 0;
  readonly #collarUp: number = 0;
  readonly #collarDown: number = 0;
  readonly #mostOrderUnits: number = 0;
  readonly #budgetUnits: number = 0;
  readonly #mostOpen: number = 0;
  readonly #mostPerMinute: number = 0;
  /** Times of the risk-taking commands of the last minute, as a ring. */
  readonly #sent: Float64Array;
  #sentFirst = 0;
  #sentCount = 0;
  /** Something is wrong with the book, beyond polls that failed. */
  isTroubled = false;
  #bookAt = -Infinity;
  #hasTouch = false;
  readonly loss: LaneLoss;
  /** By rule: how often it refused. */
  readonly refusals = new Map<string, number>();

  constructor(pair: Pair, limits: RiskLimits, strategy: string, orders: LaneOrders, position: LanePosition) {
    this.#limits = limits;
    this.#orders = orders;
    this.#position = position;
    const collar = limits.priceCollar;
    this.#collarScale = collar === undefined ? 0 : 10 ** collar.decimalPlaces();
    const share = collar === undefined ? 0 : collar.times(this.#collarScale).toNumber();
    this.#collarUp = this.#collarScale + share;
    this.#collarDown = this.#collarScale - share;
    this.#mostOrderUnits = unitsIn(limits.maxOrderValue, pair);
    this.#budgetUnits = unitsIn(Object.hasOwn(limits.budgets, strategy) ? limits.budgets[strategy] : undefined, pair);
    this.#mostOpen = limits.maxOpenOrders ?? Infinity;
    this.#mostPerMinute = limits.maxOrdersPerMinute ?? Infinity;
    this.#sent = new Float64Array(this.#mostPerMinute === Infinity ? 0 : this.#mostPerMinute);
    if (!limits.symbols.includes(pair.symbol)) leaveLane('the symbol is not on the list');
    this.loss = new LaneLoss(limits.maxDailyLoss, pair.quote, position);
  }

  /** Takes note of a book, which may be overwritten afterwards. */
  onBook({ bids, asks, receivedAt }: Book): void {
    this.#bookAt = receivedAt;
    this.#hasTouch = bids.length > 0 && asks.length > 0;
    if (this.#hasTouch) this.#position.twoMids = bids.bestTicks + asks.bestTicks;
    if (this.loss.isLimited) this.loss.onNews(receivedAt);
  }

  countSent(now: number): void {
    if (this.#sent.length === 0) return;
    this.#forgetSent(now);
    this.#sent[(this.#sentFirst + this.#sentCount++) % this.#sent.length] = now;
  }

  /** Whether the order may be sent, perhaps in the place of another; a refusal is counted. In the order of `riskGate`. */
  approves(now: number, side: LaneSide, ticks: number, lots: number, replaces: LaneOrder | undefined): boolean {
    if (this.isTroubled || now - this.#bookAt > this.#limits.staleAfterMs) return this.#refuse('stale-data');
    if (this.#collarScale > 0) {
      if (!this.#hasTouch) return this.#refuse('price-collar');
      const worst = this.#position.twoMids * (side === BUY ? this.#collarUp : this.#collarDown);
      const asked = 2 * ticks * this.#collarScale;
      if (worst > MOST_UNITS || asked > MOST_UNITS) leaveLane('a price too large to compare');
      if (side === BUY ? asked > worst : asked < worst) return this.#refuse('price-collar');
    }
    const value = ticks * lots * this.#position.scale.unitsPerTickLot;
    if (value > MOST_UNITS) leaveLane('a value too large to compare');
    if (value > this.#mostOrderUnits) return this.#refuse('order-value');
    if (side === BUY && this.#budgetUnits !== Infinity && !this.#withinBudget(value, replaces)) return this.#refuse('budget');
    if (replaces === undefined && this.#orders.live.length >= this.#mostOpen) return this.#refuse('open-orders');
    if (this.#meetsOwn(side, ticks, replaces)) return this.#refuse('self-trade');
    this.#position.mustBeFree(side, side === BUY ? value : lots * this.#position.scale.unitsPerLot);
    this.#forgetSent(now);
    if (this.#sentCount >= this.#mostPerMinute) return this.#refuse('order-rate');
    if (this.loss.isLimited) this.loss.mustBeSmall(now);
    return true;
  }

  #withinBudget(value: number, replaces: LaneOrder | undefined): boolean {
    const position = this.#position;
    let used = position.baseUnits > 0 ? position.worthInQuoteUnits() : 0.5 - 0.5;
    const { live } = this.#orders;
    for (let i = 0; i < live.length; i++) {
      const order = live[i]!;
      if (order === replaces || order.side !== BUY) continue;
      const now = order.ticks * order.remaining;
      const next = order.isReplacing ? order.nextTicks * order.nextLots : 0;
      used += Math.max(now, next) * position.scale.unitsPerTickLot;
    }
    const sum = used + value;
    if (Math.abs(sum - this.#budgetUnits) <= this.#budgetUnits * DOUBT + 1) leaveLane('on the edge of the budget');
    return sum < this.#budgetUnits;
  }

  #meetsOwn(side: LaneSide, ticks: number, replaces: LaneOrder | undefined): boolean {
    const { live } = this.#orders;
    for (let i = 0; i < live.length; i++) {
      const order = live[i]!;
      if (order === replaces || order.side === side) continue;
      if (side === BUY ? ticks >= order.ticks : ticks <= order.ticks) return true;
    }
    return false;
  }

  #forgetSent(now: number): void {
    while (this.#sentCount > 0 && now - this.#sent[this.#sentFirst]! >= MINUTE_MS) {
      this.#sentFirst = (this.#sentFirst + 1) % this.#sent.length;
      this.#sentCount--;
    }
  }

  /** Counts a refusal. */
  count(rule: string): void {
    this.refusals.set(rule, (this.refusals.get(rule) ?? 0) + 1);
  }

  #refuse(rule: string): false {
    this.count(rule);
    return false;
  }
}

/** A limit in the pair's quote currency in whole units, rounded down: what is above it is above the limit. */
function unitsIn(limit: RiskLimits['maxOrderValue'], pair: Pair): number {
  if (limit === undefined) return Infinity;
  if (limit.currency !== pair.quote) leaveLane(`a limit in ${limit.currency}`);
  return limit.amount.times(UNIT).floor().toNumber();
}
