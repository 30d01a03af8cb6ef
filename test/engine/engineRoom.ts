import { Engine } from '../../src/engine/engine.ts';
import type { EngineOrder } from '../../src/engine/market.ts';
import { sideCode } from '../../src/model/side.ts';
import type { EngineSettings, EngineSink } from '../../src/engine/engineState.ts';
import { KnownOrders } from '../../src/engine/knownOrders.ts';
import type { Market } from '../../src/engine/market.ts';
import { ReportDoor } from '../../src/engine/reportDoor.ts';
import type { Seat } from '../../src/engine/market.ts';
import type { Report } from '../../src/model/event.ts';
import type { Fill } from '../../src/model/fill.ts';
import { lotsOf, type Side, ticksOf } from '../../src/model/grid.ts';
import type { Notice } from '../../src/model/notice.ts';
import { dec } from '../../src/base/decimal.ts';
import { NOON, PAIRS, settingsOf } from './fixtures.ts';

/** An engine whose parts a test can reach, to check closed orders, lanes and reservations. */
export class EngineRoom implements EngineSink {
  readonly engine: Engine;
  readonly known = new KnownOrders();
  readonly reports: ReportDoor;
  readonly notices: Notice[] = [];
  /** Orders that nobody expected at the venue, and that are canceled. */
  readonly strays: string[] = [];
  readonly hearsNotices = true;
  #ids = 0;

  constructor(settings: EngineSettings = settingsOf([]), pairs = PAIRS) {
    this.engine = new Engine(settings, this);
    this.reports = new ReportDoor(this.engine, this.known, (_strategy, _symbol, orderId) => void this.strays.push(orderId));
    this.engine.state.now = NOON;
    this.engine.pairs(pairs);
  }

  market(symbol = 'BTC/EUR'): Market {
    return this.engine.state.markets.get(symbol)!;
  }

  name(): void {}

  /** A limit order on its way, without any checks. */
  placed(intentId: string, side: Side, price: string, amount: string, symbol = 'BTC/EUR'): EngineOrder {
    const market = this.market(symbol);
    const { grid } = market.pair;
    const ticks = ticksOf(grid, dec(price), 'exact');
    const order = this.engine.orders.add(
      this.engine.state.owner('s', symbol),
      market,
      sideCode(side),
      false,
      ticks,
      lotsOf(grid, dec(amount), 'exact'),
    );
    order.intentId = intentId;
    this.place(order);
    return order;
  }

  /** A replacement on its way, without any checks. */
  replacing(order: EngineOrder, intentId: string, price: string, amount: string): void {
    const { grid } = order.market.pair;
    order.replaceId = intentId;
    this.engine.orders.replacing(order, ticksOf(grid, dec(price), 'exact'), lotsOf(grid, dec(amount), 'exact'));
    this.replace(order);
  }

  take(report: Report): void {
    this.reports.take(report);
  }

  executed(fill: Fill): void {
    this.take({ type: 'fill', fill });
  }

  place(order: EngineOrder): void {
    this.known.add((order.intentId ??= this.newId()), order, this.engine.orders.live.length);
  }

  replace(order: EngineOrder): void {
    this.known.replacing((order.replaceId ??= this.newId()), order);
  }

  cancel(): void {}
  requestQuote(): void {}
  convert(): void {}

  notice(notice: Notice): void {
    this.notices.push(notice);
  }

  newId(): string {
    this.#ids++;
    return `id-${this.#ids}`;
  }

  reportShown(): Report {
    return this.reports.current!;
  }

  fillShown(): Fill {
    return (this.reports.current as Extract<Report, { type: 'fill' }>).fill;
  }

  takeUnfolded(seat: Seat): Iterable<Fill> {
    return this.reports.unfolded.take(seat);
  }
}
