import { unreachable } from '../../base/assert.ts';
import type { Instant } from '../../base/instant.ts';
import type { FillModel } from '../../exchange/fillModel.ts';
import { SnapshotVenue } from '../../exchange/snapshotVenue.ts';
import { decimalOfUnits, unitsOf } from '../../exchange/units.ts';
import { walkDepth } from '../../market/depthWalk.ts';
import type { Balance } from '../../model/balance.ts';
import type { Book } from '../../model/book.ts';
import type { Command } from '../../model/command.ts';
import type { Report } from '../../model/event.ts';
import { amountOf } from '../../model/grid.ts';
import type { Pair } from '../../model/pair.ts';
import { BacktestConversions } from './backtestConversions.ts';
import type { BacktestOptions } from './backtestOptions.ts';
import { BacktestOrders } from './backtestOrders.ts';
import type { ConversionQuotes } from './conversionQuotes.ts';
import { OwnReports } from './ownReports.ts';
import type { Wallets } from './wallets.ts';

export interface BacktestVenueOptions extends Pick<BacktestOptions, 'latency' | 'poll' | 'rate' | 'fees'> {
  readonly pairs: readonly Pair[];
  readonly model: FillModel;
  /** Orders at once, those that have ended and are not yet told of included. Default 4000. */
  readonly mostOrders?: number;
  readonly seed: number | string;
  readonly wallets: Wallets;
  readonly quotes: ConversionQuotes;
}

/** The venue of one band: takes commands, gives reports, as the live venue and the look at the own orders would together. */
export class BacktestVenue {
  /** When the report that `next` gave was heard. */
  at: Instant = 0;
  readonly #options: BacktestVenueOptions;
  readonly #venues: readonly SnapshotVenue[];
  readonly #own = new OwnReports();
  readonly #orders: BacktestOrders;
  readonly #conversions: BacktestConversions;
  readonly #books: (Book | undefined)[];

  constructor(options: BacktestVenueOptions) {
    const { latency, poll, rate, model, mostOrders = 4000, seed, pairs } = options;
    this.#options = options;
    this.#books = pairs.map(() => undefined);
    this.#venues = pairs.map(
      ({ symbol }) => new SnapshotVenue({ latency, visibleEveryMs: poll.ordersMs, model, mostOrders, rate, seed: `${seed}:${symbol}` }),
    );
    const answerMs = latency.entryMs + latency.responseMs;
    this.#orders = new BacktestOrders({
      ...options,
      venues: this.#venues,
      own: this.#own,
      answerMs,
      marketCost: (market, lots) => {
        const book = this.#books[market];
        return book && unitsOf(walkDepth(book, 'Buy', amountOf(book.grid, lots)).value);
      },
    });
    this.#conversions = new BacktestConversions({ ...options, own: this.#own, held: (currency) => this.#orders.held(currency) });
  }

  get liveOrders(): number {
    return this.#orders.liveCount;
  }

  /** Answers the id of a new order that the venue will know. */
  execute(command: Command, now: Instant): string | undefined {
    switch (command.type) {
      case 'place':
        return this.#orders.place(command, now);
      case 'replace':
        this.#orders.replace(command, now);
        return undefined;
      case 'cancel':
        this.#orders.cancel(command, now);
        return undefined;
      case 'request-quote':
        this.#conversions.requestQuote(command, now);
        return undefined;
      case 'convert':
        this.#conversions.convert(command, now);
        return undefined;
      default:
        return unreachable(command, 'command');
    }
  }

  /** All reports that are due by its time must have been taken. */
  book(market: number, book: Book): void {
    this.#books[market] = book;
    this.#venues[market]!.onBook(book);
  }

  gap(market: number, from: Instant): void {
    this.#venues[market]!.onGap(from);
  }

  volume(market: number, now: Instant, lotsPerMs: number): void {
    this.#venues[market]!.onVolume(now, lotsPerMs);
  }

  /** No report is due before then. */
  get nextAt(): Instant {
    return Math.min(this.#own.nextAt, this.#orders.nextAt);
  }

  /** The next report that is due by then; undefined when none is. */
  next(now: Instant): Report | undefined {
    const ownAt = this.#own.nextAt;
    const report = this.#orders.next(Math.min(now, ownAt));
    if (report !== undefined) {
      this.at = this.#orders.at;
      return report;
    }
    if (ownAt > now) return undefined;
    this.at = ownAt;
    return this.#own.take();
  }

  /** The venue's word on the balances. */
  balances(): Balance[] {
    const { wallets } = this.#options;
    return [...wallets.currencies].map((currency) => {
      const total = wallets.total(currency);
      return { currency, total: decimalOfUnits(total), available: decimalOfUnits(total - this.#orders.held(currency)) };
    });
  }
}
