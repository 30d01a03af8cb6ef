import { type Decimal, minDecimal, ZERO } from '../../src/base/decimal.ts';
import type { Side } from '../../src/model/grid.ts';
import type { OrderType } from '../../src/model/order.ts';

/** The rules of an exchange written a second time, with Decimals and lists and without regard to speed. There is one pair, X/Y. */
export interface NaiveRules {
  readonly min: Decimal;
  readonly max: Decimal;
  readonly step: Decimal;
  readonly tick: Decimal;
  readonly maker: Decimal;
  readonly taker: Decimal;
}

export interface NaiveOrder {
  readonly id: number;
  readonly owner: string;
  readonly side: Side;
  readonly price: Decimal;
  readonly open: Decimal;
  readonly filled: Decimal;
}

export interface NaiveFill {
  readonly maker: number;
  readonly taker: number;
  readonly price: Decimal;
  readonly amount: Decimal;
}

export class NaiveExchange {
  /** Sorted by their place in the queues. */
  orders: NaiveOrder[] = [];
  readonly fills: NaiveFill[] = [];
  readonly totals = new Map<string, Decimal>();
  readonly #rules: NaiveRules;
  readonly #rich: ReadonlySet<string>;
  #ids = 0;

  constructor(rules: NaiveRules, rich: readonly string[]) {
    this.#rules = rules;
    this.#rich = new Set(rich);
  }

  total(owner: string, currency: string): Decimal {
    return this.totals.get(`${owner} ${currency}`) ?? ZERO;
  }

