import { type Decimal, ONE } from '../base/decimal.ts';
import { messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { LastingTrouble } from '../base/lastingTrouble.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import { isLeg } from '../engine/execution/trade.ts';
import type { Book } from '../model/book.ts';
import type { Command, ConvertCommand, PlaceCommand } from '../model/command.ts';
import type { StateStore } from '../model/journal.ts';
import type { Report } from '../model/event.ts';
import type { Notice } from '../model/notice.ts';
import { currenciesOf } from '../model/pair.ts';
import { type Arrival, midOf, textOf } from './arrival.ts';
import { RestingArrivals } from './restingArrivals.ts';
import type { Trader } from './trader.ts';

/** The scope in which the state store keeps arrivals, by the intent. */
export const ARRIVALS = 'arrival';

/** The scope and the key under which it keeps what was known of the orders that rest. */
const RESTING = 'resting-arrivals';
const ALL = 'all';
/** So often what is known of the orders that rest is saved, where it has changed. A kill loses what is younger. */
const SAVED_EVERY_MS = 60_000;
/** What can't be kept while the store does not take it. */
const KEPT = 'what was known when orders were decided';

type PartOf = NonNullable<Extract<Notice, { type: 'leg' }>['of']>;
type Heard = Pick<Trader, 'events$' | 'notices$' | 'commands$'>;

interface ArrivalsOptions {
  readonly state: StateStore;
  /** What the venue takes of what is taken at once, as a share. */
  readonly takerFee: () => Decimal;
  readonly onTrouble: TellTrouble;
}

/**
 * Keeps what was known when something was decided: of conversions, market orders, legs of trades and parts of worked orders by their intent; of
 * other orders by each of their executions. That arrivals can't be written is told once for each reason, and its end; trading goes on.
 */
class Arrivals {
  readonly #state: StateStore;
  readonly #books = new Map<string, Book>();
  readonly #onTrouble: TellTrouble;
  readonly #unkept: LastingTrouble;
  readonly #resting: RestingArrivals;
  #leg: Extract<Notice, { type: 'leg' }> | undefined = undefined;
  #writing: Promise<void>;
  #saved = '[]';
  #savedAt = -Infinity;

  constructor({ events$, notices$, commands$ }: Heard, { state, takerFee, onTrouble }: ArrivalsOptions) {
    this.#state = state;
    this.#resting = new RestingArrivals(takerFee);
    this.#onTrouble = onTrouble;
    this.#unkept = new LastingTrouble(KEPT, onTrouble);
    this.#writing = this.#restore();
    events$.subscribe((event) => {
      if (event.type === 'book') this.#books.set(event.book.symbol, event.book);
      else if (event.type === 'report') this.#heard(event.report);
      else if (event.type === 'shutdown' || (event.type === 'timer' && event.at >= this.#savedAt + SAVED_EVERY_MS))
        this.#saveResting(event.at);
    });
    // A leg's notice comes before its command.
    notices$.subscribe((notice) => {
      if (notice.type !== 'leg') return;
      this.#leg = notice;
      if (notice.of !== undefined) this.#notePart(notice.intentId, notice.of, notice.book);
    });
    commands$.subscribe((command) => this.#decided(command));
  }

  /** Resolves when nothing is left to write, whatever the results. */
  idle(): Promise<void> {
    return this.#writing;
  }

  async #restore(): Promise<void> {
    try {
      const text = (await this.#state.load(RESTING))[ALL];
      if (text === undefined) return;
      this.#resting.restore(text);
      this.#saved = text;
    } catch (error) {
      this.#onTrouble(`what was known of the orders that rest can not be read: ${messageOf(error)}`);
    }
  }

  #saveResting(now: Instant): void {
    this.#savedAt = now;
    const text = this.#resting.saved;
    if (text === this.#saved) return;
    this.#saved = text;
    this.#save(RESTING, ALL, text, 'what was known of the orders that rest');
  }

  #heard(report: Report): void {
    this.#resting.heard(report);
    if (report.type !== 'fill') return;
    const arrival = this.#resting.arrivalOf(report.fill);
    if (arrival !== undefined) this.#keep(report.fill.id, arrival);
  }

  #decided(command: Command): void {
    if (command.type === 'replace') this.#resting.decided(command, this.#books.get(command.symbol));
    else if (command.type === 'convert') this.#note(command, command.quote.fromCurrency, command.quote.toCurrency);
    else if (command.type === 'place' && (command.orderType === 'Market' || isLeg(command.intentId))) {
      const { base, quote } = currenciesOf(command.symbol)!;
      if (command.side === 'Sell') this.#note(command, base, quote);
      else this.#note(command, quote, base);
    } else if (command.type === 'place' && this.#leg?.intentId !== command.intentId) {
      this.#resting.decided(command, this.#books.get(command.symbol));
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
    this.#save(ARRIVALS, intentId, JSON.stringify(arrival), `what was known when ${intentId} was decided`);
  }

  #save(scope: string, key: string, text: string, what: string): void {
    this.#writing = this.#writing.then(async () => {
      try {
        await this.#state.save(scope, key, text);
        this.#unkept.over(`${KEPT} is kept again`);
      } catch (error) {
        this.#unkept.lasts(`${what} could not be kept: ${messageOf(error)}`, messageOf(error));
      }
    });
  }

  #midRate(from: string, to: string): Decimal | undefined {
    const sold = midOf(this.#books.get(`${from}/${to}`));
    if (sold !== undefined) return sold;
    const bought = midOf(this.#books.get(`${to}/${from}`));
    return bought && ONE.div(bought);
  }
}

/** Keeps arrivals from now on. */
export function keepArrivals(heard: Heard, options: ArrivalsOptions): Arrivals {
  return new Arrivals(heard, options);
}
