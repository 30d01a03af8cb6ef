import { type Decimal, maxDecimal, minDecimal, ZERO } from '../../src/base/decimal.ts';
import { decimalOf, type JsonNumber, parseJson } from '../../src/base/json.ts';
import { type BookOrder, orderIdOf } from '../../src/exchange/bookOrder.ts';
import type { Market } from '../../src/exchange/market.ts';
import { amountOf, midPriceOf, priceOf } from '../../src/model/grid.ts';
import type { Conversion } from '../../src/simulator/conversionCounter.ts';
import { type TradeNote, trueTradeOf } from '../../src/simulator/tradeNote.ts';
import type { Plan } from './plan.ts';
import { UnseenRows } from './unseenRows.ts';
import type { Send } from './wire.ts';
import { isDoubled, originOf, type Witness } from './witness.ts';

/** What is truly held of one market's base currency, and what was seen of it. */
interface Stake {
  held: Decimal;
  /** What came of the copies that a network has made of our requests: no limit could have kept them back. */
  copied: Decimal;
  /** The lowest mid that a book has shown: what was within a limit at some mid is within it at this one. */
  lowestMid: Decimal | undefined;
}

/**
 * Invariant 7: whatever we know or do not know of our orders, what is truly open, and what is held with everything on one side of the books
 * filled, is worth no more than the limits. Looks at each order and conversion as the venue carries it out, since what is at stake grows only then.
 */
export class ExposureCheck {
  readonly #witness: Witness;
  readonly #plan: Plan;
  readonly #stakes = new Map<string, Stake>();
  readonly #trades = new UnseenRows<TradeNote>();
  readonly #conversions = new UnseenRows<Conversion>();

  constructor(witness: Witness, plan: Plan) {
    this.#witness = witness;
    this.#plan = plan;
  }

  /** To be called after each request that the venue has answered. */
  look(send: Send | undefined): void {
    const { mostOpen, mostExposed } = this.#plan;
    if (mostOpen === undefined && mostExposed === undefined) return;
    this.#noteMids();
    if (send?.arrivals.at(-1)?.appliedAt === undefined || send.asked.kind === 'cancel') return;
    this.#noteHeld();
    this.#noteCopy(send);
    const open = this.#open();
    this.#assertWithin(mostOpen, 'of orders are open', sumOf(open.filter(({ origin }) => !isDoubled(this.#witness, origin)).map(worthOf)));
    this.#assertWithin(mostExposed, 'are at stake', sumOf(this.#markets.map((market) => this.#atStake(market, open))));
  }

  get #markets(): readonly Market[] {
    return this.#witness.model.venue.exchange.markets;
  }

  #assertWithin(most: Decimal | undefined, what: string, worth: Decimal): void {
    if (most?.lt(worth) === true) this.#witness.violations.add(7, `${worth.toFixed()} ${what}, and the limit is ${most.toFixed()}`);
  }

  #open(): readonly OpenOrder[] {
    const { exchange, user } = this.#witness.model.venue;
    return exchange.openOrders(user).flatMap((order) => {
      const origin = originOf(this.#witness, orderIdOf(order));
      return origin === undefined ? [] : [{ order, origin, market: exchange.market(order.symbol)! }];
    });
  }

  /** What may be held or owed once all that is open on one side is filled, at the lowest mid. */
  #atStake(market: Market, open: readonly OpenOrder[]): Decimal {
    const { held, copied, lowestMid } = this.#stakeOf(market.pair.symbol);
    const { grid } = market.pair;
    const of = (side: string): Decimal =>
      sumOf(open.filter((one) => one.market === market && one.order.side === side).map(({ order }) => amountOf(grid, order.lots)));
    const worst = maxDecimal(held.plus(of('Buy')).abs(), held.minus(of('Sell')).abs());
    return maxDecimal(worst.minus(copied), ZERO).times(lowestMid ?? ZERO);
  }

  #stakeOf(symbol: string): Stake {
    let stake = this.#stakes.get(symbol);
    if (stake === undefined) this.#stakes.set(symbol, (stake = { held: ZERO, copied: ZERO, lowestMid: undefined }));
    return stake;
  }

  #noteMids(): void {
    for (const { pair, bids, asks } of this.#markets) {
      const [bid, ask] = [bids.levels.at(-1)?.ticks, asks.levels.at(-1)?.ticks];
      if (bid === undefined || ask === undefined) continue;
      const mid = midPriceOf(pair.grid, bid, ask);
      const stake = this.#stakeOf(pair.symbol);
      stake.lowestMid = minDecimal(stake.lowestMid ?? mid, mid);
    }
  }

  #noteHeld(): void {
    const { history, conversionCounter, exchange } = this.#witness.model.venue;
    for (const execution of this.#trades.of(history.executions)) {
      const { orderId, symbol, side, amount, fee, feeCurrency } = trueTradeOf(execution);
      if (originOf(this.#witness, orderId) === undefined) continue;
      const stake = this.#stakeOf(symbol);
      const feeInBase = symbol.startsWith(`${feeCurrency}/`) ? fee : ZERO;
      stake.held = stake.held.plus(side === 'Buy' ? amount : amount.neg()).minus(feeInBase);
    }
    for (const conversion of this.#conversions.of(conversionCounter.conversions)) {
      const { fromCurrency, toCurrency, amountFrom, amountTo } = conversion;
      const bought = this.#stakeOf(`${toCurrency}/${fromCurrency}`);
      if (exchange.market(`${toCurrency}/${fromCurrency}`) !== undefined) bought.held = bought.held.plus(amountTo);
      const sold = this.#stakeOf(`${fromCurrency}/${toCurrency}`);
      if (exchange.market(`${fromCurrency}/${toCurrency}`) !== undefined) sold.held = sold.held.minus(amountFrom);
    }
  }

  #noteCopy({ asked, arrivals, body }: Send): void {
    if (asked.kind !== 'place' || arrivals.filter(({ appliedAt }) => appliedAt !== undefined).length < 2) return;
    const { symbol, amount } = parseJson(body) as { readonly symbol: string; readonly amount: JsonNumber };
    const stake = this.#stakeOf(symbol);
    stake.copied = stake.copied.plus(decimalOf(amount)!);
  }
}

interface OpenOrder {
  readonly order: BookOrder;
  readonly origin: string;
  readonly market: Market;
}

function worthOf({ order, market: { pair } }: OpenOrder): Decimal {
  return priceOf(pair.grid, order.ticks).times(amountOf(pair.grid, order.lots));
}

function sumOf(values: readonly Decimal[]): Decimal {
  return values.reduce((sum, value) => sum.plus(value), ZERO);
}
