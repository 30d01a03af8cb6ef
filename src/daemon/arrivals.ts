import { type Decimal, ONE } from '../base/decimal.ts';
import { messageOf } from '../base/fault.ts';
import { isLeg } from '../engine/execution/trade.ts';
import type { Book } from '../model/book.ts';
import type { Command, ConvertCommand, PlaceCommand } from '../model/command.ts';
import { midPriceOf } from '../model/grid.ts';
import type { StateStore } from '../model/journal.ts';
import type { Notice } from '../model/notice.ts';
import { currenciesOf } from '../model/pair.ts';
import type { Trader } from './trader.ts';

/** The scope in which the state store keeps arrivals, by the intent. */
export const ARRIVALS = 'arrival';

/** What was known when a deal was decided: what one unit given would have brought. As text. */
export interface Arrival {
  readonly at: number;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  /** At the middle of the book. */
  readonly mid?: string;
  /** By the quote and by the book, all-in, where they were compared. */
  readonly quote?: string;
  readonly book?: string;
  /** The worked order whose part it is. All the rest is then of that order's arrival. */
  readonly order?: string;
}

type PartOf = NonNullable<Extract<Notice, { type: 'leg' }>['of']>;
type Heard = Pick<Trader, 'events$' | 'notices$' | 'commands$'>;

const DIGITS = 20;

/**
 * Keeps what was known when something was decided that takes what is offered: conversions, market orders, legs of trades, parts of worked
 * orders. Other orders that rest are left out. An arrival that can't be written is told of; trading goes on.
 */
class Arrivals {
  readonly #state: StateStore;
  readonly #books = new Map<string, Book>();
  readonly #onTrouble: (message: string) => void;
  #leg: Extract<Notice, { type: 'leg' }> | undefined = undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ events$, notices$, commands$ }: Heard, state: StateStore, onTrouble: (message: string) => void) {
    this.#state = state;
    this.#onTrouble = onTrouble;
    events$.subscribe((event) => event.type === 'book' && this.#books.set(event.book.symbol, event.book));
    // A leg's notice comes before its command.
    notices$.subscribe((notice) => {
      if (notice.type !== 'leg') return;
      if (notice.of === undefined) this.#leg = notice;
      else this.#notePart(notice.intentId, notice.of, notice.book);
    });
    commands$.subscribe((command) => this.#decided(command));
  }

  /** Resolves when nothing is left to write, whatever the results. */
  idle(): Promise<void> {
    return this.#writing;
  }

  #decided(command: Command): void {
    if (command.type === 'convert') this.#note(command, command.quote.fromCurrency, command.quote.toCurrency);
    else if (command.type === 'place' && (command.orderType === 'Market' || isLeg(command.intentId))) {
      const { base, quote } = currenciesOf(command.symbol)!;
      if (command.side === 'Sell') this.#note(command, base, quote);
      else this.#note(command, quote, base);
    }
  }

  #note({ intentId, decidedAt }: ConvertCommand | PlaceCommand, fromCurrency: string, toCurrency: string): void {
    const { quote, book } = this.#leg?.intentId === intentId ? this.#leg : {};
    const mid = this.#midRate(fromCurrency, toCurrency);
    const arrival: Arrival = {
      at: decidedAt,
      fromCurrency,
      toCurrency,
      ...(mid && { mid: textOf(mid) }),
      ...(quote && { quote: textOf(quote) }),
      ...(book && { book: textOf(book) }),
    };
    this.#keep(intentId, arrival);
  }

  #notePart(intentId: string, { id, at, mid, fromCurrency, toCurrency }: PartOf, book: Decimal | undefined): void {
    this.#keep(intentId, { at, fromCurrency, toCurrency, mid: textOf(mid), ...(book && { book: textOf(book) }), order: id });
  }

  #keep(intentId: string, arrival: Arrival): void {
    this.#writing = this.#writing.then(() => this.#write(intentId, JSON.stringify(arrival)));
  }

  #midRate(from: string, to: string): Decimal | undefined {
    const sold = midOf(this.#books.get(`${from}/${to}`));
    if (sold !== undefined) return sold;
    const bought = midOf(this.#books.get(`${to}/${from}`));
    return bought && ONE.div(bought);
  }

  async #write(intentId: string, text: string): Promise<void> {
    try {
      await this.#state.save(ARRIVALS, intentId, text);
    } catch (error) {
      this.#onTrouble(`what was known when ${intentId} was decided could not be kept: ${messageOf(error)}`);
    }
  }
}

/** Keeps arrivals from now on. */
export function keepArrivals(heard: Heard, state: StateStore, onTrouble: (message: string) => void): Arrivals {
  return new Arrivals(heard, state, onTrouble);
}

function midOf(book: Book | undefined): Decimal | undefined {
  if (book === undefined || book.bids.length === 0 || book.asks.length === 0) return undefined;
  return midPriceOf(book.grid, book.bids.bestTicks, book.asks.bestTicks);
}

function textOf(rate: Decimal): string {
  return rate.toSignificantDigits(DIGITS).toFixed();
}
