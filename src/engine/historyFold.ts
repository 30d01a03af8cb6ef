import { dec, type Decimal, ZERO } from '../base/decimal.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import type { Instant } from '../base/instant.ts';
import type { HistorySums, PositionSums } from '../model/historySums.ts';
import { currenciesOf } from '../model/pair.ts';
import type { PositionEntry } from '../model/positionEntry.ts';
import { NO_POSITION, type Position, positionAfterConversion, positionAfterEntry, positionAfterFill, positionFrom } from './portfolio.ts';

export const NO_HISTORY: HistorySums = { positions: [], flows: {} };

interface Held {
  readonly strategy: string;
  readonly symbol: string;
  position: Position;
}

/** Adds a history up, in the order in which it is told: the same digits as a strategy's position that it is booked on. */
export class HistoryFold implements HistoryListener {
  readonly #held = new Map<string, Held>();
  readonly #flows: Map<string, Decimal>;

  constructor({ positions, flows }: HistorySums) {
    for (const sums of positions) this.#heldBy(sums.strategy, sums.symbol).position = positionFrom(sums);
    this.#flows = new Map(Object.entries(flows));
  }

  addFill(fill: Fill): void {
    const { strategy, symbol, side, price, amount, fee, feeCurrency } = fill;
    const currencies = currenciesOf(symbol);
    if (currencies !== undefined) {
      const value = price.times(amount);
      this.#move(currencies.base, side === 'Buy' ? amount : amount.negated());
      this.#move(currencies.quote, side === 'Buy' ? value.negated() : value);
    }
    if (!fee.isZero()) this.#move(feeCurrency, fee.negated());
    if (strategy === undefined) return;
    const held = this.#heldBy(strategy, symbol);
    held.position = positionAfterFill(held.position, fill);
  }

  /** It is not known here which way round the pair that a strategy trades is written. */
  addConversion(conversion: Conversion): void {
    const { strategy, fromCurrency, fromAmount, toCurrency, toAmount } = conversion;
    this.#move(fromCurrency, fromAmount.negated());
    this.#move(toCurrency, toAmount);
    if (strategy === undefined) return;
    for (const symbol of [`${fromCurrency}/${toCurrency}`, `${toCurrency}/${fromCurrency}`]) {
      const held = this.#heldBy(strategy, symbol);
      held.position = positionAfterConversion(held.position, symbol, conversion);
    }
  }

  /** It moves nothing: the wallet held it before. */
  addEntry(entry: PositionEntry): void {
    const held = this.#heldBy(entry.strategy, entry.symbol);
    held.position = positionAfterEntry(held.position, entry);
  }

  get sums(): HistorySums {
    return { positions: [...this.#held.values()].map(sumsOf), flows: Object.fromEntries(this.#flows) };
  }

  #heldBy(strategy: string, symbol: string): Held {
    const key = JSON.stringify([strategy, symbol]);
    let held = this.#held.get(key);
    if (held === undefined) this.#held.set(key, (held = { strategy, symbol, position: NO_POSITION }));
    return held;
  }

  #move(currency: string, amount: Decimal): void {
    this.#flows.set(currency, (this.#flows.get(currency) ?? ZERO).plus(amount));
  }
}

function sumsOf({ strategy, symbol, position }: Held): PositionSums {
  const { amount, cost, gross, fees, quoteFlow, otherFees, fills } = position;
  return { strategy, symbol, amount, cost, gross, fees, quoteFlow, otherFees, fills };
}

/** A part of a history, each list oldest first. */
export interface HistoryPart {
  readonly fills: readonly Fill[];
  readonly conversions: readonly Conversion[];
  readonly entries: readonly PositionEntry[];
}

/** Who is told a history. */
export interface HistoryListener {
  addFill(fill: Fill): void;
  addConversion(conversion: Conversion): void;
  addEntry(entry: PositionEntry): void;
}

/** Tells a history in the order of time; of the same time fills come first, and entries last. */
export function tellInTime({ fills, conversions, entries }: HistoryPart, listener: HistoryListener): void {
  let fill = 0;
  let conversion = 0;
  const tellBefore = (at: Instant): void => {
    while (conversion < conversions.length && conversions[conversion]!.executedAt < at) {
      const { executedAt } = conversions[conversion]!;
      while (fill < fills.length && fills[fill]!.tradedAt <= executedAt) listener.addFill(fills[fill++]!);
      listener.addConversion(conversions[conversion++]!);
    }
    while (fill < fills.length && fills[fill]!.tradedAt < at) listener.addFill(fills[fill++]!);
  };
  for (const entry of entries) {
    // What is of the same time comes before it.
    tellBefore(entry.at + 1);
    listener.addEntry(entry);
  }
  tellBefore(Infinity);
}

/** The same of a history whose fills come page by page, oldest first. */
export class PagedHistory {
  readonly #listener: HistoryListener;
  #left: Omit<HistoryPart, 'fills'>;

  constructor(rest: Omit<HistoryPart, 'fills'>, listener: HistoryListener) {
    this.#left = rest;
    this.#listener = listener;
  }

  add(fills: readonly Fill[]): void {
    // The next page may begin with fills of the same time.
    const until = fills.at(-1)?.tradedAt ?? -Infinity;
    const { conversions, entries } = this.#left;
    const before = {
      conversions: conversions.filter(({ executedAt }) => executedAt < until),
      entries: entries.filter(({ at }) => at < until),
    };
    tellInTime({ fills, ...before }, this.#listener);
    this.#left = {
      conversions: conversions.filter(({ executedAt }) => executedAt >= until),
      entries: entries.filter(({ at }) => at >= until),
    };
  }

  /** What is later than all fills. */
  end(): void {
    tellInTime({ fills: [], ...this.#left }, this.#listener);
  }
}

/**
 * What a short history of every kind of step adds up to. Sums that were kept by a version which came to another result are
 * not gone on with.
 */
export function foldProbe(): HistorySums {
  const fold = new HistoryFold(NO_HISTORY);
  const common = { id: '', orderId: '', type: 'Limit', feeType: '', openedAt: 0, tradedAt: 0, receivedAt: 0, intentId: '', tag: undefined };
  const base = { ...common, strategy: 's', symbol: 'B/Q' } as const;
  const steps = [
    ['Buy', '3', '7.1', '0.003', 'B'],
    ['Buy', '2', '6.9', '0.01', 'Q'],
    ['Sell', '1.7', '8', '0.02', 'Q'],
    ['Sell', '9', '7.77', '0.5', 'X'],
    ['Buy', '1.1', '7', '0.0011', 'B'],
    ['Buy', '0', '7', '0.1', 'Q'],
  ] as const;
  for (const [side, amount, price, fee, feeCurrency] of steps) {
    fold.addFill({ ...base, side, amount: dec(amount), price: dec(price), fee: dec(fee), feeCurrency });
  }
  const conversion = { id: '', fromAmount: dec('10'), toAmount: dec('1.3'), rate: ZERO, executedAt: 0, intentId: '', strategy: 's' };
  fold.addConversion({ ...conversion, fromCurrency: 'Q', toCurrency: 'B' });
  fold.addConversion({ ...conversion, fromCurrency: 'B', toCurrency: 'Q' });
  const entry = { id: '', cause: 'opening', strategy: 's', symbol: 'B/Q', at: 0, note: undefined } as const;
  fold.addEntry({ ...entry, amount: dec('8'), price: dec('7.3') });
  fold.addEntry({ ...entry, amount: dec('-0.7'), price: dec('6.1') });
  return fold.sums;
}
