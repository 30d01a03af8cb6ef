import { isDecimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { priceOf } from '../../model/grid.ts';
import type { Market, Seat } from '../market.ts';
import type { Refusal } from '../refusal.ts';
import { BUY, SELL, sideCode } from '../../model/side.ts';
import { amountLots, lotsOfAny } from '../wantedQuotes.ts';
import type { DeskOrderKind, WorkedKind } from '../../model/deskOrder.ts';
import {
  amount as readAmount,
  type Asked,
  bps,
  exactlyOne,
  instant,
  price as readPrice,
  shown,
  text,
  tooSmall,
  Unreadable,
} from './askedFields.ts';
import { DeskOrder, Leg, type LegKind } from './deskOrder.ts';
import type { NewOrder } from './newOrder.ts';
import { isWorked, priceField, readWork } from './readWork.ts';

const PLAIN: ReadonlySet<unknown> = new Set(['limit', 'market', 'ioc', 'post-only']);
const EXITS: ReadonlySet<unknown> = new Set(['stop', 'trailing-stop', 'take-profit']);

/** By whom an order is placed, where and when. */
export interface Placement {
  readonly id: string;
  readonly seat: Seat;
  readonly market: Market;
  readonly now: Instant;
  /** The average price of the position, in ticks. NaN without one. */
  averageTicks(): number;
}

/** Reads an order that the desk is to keep. Returns the refusal of one that can't be. */
export function readOrder(asked: NewOrder, placement: Placement): DeskOrder | Refusal {
  try {
    return new Reader(asked, placement).read();
  } catch (error) {
    if (error instanceof Unreadable) return error.refusal;
    throw error;
  }
}

class Reader {
  readonly #asked: Asked;
  readonly #placement: Placement;
  readonly #market: Market;
  readonly #seat: Seat;

  constructor(asked: Asked, placement: Placement) {
    this.#asked = asked;
    this.#placement = placement;
    this.#market = placement.market;
    this.#seat = placement.seat;
  }

  read(): DeskOrder {
    const order = this.#order();
    const { tag, once, until } = this.#asked;
    if (tag !== undefined) order.tag = text('tag', tag);
    if (once !== undefined) order.once = text('once', once);
    if (until !== undefined) order.until = Math.min(order.until, instant(until, this.#placement.now));
    return order;
  }

  #order(): DeskOrder {
    const { kind = this.#asked.price === undefined ? 'market' : 'limit' } = this.#asked;
    if (kind === 'bracket') return this.#bracket();
    if (kind === 'one-of') return this.#oneOf();
    if (EXITS.has(kind)) return this.#exit(kind as LegKind);
    if (PLAIN.has(kind)) return this.#plain(kind as LegKind);
    if (isWorked(kind)) return this.#worked(kind);
    const all = [...PLAIN, ...EXITS, 'bracket', 'one-of', 'twap', 'pov', 'iceberg', 'peg'].join(', ');
    throw new Unreadable('kind', `kind must be one of ${all}, not ${shown(kind)}`);
  }

  #plain(kind: LegKind): DeskOrder {
    const reduces = this.#asked.amount === 'position';
    const side = reduces ? this.#closingSide() : this.#side();
    // What closes a position with market orders goes on until that is done, as an exit does.
    if (reduces && kind === 'market') {
      const order = this.#new(kind, 0);
      const leg = this.#addExit(order, this.#asked, side, true);
      order.fired = leg;
      return order;
    }
    if (reduces) return this.#closingLimit(kind, side);
    const ticks = kind === 'market' ? 0 : this.#ticks('price', this.#asked.price, side);
    const order = this.#new(kind, this.#lots(side, ticks));
    order.entry = this.#plainLeg(order, kind, side, this.#asked, ticks);
    return order;
  }

  /** A limit order for the position rests as a take-profit does: for what is held, whatever that is by then. */
  #closingLimit(kind: LegKind, side: number): DeskOrder {
    if (kind !== 'limit')
      throw new Unreadable('kind', `an order for the position is market, limit, stop, trailing-stop or take-profit, not ${kind}`);
    const order = this.#new(kind, 0);
    this.#addExit(order, { ...this.#asked, kind: 'take-profit' }, side, true);
    return order;
  }

  #plainLeg(order: DeskOrder, kind: LegKind, side: number, asked: Asked, ticks: number): Leg {
    const leg = new Leg(order, kind, side, false, false);
    leg.ticks = ticks;
    if (asked.withinBps !== undefined) leg.bps = bps('withinBps', asked.withinBps);
    return leg;
  }

  #exit(kind: LegKind): DeskOrder {
    const { amount } = this.#asked;
    if (amount === 'position') {
      const order = this.#new(kind, 0);
      this.#addExit(order, this.#asked, this.#closingSide(), true);
      return order;
    }
    const side = this.#side();
    const order = this.#new(kind, this.#lots(side, this.#touch(side)));
    this.#addExit(order, this.#asked, side, false);
    return order;
  }

  /** What is worked is one exit that is sent in parts. It only reduces when it is for the position. */
  #worked(kind: WorkedKind): DeskOrder {
    const reduces = this.#asked.amount === 'position';
    const side = reduces ? this.#closingSide() : this.#side();
    const { field, isNeeded } = priceField(kind);
    const price = this.#asked[field];
    const ticks = price === undefined && !isNeeded ? 0 : this.#ticks(field, price, side);
    const lots = reduces ? this.#positionLots() : this.#lots(side, ticks, lotsOfAny);
    const order = this.#new(kind, reduces ? 0 : lots);
    const { work, until } = readWork(kind, this.#asked, { market: this.#market, lots, reduces, now: this.#placement.now });
    order.work = work;
    order.until = until;
    const leg = new Leg(order, kind, side, true, reduces);
    leg.ticks = ticks;
    order.exits.push(leg);
    return order;
  }

  #bracket(): DeskOrder {
    const { entry, exits } = this.#asked;
    const side = this.#side();
    if (typeof entry !== 'object' || entry === null) throw new Unreadable('entry', `entry must be an order, not ${shown(entry)}`);
    const asked = entry as Asked;
    if (!PLAIN.has(asked.kind))
      throw new Unreadable('entry', `the kind of an entry must be one of ${[...PLAIN].join(', ')}, not ${shown(asked.kind)}`);
    const kind = asked.kind as LegKind;
    const ticks = kind === 'market' ? 0 : this.#ticks('entry.price', asked.price, side);
    const order = this.#new('bracket', this.#lots(side, ticks));
    order.entry = this.#plainLeg(order, kind, side, asked, ticks);
    this.#addExits(order, 'exits', exits, side === BUY ? SELL : BUY);
    return order;
  }

  #oneOf(): DeskOrder {
    const { amount, orders } = this.#asked;
    if (amount !== 'position') throw new Unreadable('amount', `amount of a one-of must be 'position', not ${shown(amount)}`);
    const order = this.#new('one-of', 0);
    this.#addExits(order, 'orders', orders, this.#closingSide());
    return order;
  }

  #addExits(order: DeskOrder, field: string, exits: unknown, side: number): void {
    if (!Array.isArray(exits) || exits.length === 0)
      throw new Unreadable(field, `${field} must be a list of one or more exits, not ${shown(exits)}`);
    for (const exit of exits as readonly Asked[]) {
      if (!EXITS.has(exit?.kind))
        throw new Unreadable(field, `the kind of an exit must be one of ${[...EXITS].join(', ')}, not ${shown(exit?.kind)}`);
      this.#addExit(order, exit, side, true);
    }
    // Two that rest would each sell all of it.
    if (order.exits.filter(({ kind }) => kind === 'take-profit').length > 1) {
      throw new Unreadable(field, `${field} may hold one take-profit, since each is for the whole position`);
    }
  }

  #addExit(order: DeskOrder, asked: Asked, side: number, reduces: boolean): Leg {
    const leg = new Leg(order, asked.kind as LegKind, side, true, reduces);
    switch (leg.kind) {
      case 'stop':
        this.#readStop(leg, asked);
        break;
      case 'trailing-stop':
        leg.bps = bps('trailBps', asked.trailBps);
        if (asked.from !== undefined) leg.from = leg.seen(this.#ticks('from', asked.from, side));
        break;
      case 'take-profit':
        exactlyOne(asked, 'price', 'gainBps');
        if (asked.price !== undefined) leg.ticks = this.#ticks('price', asked.price, side);
        else leg.bps = bps('gainBps', asked.gainBps);
        break;
      default:
        if (asked.withinBps !== undefined) leg.bps = bps('withinBps', asked.withinBps);
    }
    if ((asked.lossBps ?? asked.gainBps) !== undefined && order.entry === undefined) order.basis = this.#basis(reduces);
    order.exits.push(leg);
    return leg;
  }

  #readStop(leg: Leg, asked: Asked): void {
    exactlyOne(asked, 'stop', 'lossBps');
    if (asked.stop !== undefined) leg.stop = leg.seen(this.#ticks('stop', asked.stop, leg.side));
    else leg.bps = bps('lossBps', asked.lossBps);
    if (asked.price !== undefined) leg.ticks = this.#ticks('price', asked.price, leg.side);
  }

  #basis(reduces: boolean): number {
    const ticks = reduces ? this.#placement.averageTicks() : NaN;
    if (ticks > 0) return ticks;
    throw new Unreadable('price', `lossBps and gainBps count from the entry of a bracket or from a position's price, and there is neither`);
  }

  #new(kind: DeskOrderKind, lots: number): DeskOrder {
    const { id, now } = this.#placement;
    return new DeskOrder(id, kind, this.#seat, this.#market, lots, now);
  }

  #side(): number {
    const { side } = this.#asked;
    if (side !== 'Buy' && side !== 'Sell') throw new Unreadable('side', `side must be Buy or Sell, not ${shown(side)}`);
    return sideCode(side);
  }

  #closingSide(): number {
    if (this.#asked.side !== undefined)
      throw new Unreadable('side', `an order for the position takes no side: it follows from the position`);
    if (this.#positionLots() === 0)
      throw new Unreadable('position', `${this.#seat.name} has no position in ${this.#market.symbol} to close`);
    return this.#seat.positionLots > 0 ? SELL : BUY;
  }

  #positionLots(): number {
    return Math.abs(this.#seat.positionLots);
  }

  /** `ticks`: the price at which `worth` counts. 0: the touch. */
  #lots(side: number, ticks: number, lotsOf = amountLots): number {
    const { amount, worth } = this.#asked;
    const { pair } = this.#market;
    exactlyOne(this.#asked, 'amount', 'worth');
    if (worth === undefined) return readAmount(amount, this.#market, lotsOf, " or 'position'");
    if (!isDecimal(worth) || !worth.isFinite() || !worth.gt(0))
      throw new Unreadable('worth', `worth must be a finite Decimal above 0 like dec('250'), not ${shown(worth)}`);
    const lots = lotsOf(pair, worth.div(priceOf(pair.grid, ticks > 0 ? ticks : this.#touch(side))));
    if (lots === undefined) throw tooSmall(`an order worth ${worth} ${pair.quote}`, this.#market);
    return lots;
  }

  #touch(side: number): number {
    const { hasTouch, midBid, midAsk, symbol } = this.#market;
    if (!hasTouch) throw new Unreadable('stale-data', `the book of ${symbol} has no price to go by`);
    return side === BUY ? midAsk : midBid;
  }

  #ticks(field: string, price: unknown, side: number): number {
    return readPrice(field, price, this.#market, side);
  }
}
