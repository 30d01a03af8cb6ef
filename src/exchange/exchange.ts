import { assert, present } from '../base/assert.ts';
import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Side } from '../model/grid.ts';
import type { OrderType } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import { Account } from './account.ts';
import { type BookOrder, sequenceOf } from './bookOrder.ts';
import { type ExchangeRefusal, refuse } from './exchangeRefusal.ts';
import type { ExchangeListener } from './execution.ts';
import { DEFAULT_FEES, type FeeRates, feeUnits } from './fees.ts';
import { Market } from './market.ts';
import { matchOrder, type Settlement } from './matchOrder.ts';
import { checkAmount, checkPrice } from './checkOrder.ts';
import { type Replacement, replacementOf } from './replacement.ts';
import type { Units } from './units.ts';

export interface ExchangeOptions {
  readonly pairs: readonly Pair[];
  readonly at: Instant;
  readonly fees?: FeeRates | undefined;
  readonly listener: ExchangeListener;
  /** The most open orders of one limited account. */
  readonly maxOpenOrders?: number | undefined;
}

export interface NewOrder {
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly amount: Decimal;
  /** Required for a limit order, and ignored for a market order. */
  readonly price: Decimal | undefined;
}

/**
 * An exchange without HTTP and without a clock: matching by price and time, accounts with holds, pair rules, fees.
 *
 * It is exact: every account's totals and holds are whole units of 10^-18, and only deposits change the sum over all accounts. An
 * order that would meet an order of its own account is refused as a whole (`self-trade`); the resting order stays.
 */
export class Exchange {
  readonly fees: FeeRates;
  /** The account that receives the fees. */
  readonly feeAccount = new Account('fees', true);
  readonly #markets = new Map<string, Market>();
  readonly #accounts: Account[] = [this.feeAccount];
  /** The orders of each limited account by sequence, oldest first. */
  readonly #open = new Map<Account, Map<number, BookOrder>>();
  readonly #settlement: Settlement;
  readonly #maxOpenOrders: number;
  #sequence = 0;

