import { makeRows, MOST_WANTED, setRow, wishes } from './wishes.ts';
import { assert, present } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import { type Random, seededRandom } from '../base/random.ts';
import type { BookView } from '../market/bookView.ts';
import type { Balance } from '../model/balance.ts';
import type { Order } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { ConversionDealing } from './conversionDealing.ts';
import type { Dealing } from './dealing.ts';
import { intentIdOf, shownOrder } from './shownOrder.ts';
import { BUY, SELL, sideOf } from './side.ts';
import type { EngineState } from './engineState.ts';
import type { Market } from './market.ts';
import type { Position } from './portfolio.ts';
import { positionOf } from './positions.ts';
import type { Refusals } from './refusals.ts';
import type { Refusal } from './refusal.ts';
import type { Seat } from './market.ts';
import type { StrategyContext, StrategyState } from './strategy.ts';
import { GridShape, putOnGrid, wholeProblem } from './wantedQuotes.ts';

/** The most that a strategy may keep over a restart, in characters. */
const MOST_STATE = 100_000;

/** The parts that the context's calls use. */
export interface Desks {
  readonly dealing: Dealing;
  readonly conversions: ConversionDealing;
  readonly refusals: Refusals;
}

/**
 * What a strategy sees and does, bound to its own instance. A strategy that is not running may only look, cancel and log. The
 * calls are separate functions, so that a strategy may take them out of the context.
 */
export class SeatContext implements StrategyContext {
  readonly name: string;
  readonly random: Random;
  readonly state: StrategyState;
  readonly #seat: Seat;
  readonly #state: EngineState;
  readonly #desks: Desks;
  readonly #shape = new GridShape();

  constructor(seat: Seat, state: EngineState, desks: Desks) {
    this.#seat = seat;
    this.#state = state;
    this.#desks = desks;
    this.name = seat.name;
    this.random = seededRandom(`${state.settings.seed}:${seat.name}`);
    this.state = savedState(seat, state);
  }

