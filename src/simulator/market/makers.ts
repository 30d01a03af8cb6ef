import type { Instant } from '../../base/instant.ts';
import type { Random } from '../../base/random.ts';
import type { Account } from '../../exchange/account.ts';
import type { BookOrder } from '../../exchange/bookOrder.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import type { Side } from '../../model/grid.ts';
import type { MakersCharacter } from './character.ts';

interface LadderOfOrders {
  readonly side: Side;
  readonly rungs: (BookOrder | undefined)[];
  near: number;
  far: number;
}

/** The makers of one pair. Together they keep a ladder of orders on either side of the fair price, and renew it rung by rung. */
export class Makers {
  readonly #exchange: Exchange;
  readonly #market: Market;
  readonly #accounts: readonly Account[];
  readonly #random: Random;
  readonly #character: MakersCharacter;
  /** Lots of a usual order. */
  readonly #unitLots: number;
  readonly #sides: readonly [LadderOfOrders, LadderOfOrders];

  constructor(
    exchange: Exchange,
    market: Market,
    accounts: readonly Account[],
    random: Random,
    character: MakersCharacter,
    unitLots: number,
  ) {
    this.#exchange = exchange;
    this.#market = market;
    this.#accounts = accounts;
    this.#random = random;
    this.#character = character;
    this.#unitLots = unitLots * character.size;
    const side = (name: Side): LadderOfOrders => ({
      side: name,
      rungs: Array.from<BookOrder | undefined>({ length: character.rungs }),
      near: 0,
      far: character.near,
    });
    this.#sides = [side('Buy'), side('Sell')];
  }

  /** Sets up the whole ladder. `stretch` is how many times as far as usual the makers stand from the fair price. */
  open(fairTicks: number, stretch: number, at: Instant): void {
    for (const ladder of this.#sides) {
      for (let rung = 0; rung < this.#character.rungs; rung++) this.#renew(ladder, rung, fairTicks, stretch, at);
    }
  }

  /** Takes every order away, and sets the ladder up around another price. */
  reopen(fairTicks: number, stretch: number, at: Instant): void {
    for (const { rungs } of this.#sides) {
      for (const standing of rungs) if (standing !== undefined && standing.lots > 0) this.#exchange.cancelOrder(this.#market, standing, at);
      rungs.fill(undefined);
    }
    this.open(fairTicks, stretch, at);
  }

  step(fairTicks: number, stretch: number, at: Instant): void {
    const { rungs, near, nearPerStep, farPerStep } = this.#character;
    for (const ladder of this.#sides) {
      for (let turns = nearPerStep; this.#isTaken(turns); turns--) {
        this.#renew(ladder, ladder.near, fairTicks, stretch, at);
        ladder.near = (ladder.near + 1) % near;
      }
      for (let turns = farPerStep; this.#isTaken(turns); turns--) {
        this.#renew(ladder, ladder.far, fairTicks, stretch, at);
        ladder.far = ladder.far + 1 < rungs ? ladder.far + 1 : near;
      }
    }
  }

  /** A whole turn is always taken, a fraction of one by chance. */
  #isTaken(turns: number): boolean {
    return turns >= 1 || (turns > 0 && this.#random.next() < turns);
  }

  #renew(ladder: LadderOfOrders, rung: number, fairTicks: number, stretch: number, at: Instant): void {
    const { tolerance, unevenness, absence } = this.#character;
    const distance = this.#distanceOf(rung, fairTicks, stretch);
    const ticks = Math.round(ladder.side === 'Buy' ? fairTicks - distance : fairTicks + distance);
    const standing = ladder.rungs[rung];
    const isAbsent = absence > 0 && this.#random.next() < absence;
    if (standing !== undefined && standing.lots > 0) {
      const isInPlace = Math.abs(standing.ticks - ticks) <= distance * tolerance && standing.lots * 2 > standing.initialLots;
      if (isInPlace && !isAbsent) return;
      this.#exchange.cancelOrder(this.#market, standing, at);
    }
    ladder.rungs[rung] = undefined;
    if (ticks < 1 || isAbsent) return;
    const jitter = this.#random.int(1 + Math.floor(distance * unevenness));
    const account = this.#accounts[rung % this.#accounts.length]!;
    const price = Math.max(1, ladder.side === 'Buy' ? ticks - jitter : ticks + jitter);
    const lots = Math.max(1, Math.round(this.#unitLots * (0.3 + this.#random.next() * 1.4) * (1 + rung * 0.05)));
    // A refusal means that the maker's own order of the other side is still in the way; the rung waits for its next turn.
    const placed = this.#exchange.placeLimit(account, this.#market, ladder.side, price, lots, at);
    if ('sequence' in placed && placed.lots > 0) ladder.rungs[rung] = placed;
  }

  /** The distance in ticks, with a fraction. Each rung is at least one tick further away. */
  #distanceOf(rung: number, fairTicks: number, stretch: number): number {
    const { near, firstBps, nearGapBps, farGapBps } = this.#character;
    const steps = Math.min(rung, near);
    const bps = (firstBps + steps * nearGapBps + (rung - steps) * farGapBps) * stretch;
    return Math.max(rung + 1, (fairTicks * bps) / 10_000);
  }
}
