import { type Decimal, ZERO } from '../../base/decimal.ts';
import { type Instant, isoOf } from '../../base/instant.ts';
import { Engine } from '../../engine/engine.ts';
import type { Output } from '../../engine/engineState.ts';
import type { Book } from '../../model/book.ts';
import type { Command } from '../../model/command.ts';
import type { Conversion } from '../../model/conversion.ts';
import type { Event, EventBody, MarketWarning, Report } from '../../model/event.ts';
import type { Notice } from '../../model/notice.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import type { Band, BandRun } from '../runRecord.ts';
import type { BacktestListener, BacktestOptions } from './backtestOptions.ts';
import { BacktestVenue } from './backtestVenue.ts';
import { ConversionQuotes } from './conversionQuotes.ts';
import { DecisionLog } from './decisionLog.ts';
import type { EquitySampler } from './equitySampler.ts';
import { commandLine, noticeLine, reportLine, warningLine } from './eventLine.ts';
import type { BandMarkets, PassBand } from './passBand.ts';
import { RunFills } from './runFills.ts';
import { Wallets } from './wallets.ts';

const MOST_WARNINGS = 100;
/** A shutdown looks at its orders so often, and has to be over within so long: as the daemon. */
const LAST_LOOKS_EVERY_MS = 200;
const STOP_WITHIN_MS = 6000;

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;

/** One band: an engine, a venue, and what came of the two. Time is given from outside; see `BacktestPass`. */
export class BacktestBand implements PassBand {
  readonly band: Band;
  readonly wallets: Wallets;
  readonly equity: number[] = [];
  readonly exposure: number[] = [];
  readonly decisions = new DecisionLog();
  /** By strategy: how many books of its symbol had come when it first decided something. */
  readonly firstDecisions = new Map<string, number>();
  readonly #options: BacktestOptions;
  readonly #listener: BacktestListener;
  readonly #pairs: readonly Pair[];
  readonly #engine: Engine;
  readonly #venue: BacktestVenue;
  readonly #quotes: ConversionQuotes;
  readonly #fills: RunFills;
  readonly #conversions: Conversion[] = [];
  readonly #fees = new Map<string, Decimal>();
  readonly #orders = { placed: 0, replaced: 0, canceled: 0 };
  readonly #warnings: string[] = [];
  readonly #marketOf: ReadonlyMap<string, number>;
  readonly #books: number[];
  readonly #bookEvent: Writable<EventOf<'book'>>;
  readonly #timerEvent: Writable<EventOf<'timer'>> = { type: 'timer', sequence: 0, at: 0 };
  #sequence = 0;
  #at: Instant = 0;

  constructor(band: Band, options: BacktestOptions, { pairs, mids }: BandMarkets, listener: BacktestListener) {
    this.band = band;
    this.#options = options;
    this.#listener = listener;
    this.#pairs = pairs;
    this.#engine = new Engine(options.engine);
    this.wallets = new Wallets(
      options.balances,
      pairs.flatMap(({ base, quote }) => [base, quote]),
    );
    const worth = (amount: Decimal, from: string, to: string): Decimal | undefined => mids.worth(amount, from, to);
    this.#quotes = new ConversionQuotes({ ...options.conversion, tape: options.quotes ?? [], worth });
    const { wallets } = this;
    const { limits, seed } = options.engine;
    // An order that has ended keeps its place until that is told.
    const room = limits.maxOpenOrders === undefined ? {} : { mostOrders: 2 * limits.maxOpenOrders + 64 };
    this.#venue = new BacktestVenue({ ...options, ...room, pairs, model: options.models[band], seed, wallets, quotes: this.#quotes });
    this.#fills = new RunFills(pairs, mids);
    this.#marketOf = new Map(pairs.map(({ symbol }, market) => [symbol, market]));
    this.#books = pairs.map(() => 0);
    this.#bookEvent = { type: 'book', book: undefined as unknown as Book, sequence: 0, at: 0 };
  }

  /** What the daemon knows before it polls. */
  start(at: Instant): void {
    this.#at = at;
    this.#post({ type: 'pairs', pairs: this.#pairs });
    this.#post({ type: 'restored', fills: [], conversions: [], orders: [], states: {} });
    this.tellBalances(at);
  }

  get nextAt(): Instant {
    return this.#venue.nextAt;
  }

  /** Tells the engine all that is reported by then. */
  advance(to: Instant): void {
    while (this.#venue.nextAt <= to) {
      const report = this.#venue.next(to);
      if (report === undefined) break;
      this.#report(report, this.#venue.at);
    }
  }

  book(market: number, book: Book): void {
    const at = book.receivedAt;
    this.advance(at);
    this.#venue.book(market, book);
    this.#books[market]!++;
    const event = this.#bookEvent;
    event.book = book;
    event.at = at;
    event.sequence = this.#sequence++;
    this.#process(event);
  }

  gap(market: number, from: Instant): void {
    this.advance(from);
    this.#venue.gap(market, from);
  }

