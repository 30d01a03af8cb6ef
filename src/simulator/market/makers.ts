import type { Instant } from '../../base/instant.ts';
import type { Random } from '../../base/random.ts';
import type { Account } from '../../exchange/account.ts';
import type { BookOrder } from '../../exchange/bookOrder.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import type { Side } from '../../model/grid.ts';

/** Orders a side: enough for the deepest book that can be asked for (000 Limits: 250). */
const RUNGS = 330;
/** Rungs near the price are renewed often, the others now and then. */
const NEAR = 40;
const NEAR_PER_STEP = 10;
/** The first rung stands this far from the fair price, the others so much further each; in shares of 10^-4. */
const FIRST_BPS = 1.2;
const NEAR_GAP_BPS = 0.75;
const FAR_GAP_BPS = 1.1;
/** A rung is left alone while it is off its place by less than this share of its distance. */
const TOLERANCE = 0.15;

interface LadderOfOrders {
  readonly side: Side;
  readonly rungs: (BookOrder | undefined)[];
  near: number;
  far: number;
}

/** The makers of one pair: together they keep a ladder of orders on either side of the fair price, and renew it rung by rung. */
export class Makers {
  readonly #exchange: Exchange;
  readonly #market: Market;
  readonly #accounts: readonly Account[];
  readonly #random: Random;
  /** Lots of a usual order. */
  readonly #unitLots: number;
  readonly #sides: readonly [LadderOfOrders, LadderOfOrders];

  constructor(exchange: Exchange, market: Market, accounts: readonly Account[], random: Random, unitLots: number) {
    this.#exchange = exchange;
    this.#market = market;
    this.#accounts = accounts;
    this.#random = random;
    this.#unitLots = unitLots;
    const side = (name: Side): LadderOfOrders => ({
      side: name,
      rungs: Array.from<BookOrder | undefined>({ length: RUNGS }),
      near: 0,
      far: NEAR,
    });
    this.#sides = [side('Buy'), side('Sell')];
  }

  /** Sets up the whole ladder. */
  open(fairTicks: number, at: Instant): void {
    for (const ladder of this.#sides) {
      for (let rung = 0; rung < RUNGS; rung++) this.#renew(ladder, rung, fairTicks, at);
    }
  }

  step(fairTicks: number, at: Instant): void {
    for (const ladder of this.#sides) {
      for (let i = 0; i < NEAR_PER_STEP; i++) {
        this.#renew(ladder, ladder.near, fairTicks, at);
        ladder.near = (ladder.near + 1) % NEAR;
      }
      this.#renew(ladder, ladder.far, fairTicks, at);
      ladder.far = ladder.far + 1 < RUNGS ? ladder.far + 1 : NEAR;
    }
  }

  #renew(ladder: LadderOfOrders, rung: number, fairTicks: number, at: Instant): void {
    const distance = distanceOf(rung, fairTicks);
    const ticks = Math.round(ladder.side === 'Buy' ? fairTicks - distance : fairTicks + distance);
    const standing = ladder.rungs[rung];
    if (standing !== undefined && standing.lots > 0) {
      if (Math.abs(standing.ticks - ticks) <= distance * TOLERANCE && standing.lots * 2 > standing.initialLots) return;
      this.#exchange.cancelOrder(this.#market, standing, at);
    }
    ladder.rungs[rung] = undefined;
    if (ticks < 1) return;
    const jitter = this.#random.int(1 + Math.floor(distance * 0.04));
    const account = this.#accounts[rung % this.#accounts.length]!;
    const price = Math.max(1, ladder.side === 'Buy' ? ticks - jitter : ticks + jitter);
    const lots = Math.max(1, Math.round(this.#unitLots * (0.3 + this.#random.next() * 1.4) * (1 + rung * 0.05)));
    // A refusal means that the maker's own order of the other side is still in the way; the rung waits for its next turn.
    const placed = this.#exchange.placeLimit(account, this.#market, ladder.side, price, lots, at);
    if ('sequence' in placed && placed.lots > 0) ladder.rungs[rung] = placed;
  }
}

/** In ticks and a fraction; at least one tick further with each rung. */
function distanceOf(rung: number, fairTicks: number): number {
  const near = Math.min(rung, NEAR);
  const bps = FIRST_BPS + near * NEAR_GAP_BPS + (rung - near) * FAR_GAP_BPS;
  return Math.max(rung + 1, (fairTicks * bps) / 10_000);
}