  /** What its open orders give away, worked out anew each time. */
  held(owner: string, currency: string): Decimal {
    if (this.#rich.has(owner)) return ZERO;
    const mine = this.orders.filter((order) => order.owner === owner && given(order.side) === currency);
    return mine.reduce((sum, order) => sum.plus(order.side === 'Buy' ? order.open.times(order.price) : order.open), ZERO);
  }

  available(owner: string, currency: string): Decimal {
    return this.total(owner, currency).minus(this.held(owner, currency));
  }

  add(owner: string, currency: string, amount: Decimal): void {
    this.totals.set(`${owner} ${currency}`, this.total(owner, currency).plus(amount));
  }

  /** The new order's id, or the code of the refusal. */
  place(owner: string, side: Side, type: OrderType, amount: Decimal, price: Decimal): number | string {
    const broken = this.#amountBroken(amount) ?? (type === 'Limit' ? this.#priceBroken(price) : undefined);
    if (broken !== undefined) return broken;
    return type === 'Limit' ? this.#placeLimit(owner, side, amount, price) : this.#placeMarket(owner, side, amount);
  }

  cancel(owner: string, id: number): string | undefined {
    const order = this.orders.find((candidate) => candidate.id === id && candidate.owner === owner);
    if (order === undefined || this.#rich.has(owner)) return 'order-not-found';
    this.orders = this.orders.filter((candidate) => candidate !== order);
    return undefined;
  }

  replace(owner: string, id: number, amount: Decimal, price: Decimal | undefined, amountIs: string, ids: string): number | string {
    const order = this.orders.find((candidate) => candidate.id === id && candidate.owner === owner);
    if (order === undefined || this.#rich.has(owner)) return 'order-not-found';
    const at = price ?? order.price;
    const broken = this.#amountBroken(amount) ?? (price === undefined ? undefined : this.#priceBroken(price));
    if (broken !== undefined) return broken;
    const open = amountIs === 'total' ? amount.minus(order.filled) : amount;
    if (open.lte(0)) return 'order-already-filled';
    const without = this.orders.filter((candidate) => candidate !== order);
    const [withIt, need] = [this.orders, order.side === 'Buy' ? open.times(at) : open];
    this.orders = without;
    const covered = this.available(owner, given(order.side)).gte(need);
    this.orders = withIt;
    if (!covered) return 'insufficient-balance';
    if (this.#meetsOwn(owner, order.side, open, at)) return 'self-trade';
    if (ids === 'keep' && at.eq(order.price) && open.lte(order.open)) {
      this.orders = this.orders.map((candidate) => (candidate === order ? { ...order, open } : candidate));
      return id;
    }
    this.orders = without;
    const fresh = ids === 'keep' ? id : this.#ids++;
    this.#matchAndRest({ id: fresh, owner, side: order.side, price: at, open, filled: ids === 'keep' ? order.filled : ZERO });
    return fresh;
  }

  #placeLimit(owner: string, side: Side, amount: Decimal, price: Decimal): number | string {
    const need = side === 'Buy' ? amount.times(price) : amount;
    if (!this.#rich.has(owner) && this.available(owner, given(side)).lt(need)) return 'insufficient-balance';
    if (this.#meetsOwn(owner, side, amount, price)) return 'self-trade';
    const id = this.#ids++;
    this.#matchAndRest({ id, owner, side, price, open: amount, filled: ZERO });
    return id;
  }

  #placeMarket(owner: string, side: Side, amount: Decimal): number | string {
    const queue = this.#queue(side);
    if (queue.length === 0) return 'no-liquidity';
    let most = amount;
    if (!this.#rich.has(owner) && side === 'Sell' && this.available(owner, 'X').lt(amount)) most = ZERO;
    if (!this.#rich.has(owner) && side === 'Buy') most = this.#affordable(owner, amount);
    if (most.isZero()) return 'insufficient-balance';
    if (this.#meetsOwn(owner, side, most, undefined)) return 'self-trade';
    const id = this.#ids++;
    this.#match({ id, owner, side, price: ZERO, open: most, filled: ZERO }, undefined);
    return id;
  }

  /** Goes step by step, as far as the money lasts. */
  #affordable(owner: string, amount: Decimal): Decimal {
    let money = this.available(owner, 'Y');
    let bought = ZERO;
    for (const order of this.#queue('Buy')) {
      for (let left = order.open; left.gt(0); left = left.minus(this.#rules.step)) {
        const cost = order.price.times(this.#rules.step);
        if (bought.gte(amount) || money.lt(cost)) return bought;
        money = money.minus(cost);
        bought = bought.plus(this.#rules.step);
      }
    }
    return bought;
  }

  #matchAndRest(order: NaiveOrder): void {
    const rest = this.#match(order, order.price);
    if (rest.open.gt(0)) this.orders.push(rest);
  }

  #match(order: NaiveOrder, limit: Decimal | undefined): NaiveOrder {
    let taker = order;
    for (const maker of this.#queue(order.side)) {
      if (taker.open.isZero() || !crosses(order.side, maker.price, limit)) break;
      const amount = minDecimal(taker.open, maker.open);
      this.fills.push({ maker: maker.id, taker: taker.id, price: maker.price, amount });
      const left = { ...maker, open: maker.open.minus(amount), filled: maker.filled.plus(amount) };
      this.orders = this.orders.flatMap((candidate) => (candidate !== maker ? [candidate] : left.open.isZero() ? [] : [left]));
      taker = { ...taker, open: taker.open.minus(amount), filled: taker.filled.plus(amount) };
      this.#settle(maker, maker.price, amount, this.#rules.maker);
      this.#settle(taker, maker.price, amount, this.#rules.taker);
    }
    return taker;
  }

  #settle(order: NaiveOrder, price: Decimal, amount: Decimal, rate: Decimal): void {
    const money = amount.times(price);
    const [out, into] = order.side === 'Buy' ? [money, amount] : [amount, money];
    const currency = order.side === 'Buy' ? 'X' : 'Y';
    const fee = minDecimal(into.times(rate).toDecimalPlaces(8, 0), into);
    this.add(order.owner, given(order.side), out.neg());
    this.add(order.owner, currency, into.minus(fee));
    this.add('fees', currency, fee);
  }

  /** The orders that an order of this side would meet, in turn. */
  #queue(side: Side): NaiveOrder[] {
    const others = this.orders.filter((order) => order.side !== side);
    return others.toSorted((a, b) => (side === 'Buy' ? a.price.cmp(b.price) : b.price.cmp(a.price)));
  }

  #meetsOwn(owner: string, side: Side, amount: Decimal, limit: Decimal | undefined): boolean {
    let left = amount;
    for (const order of this.#queue(side)) {
      if (left.lte(0) || !crosses(side, order.price, limit)) return false;
      if (order.owner === owner) return true;
      left = left.minus(order.open);
    }
    return false;
  }

  #amountBroken(amount: Decimal): string | undefined {
    const { min, max, step } = this.#rules;
    if (amount.lt(min)) return 'amount-below-minimum';
    if (amount.gt(max)) return 'amount-above-maximum';
    return amount.mod(step).isZero() ? undefined : 'amount-off-step';
  }

  #priceBroken(price: Decimal): string | undefined {
    return price.gt(0) && price.mod(this.#rules.tick).isZero() ? undefined : 'price-off-grid';
  }
}

function given(side: Side): string {
  return side === 'Buy' ? 'Y' : 'X';
}

function crosses(side: Side, price: Decimal, limit: Decimal | undefined): boolean {
  return limit === undefined || (side === 'Buy' ? price.lte(limit) : price.gte(limit));
}