  get pair(): Pair {
    return this.#market.pair;
  }
  get now(): Instant {
    return this.#state.now;
  }
  get position(): Position {
    return positionOf(this.#state, this.#seat);
  }
  get positionLots(): number {
    return this.#seat.positionLots;
  }
  get book(): BookView | undefined {
    return this.#market.view;
  }
  get orders(): readonly Order[] {
    return this.#seat.live.copy().map((order) => shownOrder(order));
  }
  get liveOrders(): number {
    return this.#seat.live.length;
  }
  readonly balance = (currency: string): Balance | undefined => this.#state.balances.balance(currency);

  readonly quote: StrategyContext['quote'] = (quotes) => {
    const seat = this.#seat;
    if (seat.state !== 'running') return;
    assert(quotes.length <= MOST_WANTED, () => `a strategy may want ${MOST_WANTED} orders at once, not ${quotes.length}`);
    const { pair } = this.#market;
    const shape = this.#shape;
    const before = seat.isWanted && seat.isLadder ? seat.rows : -1;
    let isSame = before >= 0;
    let rows = 0;
    makeRows(seat);
    for (let i = 0; i < quotes.length; i++) {
      const quote = quotes[i]!;
      const problem = putOnGrid(pair, quote, shape) ?? (shape.isMarket ? NEEDS_A_PRICE : undefined);
      if (problem !== undefined) {
        this.#refuse(problem);
        continue;
      }
      const { side, ticks, lots } = shape;
      const isKept =
        rows < before &&
        seat.rowTicks[rows] === ticks &&
        seat.rowLots[rows] === lots &&
        seat.rowSide[rows] === side &&
        seat.rowTag[rows] === quote.tag;
      if (!isKept) {
        isSame = false;
        setRow(seat, rows, side, ticks, lots, quote.tag);
      }
      rows++;
    }
    if (isSame && rows === before) return;
    seat.rows = rows;
    wishes(seat, true);
  };

  readonly quoteTicks: StrategyContext['quoteTicks'] = (bidTicks, bidLots, askTicks, askLots) => {
    const seat = this.#seat;
    if (seat.state !== 'running') return;
    const isTouch = seat.isWanted && !seat.isLadder;
    if (isTouch && bidTicks === seat.bidTicks && askTicks === seat.askTicks && bidLots === seat.bidLots && askLots === seat.askLots) return;
    const bid = this.#wholeLots(BUY, bidTicks, bidLots);
    const ask = this.#wholeLots(SELL, askTicks, askLots);
    const bidAt = bid === 0 ? 0 : bidTicks;
    const askAt = ask === 0 ? 0 : askTicks;
    if (isTouch && bidAt === seat.bidTicks && askAt === seat.askTicks && bid === seat.bidLots && ask === seat.askLots) return;
    seat.bidTicks = bidAt;
    seat.bidLots = bid;
    seat.askTicks = askAt;
    seat.askLots = ask;
    wishes(seat, false);
  };

  readonly place: StrategyContext['place'] = (order) => {
    const seat = this.#seat;
    const problem = this.#idle() ?? putOnGrid(this.#market.pair, order, this.#shape);
    if (problem !== undefined) return this.#refuse(problem);
    const { side, isMarket, ticks, lots } = this.#shape;
    const placed = this.#desks.dealing.place(seat, this.#market, side, isMarket, ticks, lots, order.tag, undefined, true);
    return placed && intentIdOf(placed);
  };

  readonly cancel = (intentId: string): void => {
    const { live } = this.#seat;
    for (let i = 0; i < live.length; i++) {
      const order = live.at[i]!;
      if (intentIdOf(order) !== intentId) continue;
      this.#desks.dealing.cancel(order);
      return;
    }
  };

  readonly convert: StrategyContext['convert'] = ({ fromCurrency, toCurrency, fromAmount, toAmount, worstRate, tag }) => {
    const idle = this.#idle();
    if (idle !== undefined) return this.#refuse(idle);
    assert((fromAmount === undefined) !== (toAmount === undefined), 'a conversion takes exactly one of fromAmount and toAmount');
    const size = fromAmount === undefined ? { toAmount: present(toAmount, 'toAmount') } : { fromAmount };
    return this.#desks.conversions.request(this.name, { fromCurrency, toCurrency, size, worstRate, tag });
  };

  readonly plot = (name: string, value: number): void => {
    const { sink } = this.#state;
    if (sink.hearsNotices) sink.notice({ type: 'plot', strategy: this.name, name, value });
  };

  readonly log: StrategyContext['log'] = (message, level = 'info') => {
    const { sink } = this.#state;
    if (sink.hearsNotices) sink.notice({ type: 'log', strategy: this.name, level, message });
  };

  get #market(): Market {
    const { market, symbol } = this.#seat;
    if (market === undefined) throw new TypeError(`the market ${symbol} is not known yet`);
    return market;
  }

  /** The lots that one side wants. 0 where it wants nothing, or where what it wants can't be an order. */
  #wholeLots(side: number, ticks: number, lots: number): number {
    if (lots === 0) return 0;
    const { pair, least, most } = this.#market;
    if (Number.isSafeInteger(lots) && lots >= least && Number.isSafeInteger(ticks) && ticks > 0) return lots < most ? lots : most;
    this.#refuse(present(wholeProblem(pair, sideOf(side), ticks, lots), 'the problem'));
    return 0;
  }

  #idle(): Refusal | undefined {
    const { state } = this.#seat;
    return state === 'running' ? undefined : { rule: 'not-running', message: `a strategy that is ${state} takes no risk` };
  }

  #refuse({ rule, message }: Refusal): undefined {
    this.#desks.refusals.refuse(this.name, this.#seat.symbol, rule, () => message);
    return undefined;
  }
}

const NEEDS_A_PRICE: Refusal = { rule: 'price-grid', message: 'an order that should be resting needs a price' };

function savedState({ name, saved }: Seat, { sink }: EngineState): StrategyState {
  return {
    get: (key) => (Object.hasOwn(saved, key) ? saved[key] : undefined),
    set(key, value) {
      if (saved[key] === value) return;
      saved[key] = value;
      const text = JSON.stringify(saved);
      assert(text.length <= MOST_STATE, () => `a strategy may keep ${MOST_STATE} characters, not ${text.length}`);
      sink.notice({ type: 'save-state', strategy: name, state: text });
    },
  };
}
