import type { Instant } from '../base/instant.ts';
import type { Side } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';
import type { Account } from './account.ts';
import type { BookOrder } from './bookOrder.ts';
import { Ladder } from './ladder.ts';
import { tickLots, type UnitScale, unitScaleOf, type Units } from './units.ts';

/** What an order would meet if it arrived now. */
export interface Preview {
  /** The lots that would be filled at once. */
  readonly lots: number;
  /** Whether it would meet an order of its own account. */
  readonly own: boolean;
}

/** The book of one pair: two ladders, and when they last changed. */
export class Market {
  readonly pair: Pair;
  readonly scale: UnitScale;
  readonly bids = new Ladder('Buy');
  readonly asks = new Ladder('Sell');
  /** Grows with every change of the book. */
  version = 0;
  /** When the book last changed (000 Orderbook `timestamp`). */
  updatedAt: Instant;
  lastTicks: number | undefined;

  constructor(pair: Pair, at: Instant) {
    this.pair = pair;
    this.scale = unitScaleOf(pair.grid);
    this.updatedAt = at;
  }

  sideOf(side: Side): Ladder {
    return side === 'Buy' ? this.bids : this.asks;
  }

  opposite(side: Side): Ladder {
    return side === 'Buy' ? this.asks : this.bids;
  }

  touched(at: Instant): void {
    this.version++;
    this.updatedAt = at;
  }

  /** Changes nothing. `limitTicks` is undefined for a market order. */
  preview(account: Account, side: Side, limitTicks: number | undefined, lots: number): Preview {
    const ladder = this.opposite(side);
    let rest = lots;
    for (let i = ladder.levels.length - 1; i >= 0 && rest > 0; i--) {
      const level = ladder.levels[i]!;
      if (limitTicks !== undefined && !ladder.reaches(limitTicks, level.ticks)) break;
      for (let order = level.first; order !== undefined && rest > 0; order = order.next) {
        if (order.account === account) return { lots: lots - rest, own: true };
        rest -= Math.min(rest, order.lots);
      }
    }
    return { lots: lots - rest, own: false };
  }

  /** The most lots, up to `lots`, that a market buy gets for this much quote currency. */
  affordableLots(funds: Units, lots: number): number {
    let left = funds / this.scale.perTickLot;
    let bought = 0;
    for (let i = this.asks.levels.length - 1; i >= 0 && bought < lots; i--) {
      const level = this.asks.levels[i]!;
      const wanted = Math.min(level.lots, lots - bought);
      const most = left / BigInt(level.ticks);
      if (most < BigInt(wanted)) return bought + Number(most);
      left -= tickLots(level.ticks, wanted);
      bought += wanted;
    }
    return bought;
  }

  notional(ticks: number, lots: number): Units {
    return tickLots(ticks, lots) * this.scale.perTickLot;
  }

  amount(lots: number): Units {
    return BigInt(lots) * this.scale.perLot;
  }

  /** What an order with this limit must hold, in the currency that it gives away. */
  need(side: Side, ticks: number, lots: number): Units {
    return side === 'Buy' ? this.notional(ticks, lots) : this.amount(lots);
  }

  /** The currency that an order of this side gives away. */
  given(side: Side): string {
    return side === 'Buy' ? this.pair.quote : this.pair.base;
  }

  /** The currency that an order of this side receives, and in which it pays its fee. */
  received(side: Side): string {
    return side === 'Buy' ? this.pair.base : this.pair.quote;
  }

  rest(order: BookOrder): void {
    this.sideOf(order.side).add(order);
  }
}