  warning(warning: MarketWarning, at: Instant): void {
    this.advance(at);
    this.#at = at;
    this.#listener.event?.(this.band, warningLine(at, warning));
    this.#post(warning);
  }

  statistics(market: number, row: PairStatistics, at: Instant, lotsPerMs: number): void {
    this.advance(at);
    this.#at = at;
    this.#venue.volume(market, at, lotsPerMs);
    this.#post({ type: 'statistics', rows: [row] });
  }

  tellBalances(at: Instant): void {
    this.advance(at);
    this.#at = at;
    this.#post({ type: 'balances', rows: this.#venue.balances() });
  }

  /** The heartbeat. */
  timer(at: Instant): void {
    this.advance(at);
    const event = this.#timerEvent;
    event.at = at;
    event.sequence = this.#sequence++;
    this.#process(event);
  }

  resolve(at: Instant): void {
    this.#fills.resolve(at);
  }

  /** Stops as the daemon does: cancels what rests if it is to, and looks at the own orders until nothing is left of them. */
  stop(at: Instant): void {
    const { onStop } = this.#options;
    this.advance(at);
    this.#at = at;
    this.#post({ type: 'shutdown', onStop });
    for (let now = at; now <= at + STOP_WITHIN_MS; now += LAST_LOOKS_EVERY_MS) {
      this.timer(now);
      if (onStop === 'keep' || this.#venue.liveOrders === 0) break;
    }
    if (this.#venue.liveOrders > 0) this.#warn(`open orders at the end: ${this.#venue.liveOrders}`);
    this.#fills.resolve(at, true);
  }

  result(equity: EquitySampler, shared: readonly string[]): BandRun {
    const { madeUp, taped } = this.#quotes;
    const { spreadBps } = this.#options.conversion;
    if (madeUp > 0) this.#warn(`conversion quotes made up, the mid less ${spreadBps} bps: ${madeUp} of ${madeUp + taped}`);
    for (const currency of this.wallets.currencies) {
      if (this.wallets.total(currency) < 0n) this.#warn(`${currency} ended below zero: a market order cost more than the book had shown`);
    }
    return {
      band: this.band,
      fills: this.#fills,
      conversions: this.#conversions,
      equity: equity.seriesOf(this),
      refusals: this.#engine.snapshot().refusals,
      orders: this.#orders,
      fees: Object.fromEntries(this.#fees),
      warnings: [...shared, ...this.#warnings],
      decisions: this.decisions.digest,
    };
  }

  #post(body: EventBody): void {
    this.#process({ ...body, sequence: this.#sequence++, at: this.#at });
  }

  #process(event: Event): void {
    this.#at = event.at;
    const outputs = this.#engine.process(event);
    for (let i = 0; i < outputs.length; i++) this.#put(outputs[i]!);
  }

  #report(report: Report, at: Instant): void {
    this.#at = at;
    this.#listener.event?.(this.band, reportLine(at, report));
    if (report.type === 'fill') {
      const { symbol, feeCurrency, fee } = report.fill;
      this.#fills.add(report.fill, this.#marketOf.get(symbol)!);
      this.#fees.set(feeCurrency, (this.#fees.get(feeCurrency) ?? ZERO).plus(fee));
    } else if (report.type === 'converted') this.#conversions.push(report.conversion);
    this.#process({ type: 'report', report, sequence: this.#sequence++, at });
  }

  #put(output: Output): void {
    switch (output.type) {
      case 'place':
      case 'replace':
      case 'cancel':
      case 'request-quote':
      case 'convert':
        this.#execute(output);
        return;
      default:
        this.#notice(output);
    }
  }

  #execute(command: Command): void {
    const at = this.#at;
    const line = commandLine(at, command, this.#venue.execute(command, at));
    this.decisions.add(line, at);
    this.#listener.event?.(this.band, line);
    if (command.type === 'place') this.#orders.placed++;
    else if (command.type === 'replace') this.#orders.replaced++;
    else if (command.type === 'cancel') this.#orders.canceled++;
    if (this.firstDecisions.has(command.strategy)) return;
    const symbol = this.#options.engine.strategies.find(({ name }) => name === command.strategy)?.symbol;
    this.firstDecisions.set(command.strategy, symbol === undefined ? 0 : this.#books[this.#marketOf.get(symbol)!]!);
  }

  #notice(notice: Notice): void {
    const line = this.#listener.event && noticeLine(this.#at, notice);
    if (line !== undefined) this.#listener.event?.(this.band, line);
    if (notice.type === 'strategy-stopped') this.#warn(`${isoOf(this.#at)} ${notice.strategy} was stopped: ${notice.reason}`);
    if (notice.type === 'halted') this.#warn(`${isoOf(this.#at)} trading was halted: ${notice.reason}`);
  }

  #warn(text: string): void {
    if (this.#warnings.length < MOST_WARNINGS) this.#warnings.push(text);
  }
}
