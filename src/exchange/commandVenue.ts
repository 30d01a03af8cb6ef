import { assert, unreachable } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import type { Balance } from '../model/balance.ts';
import type { Book } from '../model/book.ts';
import type { Command, PlaceCommand } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import { lotsOf, ticksOf } from '../model/grid.ts';
import { sideCode } from '../model/side.ts';
import type { ConversionQuotes } from './conversionQuotes.ts';
import { ModelConversions } from './modelConversions.ts';
import type { ModelOrder } from './modelOrder.ts';
import { cancelFailed, modelReport } from './modelReport.ts';
import { ModelVenue } from './modelVenue.ts';
import type { ModelVenueOptions, ToldTouch } from './modelVenueOptions.ts';
import * as told from './reportQueue.ts';

export interface CommandVenueOptions extends ModelVenueOptions {
  readonly quotes: ConversionQuotes;
}

/** What identifies an order: the command that placed it, and the intent of a replacement on its way. */
interface CommandOrder {
  readonly command: PlaceCommand;
  replaceId: string;
}

/** The model venue in commands and reports, like the live venue together with the readings of our own orders. */
export class CommandVenue {
  /** When the report that `next` returned was heard. */
  at: Instant = 0;
  readonly #venue: ModelVenue<CommandOrder>;
  readonly #conversions: ModelConversions;
  readonly #marketOf: ReadonlyMap<string, number>;
  /** Orders that are not known to be closed. */
  readonly #live = new Map<string, ModelOrder<CommandOrder>>();

  constructor(options: CommandVenueOptions) {
    this.#venue = new ModelVenue(options);
    this.#conversions = new ModelConversions({ ...options, later: (at, make) => this.#venue.later(at, make) });
    this.#marketOf = new Map(options.pairs.map(({ symbol }, market) => [symbol, market]));
  }

  get liveOrders(): number {
    return this.#venue.live;
  }

  execute(command: Command, now: Instant): void {
    switch (command.type) {
      case 'place':
        this.#place(command, now);
        return;
      case 'replace': {
        const { orderId, intentId, symbol, price, amount } = command;
        const order = this.#live.get(orderId);
        if (order === undefined) {
          const refused = { type: 'intent-refused', intentId, kind: 'replace', code: 'order-not-found' } as const;
          this.#venue.later(now + this.#venue.answerMs, () => ({ ...refused, message: `order ${orderId} is not open` }));
          return;
        }
        const { grid } = this.#venue.markets[this.#market(symbol)]!.pair;
        order.owner.replaceId = intentId;
        this.#venue.replace(now, order, ticksOf(grid, price, 'exact'), lotsOf(grid, amount, 'exact'));
        return;
      }
      case 'cancel': {
        const { orderId } = command;
        const order = this.#live.get(orderId);
        if (order === undefined) this.#venue.later(now + this.#venue.answerMs, () => cancelFailed(orderId));
        else this.#venue.cancel(now, order);
        return;
      }
      case 'request-quote':
        this.#conversions.requestQuote(command, now);
        return;
      case 'convert':
        this.#conversions.convert(command, now);
        return;
      default:
        unreachable(command, 'command');
    }
  }

  /** See `ModelVenue.book`. */
  book(market: number, book: Book): void {
    this.#venue.book(market, book);
  }

  standStill(now: Instant): void {
    this.#venue.standStill(now);
  }

  gap(market: number, from: Instant): void {
    this.#venue.gap(market, from);
  }

  volume(market: number, now: Instant, lotsPerMs: number): void {
    this.#venue.volume(market, now, lotsPerMs);
  }

  touch(market: number, now: Instant, told: ToldTouch): void {
    this.#venue.touch(market, now, told);
  }

  /** No report is due before then. */
  get nextAt(): Instant {
    return this.#venue.nextAt;
  }

  /** The next report that is due by then. Undefined when there is none. */
  next(now: Instant): Report | undefined {
    const venue = this.#venue;
    if (!venue.take(now)) return undefined;
    this.at = venue.reportAt;
    if (venue.reportType === 0) return venue.own;
    const { order, reportType } = venue;
    if (ENDS.has(reportType) && order.number > 0) this.#live.delete(String(order.number));
    const { command, replaceId } = order.owner;
    return modelReport(venue, { intentId: command.intentId, replaceId, strategy: command.strategy, tag: command.tag });
  }

  /** The balances as the venue reports them. */
  balances(): Balance[] {
    return this.#venue.wallets.all.map(({ currency, total, held }) => {
      const all = total.decimal;
      return { currency, total: all, available: all.minus(held.decimal) };
    });
  }

  #place(command: PlaceCommand, now: Instant): void {
    const { symbol, side, price, amount } = command;
    const market = this.#market(symbol);
    const { grid } = this.#venue.markets[market]!.pair;
    const ticks = price === undefined ? 0 : ticksOf(grid, price, 'exact');
    const owner = { command, replaceId: '' };
    const order = this.#venue.place(now, market, sideCode(side), ticks, lotsOf(grid, amount, 'exact'), owner);
    if (order.number > 0) this.#live.set(String(order.number), order);
  }

  #market(symbol: string): number {
    const market = this.#marketOf.get(symbol);
    assert(market !== undefined, () => `an order of ${symbol}, which has no books`);
    return market;
  }
}

/** The types of report that come last for an order. */
const ENDS: ReadonlySet<number> = new Set([told.CLOSED, told.PLACE_REFUSED, told.PLACE_NOT_SENT]);
