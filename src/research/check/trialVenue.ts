import { present } from '../../base/assert.ts';
import { dec, type Decimal, ONE, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { type Random, seededRandom } from '../../base/random.ts';
import type { Balance } from '../../model/balance.ts';
import type { Book } from '../../model/book.ts';
import type { Command, ConvertCommand, PlaceCommand, ReplaceCommand, RequestQuoteCommand } from '../../model/command.ts';
import type { Conversion } from '../../model/conversion.ts';
import type { Report } from '../../model/event.ts';
import type { ExecutedSum, Fill } from '../../model/fill.ts';
import { amountOf, lotsOf, priceOf } from '../../model/grid.ts';
import type { Order } from '../../model/order.ts';
import { MONEY, type TrialPair } from './trialPairs.ts';

const FEE = dec('0.001');
/** The share of the orders that rest and are not reached which is filled in part with each book. */
const FILLED_SHARE = 0.1;
const VALID_MS = 15_000;

interface Resting {
  readonly command: PlaceCommand;
  readonly orderId: string;
  price: Decimal;
  /** What is filled included. */
  amount: Decimal;
  filled: Decimal;
}

/**
 * A made-up venue for trials. It fills orders in parts: half of what is left when the market reaches them, and now and then
 * although it does not. With `refuses`, it refuses every third order of each market and every third quote, so no market has two
 * orders refused in a row, whatever the rhythm of a strategy.
 */
export class TrialVenue {
  readonly fills: Fill[] = [];
  readonly conversions: Conversion[] = [];
  readonly #random: Random;
  readonly #refuses: boolean;
  readonly #orders = new Map<string, Resting>();
  readonly #pairs: ReadonlyMap<string, TrialPair>;
  readonly #wallets: Map<string, Decimal>;
  readonly #books = new Map<string, Book>();
  #reports: Report[] = [];
  /** By the symbol of an order. Those for quotes stand under no symbol. */
  readonly #asked = new Map<string, number>();
  #ids = 0;

  constructor(seed: string, refuses: boolean, pairs: readonly TrialPair[]) {
    this.#pairs = new Map(pairs.map((pair) => [pair.symbol, pair]));
    const currencies = pairs.flatMap(({ base, quote }) => [base, quote]);
    this.#wallets = new Map(currencies.map((currency) => [currency, dec(currency === MONEY ? '50000000' : '1000')]));
    this.#random = seededRandom(`venue:${seed}`);
    this.#refuses = refuses;
  }

  /** Takes what has happened since the last call. */
  take(): readonly Report[] {
    const reports = this.#reports;
    this.#reports = [];
    return reports;
  }

  /** The market has moved. */
  see(book: Book, at: Instant): void {
    this.#books.set(book.symbol, book);
    for (const order of this.#orders.values()) {
      if (order.command.symbol !== book.symbol) continue;
      const { ticks, isReached } = this.#touch(order);
      const isLucky = this.#random.next() < FILLED_SHARE;
      if (ticks === undefined || !(isReached || isLucky)) continue;
      const lots = lotsOf(book.grid, order.amount.minus(order.filled), 'exact');
      this.#fill(order, order.price, amountOf(book.grid, Math.ceil(lots / 2)), 'Maker', at);
    }
  }

  execute(command: Command, at: Instant): void {
    switch (command.type) {
      case 'place':
        if (this.#isThird(command.symbol)) this.#refuse(command);
        else this.#place(command, at);
        return;
      case 'replace':
        if (this.#isThird(command.symbol)) this.#refuse(command);
        else this.#replace(command, at);
        return;
      case 'cancel':
        this.#cancel(command.orderId);
        return;
      case 'request-quote':
        this.#quote(command, at, this.#isThird(''));
        return;
      case 'convert':
        this.#convert(command, at);
        return;
    }
  }

  balances(): Balance[] {
    const held = new Map<string, Decimal>();
    for (const { command, price, amount, filled } of this.#orders.values()) {
      const left = amount.minus(filled);
      const { base, quote } = this.#pairOf(command.symbol);
      const [currency, value] = command.side === 'Buy' ? [quote, left.times(price)] : [base, left];
      held.set(currency, (held.get(currency) ?? ZERO).plus(value));
    }
    return [...this.#wallets].map(([currency, total]) => ({ currency, total, available: total.minus(held.get(currency) ?? 0) }));
  }

  /** The open orders, as a journal keeps them. */
  orders(): Order[] {
    return [...this.#orders.values()].map(({ command, orderId, price, amount, filled }) => ({
      intentId: command.intentId,
      strategy: command.strategy,
      symbol: command.symbol,
      side: command.side,
      type: command.orderType,
      price,
      amount,
      filled,
      state: 'open',
      closedBy: undefined,
      orderId,
      placedAt: command.decidedAt,
      updatedAt: command.decidedAt,
      canceling: false,
      replacing: undefined,
      tag: command.tag,
    }));
  }

  /** What the orders have executed, by the intents that placed them. */
  executed(): Record<string, ExecutedSum> {
    const sums: Record<string, ExecutedSum> = {};
    for (const { intentId, amount, price } of this.fills) {
      const before = sums[intentId!] ?? { amount: ZERO, value: ZERO };
      sums[intentId!] = { amount: before.amount.plus(amount), value: before.value.plus(amount.times(price)) };
    }
    return sums;
  }

  #isThird(symbol: string): boolean {
    const asked = (this.#asked.get(symbol) ?? 0) + 1;
    this.#asked.set(symbol, asked);
    return this.#refuses && asked % 3 === 1;
  }

  #refuse({ intentId, type }: PlaceCommand | ReplaceCommand): void {
    this.#reports.push({ type: 'intent-refused', intentId, kind: type, code: 'TRIAL', message: 'the trial refuses a third' });
  }

  #place(command: PlaceCommand, at: Instant): void {
    const { intentId, amount } = command;
    const orderId = this.#newId();
    this.#reports.push({ type: 'order-opened', intentId, orderId, amount, price: command.price, adopted: false });
    const order: Resting = { command, orderId, price: command.price ?? ZERO, amount, filled: ZERO };
    const { ticks, isReached } = this.#touch(order);
    if (ticks !== undefined && (isReached || command.orderType === 'Market')) {
      this.#fill(order, priceOf(this.#pairOf(command.symbol).grid, ticks), amount, 'Taker', at);
    } else if (command.orderType === 'Market') this.#close(order, 'canceled');
    else this.#orders.set(orderId, order);
  }

  #replace({ intentId, orderId, price, amount }: ReplaceCommand, at: Instant): void {
    const order = this.#orders.get(orderId);
    if (order === undefined) {
      this.#reports.push({ type: 'intent-refused', intentId, kind: 'replace', code: 'order-not-found', message: 'it is not open' });
      return;
    }
    order.price = price;
    order.amount = order.filled.plus(amount);
    this.#reports.push({ type: 'order-replaced', intentId, orderId, newOrderId: orderId, price, amount, replacedAt: at });
  }

  #cancel(orderId: string): void {
    const order = this.#orders.get(orderId);
    if (order === undefined) {
      this.#reports.push({ type: 'cancel-failed', orderId, reason: 'it is not open', code: 'refused' });
      return;
    }
    this.#reports.push({ type: 'cancel-accepted', orderId });
    this.#close(order, 'canceled');
  }

  #close({ orderId, filled }: Resting, end: 'filled' | 'canceled'): void {
    this.#orders.delete(orderId);
    this.#reports.push({ type: 'order-closed', orderId, end, filled });
  }

  #fill(order: Resting, price: Decimal, amount: Decimal, feeType: 'Maker' | 'Taker', at: Instant): void {
    const { command, orderId } = order;
    const { intentId, strategy, tag, symbol, side, orderType } = command;
    const { base, quote } = this.#pairOf(symbol);
    const isBuy = side === 'Buy';
    const value = price.times(amount);
    const feeCurrency = isBuy ? base : quote;
    const fee = (isBuy ? amount : value).times(FEE).toDecimalPlaces(8);
    const times = { openedAt: command.decidedAt, tradedAt: at, receivedAt: at };
    const id = this.#newId();
    const fill = {
      id,
      orderId,
      symbol,
      side,
      type: orderType,
      price,
      amount,
      fee,
      feeCurrency,
      feeType,
      ...times,
      intentId,
      strategy,
      tag,
    };
    this.#move(base, isBuy ? amount.minus(fee) : amount.negated());
    this.#move(quote, isBuy ? value.negated() : value.minus(fee));
    order.filled = order.filled.plus(amount);
    this.fills.push(fill);
    this.#reports.push({ type: 'fill', fill });
    if (order.filled.gte(order.amount)) this.#close(order, 'filled');
  }

  #quote({ requestId, fromCurrency, toCurrency, size }: RequestQuoteCommand, at: Instant, isRefused: boolean): void {
    const rate = this.#rate(fromCurrency, toCurrency);
    if (rate === undefined || isRefused) {
      this.#reports.push({ type: 'quote-refused', requestId, code: 'TRIAL', message: 'the trial gives no such quote' });
      return;
    }
    const fromAmount = 'fromAmount' in size ? size.fromAmount : size.toAmount.div(rate).toDecimalPlaces(8);
    const toAmount = 'toAmount' in size ? size.toAmount : size.fromAmount.times(rate).toDecimalPlaces(8);
    const terms = { fromCurrency, toCurrency, fromAmount, toAmount, rate };
    this.#reports.push({ type: 'quoted', requestId, quote: { id: this.#newId(), ...terms, quotedAt: at, validTo: at + VALID_MS } });
  }

  #convert({ intentId, strategy, quote }: ConvertCommand, at: Instant): void {
    const { fromCurrency, toCurrency, fromAmount, toAmount, rate } = quote;
    const terms = { fromCurrency, toCurrency, fromAmount, toAmount, rate };
    const conversion = { id: this.#newId(), ...terms, executedAt: at, intentId, strategy };
    this.#move(fromCurrency, fromAmount.negated());
    this.#move(toCurrency, toAmount);
    this.conversions.push(conversion);
    this.#reports.push({ type: 'converted', conversion, adopted: false });
  }

  /** The price at which an order would be executed now. Undefined where nobody is on the other side. */
  #touch({ command, price }: Resting): { ticks: number | undefined; isReached: boolean } {
    const isBuy = command.side === 'Buy';
    const book = this.#books.get(command.symbol);
    const other = isBuy ? book?.asks : book?.bids;
    if (book === undefined || other === undefined || other.length === 0) return { ticks: undefined, isReached: false };
    const best = priceOf(book.grid, other.bestTicks);
    return { ticks: other.bestTicks, isReached: isBuy ? price.gte(best) : price.lte(best) };
  }

  /** What one unit of a currency brings of another, by the touch. */
  #rate(from: string, to: string): Decimal | undefined {
    for (const { symbol, base, quote, grid } of this.#pairs.values()) {
      const book = this.#books.get(symbol);
      if (book === undefined || book.asks.length === 0 || book.bids.length === 0) continue;
      if (from === base && to === quote) return priceOf(grid, book.bids.bestTicks);
      if (from === quote && to === base) return ONE.div(priceOf(grid, book.asks.bestTicks));
    }
    return undefined;
  }

  #pairOf(symbol: string): TrialPair {
    return present(this.#pairs.get(symbol), symbol);
  }

  #move(currency: string, by: Decimal): void {
    this.#wallets.set(currency, (this.#wallets.get(currency) ?? ZERO).plus(by));
  }

  #newId(): string {
    return String(++this.#ids);
  }
}
