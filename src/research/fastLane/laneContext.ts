import { messageOf } from '../../base/fault.ts';
import type { Random } from '../../base/random.ts';
import type { Wanted } from '../../engine/desk.ts';
import type { StrategyContext } from '../../engine/strategy.ts';
import { onGrid, wholeOnGrid } from '../../engine/wantedQuotes.ts';
import type { BookView } from '../../market/bookView.ts';
import { amountOf, priceOf, type Side } from '../../model/grid.ts';
import type { Order } from '../../model/order.ts';
import type { Pair } from '../../model/pair.ts';
import type { LaneDesk } from './laneDesk.ts';
import type { LaneFills } from './laneFills.ts';
import { BUY, type LaneOrder, type LaneOrders, OPEN } from './laneOrders.ts';
import type { LanePosition } from './lanePosition.ts';
import type { LaneRisk } from './laneRisk.ts';
import { leaveLane } from './leaveLane.ts';

const MOST_WANTED = 200;
/** The most that a strategy may keep, in characters. */
const MOST_STATE = 100_000;

/** What the context shows and acts on. */
export interface LaneParts {
  readonly name: string;
  readonly pair: Pair;
  readonly orders: LaneOrders;
  readonly position: LanePosition;
  readonly fills: LaneFills;
  readonly risk: LaneRisk;
  readonly desk: LaneDesk;
  readonly leastLots: number;
  readonly mostLots: number;
  readonly random: Random;
  /** The last book, once there is one. */
  readonly view: () => BookView | undefined;
}

/** The engine's `StrategyContext` over a lane. What the lane does not do makes the run leave it. */
export class LaneContext implements StrategyContext {
  readonly name: string;
  readonly pair: Pair;
  readonly random: Random;
  readonly state: StrategyContext['state'];
  /** Why the lane is to be left: a strategy may have caught what was thrown at it. */
  left: string | undefined;
  readonly #parts: LaneParts;
  readonly #desk: LaneDesk;
  readonly #position: LanePosition;
  readonly #leastLots: number = 0;
  readonly #mostLots: number = 0;

  constructor(parts: LaneParts) {
    this.#parts = parts;
    this.#desk = parts.desk;
    this.#position = parts.position;
    this.#leastLots = parts.leastLots;
    this.#mostLots = parts.mostLots;
    this.name = parts.name;
    this.pair = parts.pair;
    this.random = parts.random;
    const saved = new Map<string, string>();
    const set = (name: string, value: string): void => {
      saved.set(name, value);
      if (JSON.stringify(Object.fromEntries(saved)).length > MOST_STATE) this.#leave('a strategy that keeps too much');
    };
    this.state = { get: (name) => saved.get(name), set };
  }

  get now(): number {
    return this.#parts.desk.now;
  }
  get position(): ReturnType<LaneFills['position']> {
    return this.#parts.fills.position();
  }
  get positionLots(): number {
    return this.#position.lots;
  }
  get book(): BookView | undefined {
    try {
      return this.#parts.view();
    } catch (error) {
      return this.#leave(messageOf(error));
    }
  }
  get liveOrders(): number {
    return this.#parts.orders.live.length;
  }
  get orders(): readonly Order[] {
    return this.#parts.orders.live.map((order) => this.#shown(order));
  }

  quoteTicks(bidTicks: number, bidLots: number, askTicks: number, askLots: number): void {
    if (this.#desk.wantsTouch(bidTicks, bidLots, askTicks, askLots)) return;
    const leastLots = this.#leastLots;
    const mostLots = this.#mostLots;
    const isBid = bidLots !== 0;
    const isAsk = askLots !== 0;
    const isSound =
      (!isBid || isWhole(bidTicks, bidLots, leastLots)) &&
      (!isAsk || isWhole(askTicks, askLots, leastLots)) &&
      bidLots <= mostLots &&
      askLots <= mostLots;
    if (isSound) this.#desk.wantTouch(isBid ? bidTicks : 0, bidLots, isAsk ? askTicks : 0, askLots);
    else this.#quoteOdd(bidTicks, bidLots, askTicks, askLots);
  }

  quote(quotes: Parameters<StrategyContext['quote']>[0]): void {
    const { desk, pair } = this.#parts;
    if (quotes.length > MOST_WANTED) this.#leave('too many orders wanted');
    const wanted: Wanted[] = [];
    for (const quote of quotes) this.#take(wanted, onGrid(pair, quote));
    const [first, second] = wanted;
    const isTouch =
      wanted.length <= 2 && (first === undefined || first.side !== second?.side) && wanted.every(({ tag }) => tag === undefined);
    if (!isTouch) {
      desk.wantLadder(wanted);
      return;
    }
    const bid = wanted.find(({ side }) => side === 'Buy');
    const ask = wanted.find(({ side }) => side === 'Sell');
    desk.wantTouch(bid?.ticks ?? 0, bid?.lots ?? 0, ask?.ticks ?? 0, ask?.lots ?? 0);
  }

  place(): never {
    return this.#leave('an order by hand');
  }
  cancel(): never {
    return this.#leave('a cancel by hand');
  }
  convert(): never {
    return this.#leave('a conversion');
  }
  balance(): never {
    return this.#leave('a look at the balances');
  }
  plot(): void {
    // Charts are drawn by the daemon.
  }
  log(): void {
    // Nobody reads along.
  }

  #leave(reason: string): never {
    this.left = reason;
    return leaveLane(reason);
  }

  #quoteOdd(bidTicks: number, bidLots: number, askTicks: number, askLots: number): void {
    const { pair } = this.#parts;
    const wanted: Wanted[] = [];
    const sides: readonly [Side, number, number][] = [
      ['Buy', bidTicks, bidLots],
      ['Sell', askTicks, askLots],
    ];
    for (const [side, ticks, lots] of sides) if (lots !== 0) this.#take(wanted, wholeOnGrid(pair, side, ticks, lots));
    this.#parts.desk.wantLadder(wanted);
  }

  #take(wanted: Wanted[], placed: ReturnType<typeof onGrid>): void {
    if ('wanted' in placed) wanted.push(placed.wanted);
    else if (!this.#desk.isOver) this.#parts.risk.count(placed.rule);
  }

  #shown(order: LaneOrder): Order {
    const { pair, name } = this.#parts;
    const { grid, symbol } = pair;
    const serial = String(order.serial);
    const isOpen = order.state === OPEN;
    return {
      intentId: serial,
      strategy: name,
      symbol,
      side: order.side === BUY ? 'Buy' : 'Sell',
      type: 'Limit',
      price: priceOf(grid, order.ticks),
      amount: amountOf(grid, order.lots),
      filled: amountOf(grid, order.filled),
      state: isOpen ? 'open' : 'pending',
      closedBy: undefined,
      orderId: isOpen ? serial : undefined,
      placedAt: order.placedAt,
      updatedAt: order.updatedAt,
      canceling: order.isCanceling,
      replacing: order.isReplacing ? serial : undefined,
      tag: order.tag,
    };
  }
}

function isWhole(ticks: number, lots: number, least: number): boolean {
  return Number.isSafeInteger(ticks) && ticks > 0 && Number.isSafeInteger(lots) && lots >= least;
}