  constructor(options: ExchangeOptions) {
    this.fees = options.fees ?? DEFAULT_FEES;
    this.#maxOpenOrders = options.maxOpenOrders ?? 1000;
    for (const pair of options.pairs) this.#markets.set(pair.symbol, new Market(pair, options.at));
    this.#settlement = {
      feeAccount: this.feeAccount,
      rates: feeUnits(this.fees),
      listener: options.listener,
      closed: (order) => this.#forget(order),
    };
  }

  addAccount(name: string, unlimited = false): Account {
    const account = new Account(name, unlimited);
    this.#accounts.push(account);
    if (!unlimited) this.#open.set(account, new Map());
    return account;
  }

  /** The fee account comes first. */
  get accounts(): readonly Account[] {
    return this.#accounts;
  }

  get markets(): readonly Market[] {
    return [...this.#markets.values()];
  }

  market(symbol: string): Market | undefined {
    return this.#markets.get(symbol);
  }

  /** The open orders of a limited account, oldest first. Other accounts keep track of their own. */
  openOrders(account: Account): BookOrder[] {
    return [...(this.#open.get(account)?.values() ?? [])];
  }

  openOrder(account: Account, id: string): BookOrder | undefined {
    return this.#open.get(account)?.get(sequenceOf(id) ?? -1);
  }

  /** Checks every rule, matches what can be matched, and lets the rest of a limit order rest. */
  place(account: Account, wanted: NewOrder, at: Instant): BookOrder | ExchangeRefusal {
    const market = this.#markets.get(wanted.symbol);
    if (market === undefined) return refuse('symbol-unknown', `there is no pair ${wanted.symbol}`, 'symbol');
    const lots = checkAmount(market.pair, wanted.amount);
    if (typeof lots !== 'number') return lots;
    if (wanted.type === 'Market') return this.#placeMarket(account, market, wanted.side, lots, at);
    if (wanted.price === undefined) return refuse('price-required', 'is required for a Limit order', 'price');
    const ticks = checkPrice(market.pair, wanted.price);
    if (typeof ticks !== 'number') return ticks;
    if (!account.covers(market.given(wanted.side), market.need(wanted.side, ticks, lots))) return insufficient(market, wanted.side);
    if ((this.#open.get(account)?.size ?? 0) >= this.#maxOpenOrders) {
      return refuse('too-many-orders', `the account has ${this.#maxOpenOrders} open orders already`);
    }
    return this.placeLimit(account, market, wanted.side, ticks, lots, at);
  }

  /** Places a limit order that is on the grid and covered. Market agents use this directly. Only self-trades are refused. */
  placeLimit(account: Account, market: Market, side: Side, ticks: number, lots: number, at: Instant): BookOrder | ExchangeRefusal {
    if (market.preview(account, side, ticks, lots).own) return selfTrade();
    const order = this.#newOrder(account, market, side, 'Limit', ticks, lots, at);
    if (!account.unlimited) account.hold(market.given(side), market.need(side, ticks, lots));
    matchOrder(market, order, at, this.#settlement);
    if (order.lots > 0) {
      market.rest(order);
      this.#open.get(account)?.set(order.sequence, order);
      market.touched(at);
    }
    return order;
  }

  cancel(account: Account, id: string, at: Instant): BookOrder | ExchangeRefusal {
    const order = this.openOrder(account, id);
    if (order === undefined) return refuse('order-not-found', `order ${id} is not open`);
    this.cancelOrder(this.#marketOf(order), order, at);
    return order;
  }

  /** Cancels an order that is known to be open. */
  cancelOrder(market: Market, order: BookOrder, at: Instant): void {
    const lots = order.lots;
    assert(lots > 0, 'only an open order can be cancelled');
    market.sideOf(order.side).remove(order);
    if (!order.account.unlimited) order.account.hold(market.given(order.side), -market.need(order.side, order.ticks, lots));
    order.lots = 0;
    order.updatedAt = at;
    market.touched(at);
    this.#forget(order);
    this.#settlement.listener.canceled(order, lots, at);
  }

  /**
   * Moves an open order to another price and amount, or leaves it as it is. It keeps its place in the queue only when it keeps
   * its id and its price and does not grow. What crosses is matched at once.
   */
  replace(account: Account, id: string, change: Replacement, at: Instant): BookOrder | ExchangeRefusal {
    const order = this.openOrder(account, id);
    if (order === undefined) return refuse('order-not-found', `order ${id} is not open`);
    const market = this.#marketOf(order);
    const next = replacementOf(market.pair, order, change);
    if ('type' in next) return next;
    const { ticks, lots } = next;
    const more = market.need(order.side, ticks, lots) - market.need(order.side, order.ticks, order.lots);
    if (!account.covers(market.given(order.side), more)) return insufficient(market, order.side);
    if (market.preview(account, order.side, ticks, lots).own) return selfTrade();
    if (change.id === 'new') {
      this.cancelOrder(market, order, at);
      return this.placeLimit(account, market, order.side, ticks, lots, at);
    }
    this.#move(market, order, ticks, lots, at);
    return order;
  }

  /** Moves money between accounts, outside of any market. The caller has checked that it is there. */
  transfer(from: Account, to: Account, currency: string, amount: Units): void {
    assert(amount >= 0n && from.covers(currency, amount), () => `${from.name} can't give that much ${currency}`);
    from.add(currency, -amount);
    to.add(currency, amount);
  }

  #move(market: Market, order: BookOrder, ticks: number, lots: number, at: Instant): void {
    const given = market.given(order.side);
    const ladder = market.sideOf(order.side);
    const staysInQueue = ticks === order.ticks && lots <= order.lots;
    order.account.hold(given, -market.need(order.side, order.ticks, order.lots));
    if (staysInQueue) ladder.reduce(order, order.lots - lots);
    else ladder.remove(order);
    order.ticks = ticks;
    order.lots = lots;
    order.initialLots = order.filledLots + lots;
    order.updatedAt = at;
    order.account.hold(given, market.need(order.side, ticks, lots));
    market.touched(at);
    if (staysInQueue) return;
    matchOrder(market, order, at, this.#settlement);
    if (order.lots > 0) market.rest(order);
    else this.#forget(order);
  }

  #placeMarket(account: Account, market: Market, side: Side, lots: number, at: Instant): BookOrder | ExchangeRefusal {
    if (market.opposite(side).best === undefined)
      return refuse('no-liquidity', `nobody ${side === 'Buy' ? 'sells' : 'buys'} ${market.pair.symbol}`);
    const most = this.#affordable(account, market, side, lots);
    if (most === 0) return insufficient(market, side);
    if (market.preview(account, side, undefined, most).own) return selfTrade();
    const order = this.#newOrder(account, market, side, 'Market', 0, lots, at);
    matchOrder(market, order, at, this.#settlement, most);
    const rest = order.lots;
    if (rest > 0) {
      order.lots = 0;
      this.#settlement.listener.canceled(order, rest, at);
    }
    return order;
  }

  /** A market sell must be covered as a whole. A market buy goes as far as the money lasts. */
  #affordable(account: Account, market: Market, side: Side, lots: number): number {
    if (account.unlimited) return lots;
    if (side === 'Sell') return account.covers(market.pair.base, market.amount(lots)) ? lots : 0;
    return market.affordableLots(account.available(market.pair.quote), lots);
  }

  #newOrder(account: Account, market: Market, side: Side, type: OrderType, ticks: number, lots: number, at: Instant): BookOrder {
    return {
      sequence: this.#sequence++,
      account,
      symbol: market.pair.symbol,
      side,
      type,
      ticks,
      lots,
      initialLots: lots,
      filledLots: 0,
      filledTickLots: 0n,
      fee: 0n,
      openedAt: at,
      updatedAt: at,
      executedAt: at,
      level: undefined,
      previous: undefined,
      next: undefined,
    };
  }

  #forget({ account, sequence }: BookOrder): void {
    this.#open.get(account)?.delete(sequence);
  }

  #marketOf(order: BookOrder): Market {
    return present(this.#markets.get(order.symbol), order.symbol);
  }
}

function insufficient(market: Market, side: Side): ExchangeRefusal {
  return refuse('insufficient-balance', `the available ${market.given(side)} balance does not cover the order`);
}

function selfTrade(): ExchangeRefusal {
  return refuse('self-trade', 'the order would trade against an open order of the same account');
}
