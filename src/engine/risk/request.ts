import { Sum } from '../../base/sum.ts';
import type { Decimal } from '../../base/decimal.ts';
import { amountOf, priceOf, type Side } from '../../model/grid.ts';
import type { EngineOrder, Market, Seat } from '../market.ts';
import type { Purse } from '../purse.ts';
import { BUY, sideOf } from '../../model/side.ts';

/** An order that is to be sent, or the new shape of one. One object is used for all of them. */
export class OrderRequest {
  seat!: Seat;
  market!: Market;
  side = BUY;
  isMarket = false;
  ticks = 0;
  lots = 0;
  /** The order that it would replace. */
  replaces: EngineOrder | undefined = undefined;
  /** It makes the position smaller, whatever else is on its way. */
  reduces = false;
  /** What a limit order needs of the purse that it pays from: see `OrderRequest.purse`. */
  readonly need = new Sum(0);

  set(seat: Seat, market: Market, side: number, isMarket: boolean, ticks: number, lots: number, replaces: EngineOrder | undefined): void {
    if (this.seat !== seat) this.seat = seat;
    if (this.market !== market) this.market = market;
    this.side = side;
    this.isMarket = isMarket;
    this.ticks = ticks;
    this.lots = lots;
    if (this.replaces !== replaces) this.replaces = replaces;
    const { need } = this;
    if (side === BUY) {
      need.decimals = market.quote.decimals;
      need.setProduct(isMarket ? 0 : ticks, lots, market.perTickLot);
    } else {
      need.decimals = market.base.decimals;
      need.setProduct(lots, 1, market.perLot);
    }
  }

  get purse(): Purse {
    return this.side === BUY ? this.market.quote : this.market.base;
  }

  /** Ticks times lots in units of the quote currency, rounded. */
  get nearValue(): number {
    return this.ticks * this.lots * this.market.perTickLot.near;
  }

  // The same in decimals, for people and for what whole numbers can't decide.

  get sideName(): Side {
    return sideOf(this.side);
  }

  get amount(): Decimal {
    return amountOf(this.market.pair.grid, this.lots);
  }

  /** Undefined for a market order. */
  get price(): Decimal | undefined {
    return this.isMarket ? undefined : priceOf(this.market.pair.grid, this.ticks);
  }

  /** In quote currency; a market order is valued at the touch. Undefined when no book tells. */
  get value(): Decimal | undefined {
    if (!this.isMarket) return this.price!.times(this.amount);
    const { view } = this.market;
    const touch = this.side === BUY ? view?.bestAsk : view?.bestBid;
    return touch?.times(this.amount);
  }
}

/** A conversion that is to be requested or accepted. */
export interface ConversionRequest {
  readonly strategy: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  /** Undefined while only the other amount is known. */
  readonly fromAmount: Decimal | undefined;
  readonly toAmount: Decimal | undefined;
}
