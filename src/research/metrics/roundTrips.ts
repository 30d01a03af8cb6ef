import { dec, type Decimal, minDecimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { currenciesOf } from '../../model/pair.ts';
import type { Conversion } from '../../model/conversion.ts';
import type { Fill } from '../../model/fill.ts';
import type { BandRun, EquitySeries, RunStrategy } from '../runRecord.ts';
import { symbolsOf } from '../../model/tradedMarkets.ts';
import { dealsOf } from './dealsOf.ts';
import { lastMid } from './lastMid.ts';

/**
 * What was bought and sold again, or sold and bought back. What an order closes is matched with the oldest of what is open; the
 * executions of one order that follow one another make one round trip. Money is in quote currency.
 */
export interface RoundTrip {
  readonly strategy: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly openedAt: Instant;
  /** Undefined: it was open at the end, and `exit` is the last mid. */
  readonly closedAt: Instant | undefined;
  /** In base currency, with fees in it taken off. */
  readonly amount: Decimal;
  /** Average prices. `exit` is undefined where no mid is known at the end. */
  readonly entry: Decimal;
  readonly exit: Decimal | undefined;
  /** Before fees. */
  readonly gross: Decimal | undefined;
  /** The fees of both ways; those in base currency at the price of their execution. A fee in a third currency is in none of these. */
  readonly fees: Decimal;
  /** After fees. */
  readonly net: Decimal | undefined;
  /** The tags of what opened it first and of what closed it. */
  readonly entryTag: string;
  readonly exitTag: string;
}

/** Hands over the round trips of all strategies as they are closed, and at the end those that are open. */
export function roundTrips(
  run: Pick<BandRun, 'fills' | 'conversions'> & { readonly equity: Pick<EquitySeries, 'at' | 'mids'> },
  strategies: readonly RunStrategy[],
  take: (trip: RoundTrip) => void,
): void {
  const books = new Map<string, TripBook>();
  const bookOf = (strategy: string, symbol: string): TripBook => {
    const key = JSON.stringify([strategy, symbol]);
    let book = books.get(key);
    if (book === undefined) books.set(key, (book = new TripBook(strategy, symbol, take)));
    return book;
  };
  for (const { name, symbol, opening } of strategies) {
    if (opening === undefined || symbol === undefined) continue;
    const amount = dec(opening.amount);
    const began = { at: run.equity.at[0] ?? 0, order: 'opening', tag: 'opening', fees: ZERO };
    bookOf(name, symbol).add({ ...began, amount, value: amount.times(opening.price) });
  }
  for (const deal of dealsOf(run)) {
    if (deal.type === 'fill') {
      const { fill } = deal.filled;
      bookOf(fill.strategy ?? '', fill.symbol).add(tradeOfFill(fill));
    } else {
      const { strategy = '' } = deal.conversion;
      for (const symbol of marketsOf(strategy, strategies)) {
        const trade = tradeOfConversion(deal.conversion, symbol);
        if (trade !== undefined) bookOf(strategy, symbol).add(trade);
      }
    }
  }
  for (const book of books.values()) book.end(lastMid(run.equity, book.symbol));
}

/** The symbols of a strategy by its name. */
export function marketsOf(strategy: string, strategies: readonly RunStrategy[]): readonly string[] {
  const own = strategies.find(({ name }) => name === strategy);
  return own === undefined ? [] : [...new Set(symbolsOf(own))];
}

/** A positive `amount` was bought, a negative one sold: what the position changed by. `value` is for all of it, and positive. */
interface Trade {
  readonly at: Instant;
  readonly order: string;
  readonly tag: string;
  readonly amount: Decimal;
  readonly value: Decimal;
  readonly fees: Decimal;
}

function tradeOfFill({ tradedAt, orderId, tag = '', symbol, side, price, amount, fee, feeCurrency }: Fill): Trade {
  const { base, quote } = currenciesOf(symbol) ?? { base: '', quote: '' };
  const inBase = feeCurrency === base ? fee : ZERO;
  const change = (side === 'Buy' ? amount : amount.negated()).minus(inBase);
  const fees = inBase.times(price).plus(feeCurrency === quote ? fee : ZERO);
  return { at: tradedAt, order: orderId, tag, amount: change, value: change.abs().times(price), fees };
}

/** Undefined unless the two currencies are those of the symbol. */
export function tradeOfConversion(conversion: Conversion, symbol: string): Trade | undefined {
  const { id, executedAt, fromCurrency, toCurrency, fromAmount, toAmount } = conversion;
  const trade = { at: executedAt, order: id, tag: 'conversion', fees: ZERO };
  if (symbol === `${toCurrency}/${fromCurrency}`) return { ...trade, amount: toAmount, value: fromAmount };
  if (symbol === `${fromCurrency}/${toCurrency}`) return { ...trade, amount: fromAmount.negated(), value: toAmount };
  return undefined;
}

/** What is left of a trade: a positive amount, with its value and its fees. */
interface Part {
  amount: Decimal;
  value: Decimal;
  fees: Decimal;
}

interface Lot extends Part {
  readonly at: Instant;
  readonly tag: string;
}

interface Closing {
  readonly order: string;
  readonly tag: string;
  readonly openedAt: Instant;
  readonly entryTag: string;
  closedAt: Instant;
  amount: Decimal;
  entry: Decimal;
  exit: Decimal;
  fees: Decimal;
}

/** What one strategy has open of one symbol, the oldest first. */
class TripBook {
  readonly symbol: string;
  readonly #strategy: string;
  readonly #take: (trip: RoundTrip) => void;
  #lots: Lot[] = [];
  #first = 0;
  #isLong = true;
  #closing: Closing | undefined;

  constructor(strategy: string, symbol: string, take: (trip: RoundTrip) => void) {
    this.#strategy = strategy;
    this.symbol = symbol;
    this.#take = take;
  }

  add({ at, order, tag, amount, value, fees }: Trade): void {
    const isBuy = amount.gt(0);
    const rest: Part = { amount: amount.abs(), value, fees };
    while (rest.amount.gt(0) && this.#first < this.#lots.length && this.#isLong !== isBuy) {
      const lot = this.#lots[this.#first]!;
      const size = minDecimal(rest.amount, lot.amount);
      if (this.#closing !== undefined && this.#closing.order !== order) this.#tell();
      this.#close({ order, tag, openedAt: lot.at, entryTag: lot.tag }, at, takeOff(lot, size), takeOff(rest, size));
      if (lot.amount.isZero()) this.#first++;
    }
    if (this.#first === this.#lots.length) {
      this.#lots = [];
      this.#first = 0;
      if (rest.amount.gt(0)) {
        this.#tell();
        this.#isLong = isBuy;
      }
    }
    if (rest.amount.gt(0)) this.#lots.push({ ...rest, at, tag });
  }

  end(mid: Decimal | undefined): void {
    this.#tell();
    const open = this.#lots.slice(this.#first);
    const [oldest] = open;
    if (oldest === undefined) return;
    const sum = (of: (lot: Lot) => Decimal): Decimal => open.reduce((total, lot) => total.plus(of(lot)), ZERO);
    const [amount, entry, fees] = [sum((lot) => lot.amount), sum((lot) => lot.value), sum((lot) => lot.fees)];
    const exit = mid?.times(amount);
    this.#give({ openedAt: oldest.at, closedAt: undefined, entryTag: oldest.tag, tag: '', amount, entry, exit, fees });
  }

  #close(begun: Pick<Closing, 'order' | 'tag' | 'openedAt' | 'entryTag'>, at: Instant, opened: Part, closed: Part): void {
    this.#closing ??= { ...begun, closedAt: at, amount: ZERO, entry: ZERO, exit: ZERO, fees: ZERO };
    const closing = this.#closing;
    closing.closedAt = at;
    closing.amount = closing.amount.plus(opened.amount);
    closing.entry = closing.entry.plus(opened.value);
    closing.exit = closing.exit.plus(closed.value);
    closing.fees = closing.fees.plus(opened.fees).plus(closed.fees);
  }

  #tell(): void {
    if (this.#closing !== undefined) this.#give(this.#closing);
    this.#closing = undefined;
  }

  #give(of: Omit<Closing, 'order' | 'closedAt' | 'exit'> & { readonly closedAt: Instant | undefined; readonly exit: Decimal | undefined }) {
    const { openedAt, closedAt, amount, entry, exit, fees, entryTag, tag } = of;
    const gross = exit === undefined ? undefined : this.#isLong ? exit.minus(entry) : entry.minus(exit);
    this.#take({
      strategy: this.#strategy,
      symbol: this.symbol,
      side: this.#isLong ? 'long' : 'short',
      openedAt,
      closedAt,
      amount,
      entry: entry.div(amount),
      exit: exit?.div(amount),
      gross,
      fees,
      net: gross?.minus(fees),
      entryTag,
      exitTag: tag,
    });
  }
}

/** Takes an amount off, with its share of the value and the fees. What is left is what was there less that, so nothing is lost. */
function takeOff(from: Part, amount: Decimal): Part {
  const isAll = amount.eq(from.amount);
  const value = isAll ? from.value : from.value.times(amount).div(from.amount);
  const fees = isAll ? from.fees : from.fees.times(amount).div(from.amount);
  from.amount = from.amount.minus(amount);
  from.value = from.value.minus(value);
  from.fees = from.fees.minus(fees);
  return { amount, value, fees };
}
