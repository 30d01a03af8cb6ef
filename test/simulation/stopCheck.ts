import { type Decimal, maxDecimal, minDecimal, ZERO } from '../../src/base/decimal.ts';
import { orderIdOf } from '../../src/exchange/bookOrder.ts';
import { conversionShapeOf, orderShapeOf } from '../../src/gateway/fingerprint.ts';
import type { Side } from '../../src/model/grid.ts';
import { amountOf } from '../../src/model/grid.ts';
import { scopeText, type TradingScope } from '../../src/model/tradingStop.ts';
import type { Conversion } from '../../src/simulator/conversionCounter.ts';
import { type TradeNote, trueTradeOf } from '../../src/simulator/tradeNote.ts';
import { UnseenRows } from './unseenRows.ts';
import type { Send } from './wire.ts';
import { originOf, type Witness } from './witness.ts';

interface IntentRow {
  readonly strategy: string;
  readonly fingerprint: string;
}

/** What a strategy truly holds of a market. Whether fees are a part of its position is left open. */
interface Held {
  most: Decimal;
  least: Decimal;
}

/** An order, or the part of a conversion that sells or buys in a market. */
interface Wanted {
  readonly symbol: string;
  readonly side: Side;
  readonly amount: Decimal;
}

/**
 * Invariant 16: from when a person's stop is written down until it is lifted nothing of its scope leaves but cancels; where positions are to be reduced or
 * closed, an order may leave that brings the position of its strategy closer to zero and, with all that is open on its side, not beyond it.
 * A replacement counts beside what was executed of its order and is not booked yet: nobody can know that when it leaves.
 */
export class StopCheck {
  readonly #witness: Witness;
  readonly #trades = new UnseenRows<TradeNote>();
  readonly #conversions = new UnseenRows<Conversion>();
  readonly #held = new Map<string, Held>();
  readonly #intents = new Map<string, IntentRow>();
  #stop: { readonly scope: TradingScope; readonly isHalt: boolean } | undefined;

  constructor(witness: Witness) {
    this.#witness = witness;
  }

  stopped(scope: TradingScope, isHalt: boolean): void {
    this.#stop = { scope, isHalt };
  }

  lifted(): void {
    this.#stop = undefined;
  }

  /** To be called before the first byte leaves. */
  left({ intentId, asked: { kind, operation, targetId } }: Send): void {
    if (this.#stop === undefined || kind === 'cancel' || intentId === undefined) return;
    const { scope, isHalt } = this.#stop;
    const { strategy, fingerprint } = this.#intentOf(intentId);
    const wanted = kind === 'convert' ? this.#converted(fingerprint) : orderShapeOf(fingerprint);
    if (!isAbout(scope, strategy, wanted.symbol)) return;
    const what = `${operation} of ${strategy}, ${fingerprint}, leaves while`;
    if (isHalt) this.#witness.violations.add(16, `${what} ${scopeText(scope)} is halted`);
    else if (!this.#hasCopies(strategy) && !this.#isSmaller(wanted, strategy, targetId))
      this.#witness.violations.add(16, `${what} ${scopeText(scope)} may only get smaller`);
  }

  #isSmaller({ symbol, side, amount }: Wanted, strategy: string, replaces: string | undefined): boolean {
    this.#note();
    const { most, least } = this.#heldBy(strategy, symbol);
    const { exchange, user } = this.#witness.model.venue;
    const open = exchange.openOrders(user).filter((order) => {
      const id = orderIdOf(order);
      return order.symbol === symbol && order.side === side && id !== replaces && this.#strategyOf(id) === strategy;
    });
    const { grid } = exchange.market(symbol)!.pair;
    const sum = open.reduce((total, { lots }) => total.plus(amountOf(grid, lots)), amount);
    const held = side === 'Sell' ? most : least.negated();
    return sum.lte(replaces === undefined ? held : held.plus(this.#unbooked(replaces)));
  }

  /** What was executed of an order and is not booked yet: whoever replaces the order can't know it. */
  #unbooked(orderId: string): Decimal {
    const { model, disk } = this.#witness;
    const trades = model.venue.history.executions.map(trueTradeOf).filter((trade) => trade.orderId === orderId);
    const booked = disk.read<{ readonly amount: string }>('SELECT amount FROM fill WHERE order_id = ?', orderId);
    const executed = trades.reduce((sum, { amount }) => sum.plus(amount), ZERO);
    return booked.reduce((rest, { amount }) => rest.minus(amount), executed);
  }

  /** By the market that the venue has of the two currencies. */
  #converted(fingerprint: string): Wanted {
    const { fromCurrency, toCurrency, fromAmount, toAmount } = conversionShapeOf(fingerprint);
    const sold = `${fromCurrency}/${toCurrency}`;
    return this.#witness.model.venue.exchange.market(sold) === undefined
      ? { symbol: `${toCurrency}/${fromCurrency}`, side: 'Buy', amount: toAmount }
      : { symbol: sold, side: 'Sell', amount: fromAmount };
  }

  /** What a network has made of a second copy nobody here can know before it shows. */
  #hasCopies(strategy: string): boolean {
    return this.#witness.wire.sends.some(
      ({ intentId, arrivals }) => intentId !== undefined && arrivals.length > 1 && this.#intentOf(intentId).strategy === strategy,
    );
  }

  #note(): void {
    const { model, wire } = this.#witness;
    for (const execution of this.#trades.of(model.venue.history.executions)) {
      const { orderId, symbol, side, amount, fee, feeCurrency } = trueTradeOf(execution);
      const change = side === 'Buy' ? amount : amount.negated();
      this.#change(this.#strategyOf(orderId), symbol, change, symbol.startsWith(`${feeCurrency}/`) ? fee : ZERO);
    }
    for (const { id, fromCurrency, toCurrency, amountFrom, amountTo } of this.#conversions.of(model.venue.conversionCounter.conversions)) {
      const send = wire.sends.find(({ asked, arrivals }) => asked.kind === 'convert' && arrivals.some(({ venueId }) => venueId === id));
      const strategy = send?.intentId === undefined ? undefined : this.#intentOf(send.intentId).strategy;
      this.#change(strategy, `${toCurrency}/${fromCurrency}`, amountTo, ZERO);
      this.#change(strategy, `${fromCurrency}/${toCurrency}`, amountFrom.negated(), ZERO);
    }
  }

  #change(strategy: string | undefined, symbol: string, by: Decimal, fee: Decimal): void {
    if (strategy === undefined) return;
    const held = this.#heldBy(strategy, symbol);
    held.most = held.most.plus(maxDecimal(by, by.minus(fee)));
    held.least = held.least.plus(minDecimal(by, by.minus(fee)));
  }

  #heldBy(strategy: string, symbol: string): Held {
    const key = `${strategy} ${symbol}`;
    let held = this.#held.get(key);
    if (held === undefined) this.#held.set(key, (held = { most: ZERO, least: ZERO }));
    return held;
  }

  #strategyOf(orderId: string): string | undefined {
    const origin = originOf(this.#witness, orderId);
    return origin === undefined ? undefined : this.#intentOf(origin).strategy;
  }

  #intentOf(id: string): IntentRow {
    let row = this.#intents.get(id);
    if (row === undefined) {
      [row] = this.#witness.disk.read<IntentRow>('SELECT strategy, fingerprint FROM intent WHERE id = ?', id);
      this.#intents.set(id, row!);
    }
    return row!;
  }
}

function isAbout({ of, name }: TradingScope, strategy: string, symbol: string): boolean {
  return of === 'all' || (of === 'strategy' ? name === strategy : name === symbol);
}
