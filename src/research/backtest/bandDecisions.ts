import { isoOf } from '../../base/instant.ts';
import type { Engine } from '../../engine/engine.ts';
import type { EngineSink } from '../../engine/engineState.ts';
import type { EngineOrder, Market, Seat } from '../../engine/market.ts';
import { positionOf } from '../../engine/positions.ts';
import type { PendingConversion } from '../../engine/pendingConversions.ts';
import type { ConversionQuotes } from '../../exchange/conversionQuotes.ts';
import { ModelConversions } from '../../exchange/modelConversions.ts';
import type { ModelOrder } from '../../exchange/modelOrder.ts';
import { modelFill, modelReport } from '../../exchange/modelReport.ts';
import type { ModelVenue } from '../../exchange/modelVenue.ts';
import type { ConvertCommand, RequestQuoteCommand } from '../../model/command.ts';
import type { Report } from '../../model/event.ts';
import type { Fill } from '../../model/fill.ts';
import type { Notice } from '../../model/notice.ts';
import { Plots } from '../../model/plots.ts';
import { ALL_TRADING, scopeText } from '../../model/tradingStop.ts';
import type { TradingHalt } from '../runRecord.ts';
import { commandLine, noticeLine } from './eventLine.ts';
import { namesOf } from './namesOf.ts';
import type { RunFills } from './runFills.ts';
import type { StoryLines } from './storyLines.ts';

const MOST_WARNINGS = 100;
/** Fills. */
const FORGET_EVERY = 1024;

export interface BandDecisionsOptions {
  readonly venue: ModelVenue<EngineOrder>;
  readonly quotes: ConversionQuotes;
  readonly latency: { readonly entryMs: number; readonly responseMs: number };
  readonly lines: StoryLines | undefined;
  readonly fills: RunFills;
  readonly symbols: readonly string[];
}

/** Where the decisions of a band's engine go: to its venue, and into its story. */
export class BandDecisions implements EngineSink {
  readonly hearsNotices: boolean;
  /** Set once the engine is made, which needs this first. */
  engine!: Engine;
  readonly venue: ModelVenue<EngineOrder>;
  readonly lines: StoryLines | undefined;
  readonly commands = { placed: 0, replaced: 0, canceled: 0 };
  readonly warnings: string[] = [];
  readonly halts: TradingHalt[] = [];
  readonly plots = new Plots();
  /** Why the first strategy that was stopped was. */
  stopped: string | undefined;
  /** Why a limit has stopped trading for good, the first that has. */
  limited: string | undefined;
  /** Books of each symbol that have come. */
  readonly books: number[];
  /** By strategy: how many books of its symbol had come when it first decided something. */
  readonly first = new Map<string, number>();
  readonly #fills: RunFills;
  readonly #symbols: readonly string[];
  readonly #conversions: ModelConversions;
  /** By strategy: up to where its fills are part of its position. */
  readonly #folded = new Map<Seat, number>();
  #ids = 0;
  #limitWarnings = 0;

  constructor({ venue, quotes, latency, lines, fills, symbols }: BandDecisionsOptions) {
    this.venue = venue;
    this.lines = lines;
    this.hearsNotices = lines?.isStory === true;
    this.#fills = fills;
    this.#symbols = symbols;
    this.books = symbols.map(() => 0);
    const { wallets } = venue;
    this.#conversions = new ModelConversions({ latency, quotes, wallets, later: (at, make) => venue.later(at, make) });
  }

  /** Orders are known by their numbers here. */
  name(): void {}

  place(order: EngineOrder): void {
    const { now } = this.engine.state;
    const market = this.#indexOf(order.market);
    const placed = this.venue.place(now, market, order.side, order.isMarket ? 0 : order.ticks, order.lots, order);
    const { displaced } = this.venue;
    if (displaced !== undefined) {
      this.engine.orders.recycle(displaced);
      this.venue.displaced = undefined;
    }
    order.number = placed.number;
    order.atVenue = placed;
    this.commands.placed++;
    this.lines?.place(order, now);
    this.#noteFirst(order.seat.name, market);
  }

  replace(order: EngineOrder): void {
    const { now } = this.engine.state;
    this.venue.replace(now, modelOrder(order), order.nextTicks, order.nextLots);
    this.commands.replaced++;
    this.lines?.replace(order, now);
  }

  cancel(order: EngineOrder): void {
    const { now } = this.engine.state;
    this.venue.cancel(now, modelOrder(order));
    this.commands.canceled++;
    this.lines?.cancel(order, now);
  }

  requestQuote({ requestId, strategy, fromCurrency, toCurrency, size }: PendingConversion): void {
    const { now } = this.engine.state;
    const command: RequestQuoteCommand = { type: 'request-quote', requestId, strategy, fromCurrency, toCurrency, size, decidedAt: now };
    this.#conversions.requestQuote(command, now);
    this.lines?.decision(commandLine(now, command, undefined), now);
    this.#noteFirst(strategy, -1);
  }

  convert({ intentId, requestId, strategy, quote }: PendingConversion): void {
    const { now } = this.engine.state;
    const command: ConvertCommand = { type: 'convert', intentId: intentId!, requestId, strategy, quote: quote!, decidedAt: now };
    this.#conversions.convert(command, now);
    this.lines?.decision(commandLine(now, command, undefined), now);
  }

  notice(notice: Notice): void {
    const { now } = this.engine.state;
    if (notice.type === 'plot') {
      this.plots.add(notice.strategy, notice.name, notice.value, now);
      return;
    }
    if (this.lines?.isStory === true) {
      const line = noticeLine(now, notice);
      if (line !== undefined) this.lines.text(line);
    }
    if (notice.type === 'strategy-stopped') {
      this.stopped ??= notice.reason;
      this.warn(`${isoOf(now)} ${notice.strategy} was stopped: ${notice.reason}`);
    }
    if (notice.type === 'halted') {
      this.#warnOfLimit(`${isoOf(now)} trading was halted: ${notice.reason}`);
      this.#halt({ scope: ALL_TRADING, state: 'halted', cause: 'daily-loss', reason: notice.reason, until: undefined, at: now });
    }
    if (notice.type === 'trading') {
      const { scope, state, cause, reason, until } = notice;
      this.#warnOfLimit(`${isoOf(now)} ${scopeText(scope)} became ${state}: ${reason}`);
      if (state !== 'active') this.#halt({ scope, state, cause, reason, until, at: now });
    }
  }

  newId(): string {
    return `c${++this.#ids}`;
  }

  reportShown(order: EngineOrder): Report {
    return modelReport(this.venue, namesOf(order));
  }

  fillShown(order: EngineOrder): Fill {
    return modelFill(this.venue, namesOf(order));
  }

  *takeUnfolded(seat: Seat): Iterable<Fill> {
    const from = this.#folded.get(seat) ?? 0;
    this.#folded.set(seat, this.#fills.length);
    for (let i = from, end = this.#fills.length; i < end; i++) {
      const fill = this.#fills.fill(i);
      if (fill.strategy === seat.name && fill.symbol === seat.symbol) yield fill;
    }
  }

  #halt(halt: TradingHalt): void {
    // What has no end waits for a person, and there is none here.
    if (halt.until === undefined) this.limited ??= halt.reason;
    if (this.halts.length < MOST_WARNINGS) this.halts.push(halt);
  }

  /** Where fills are only counted, those that are part of every position are forgotten: positions need them, and nobody else does. */
  forgetFills(): void {
    const fills = this.#fills;
    if (fills.areKept || fills.length % FORGET_EVERY !== 0) return;
    const { state } = this.engine;
    for (const seat of state.seats) positionOf(state, seat);
    fills.forget(fills.length);
  }

  #noteFirst(strategy: string, market: number): void {
    if (this.first.has(strategy)) return;
    const at = market >= 0 ? market : this.#symbols.indexOf(this.engine.state.seatsOf(strategy)[0]?.symbol ?? '');
    this.first.set(strategy, this.books[at] ?? 0);
  }

  warn(text: string): void {
    this.warnings.push(text);
  }

  /** Protections may stop and resume trading many times a day, and must not crowd out what is told once. */
  #warnOfLimit(text: string): void {
    this.#limitWarnings++;
    if (this.#limitWarnings <= MOST_WARNINGS) this.warn(text);
    else if (this.#limitWarnings === MOST_WARNINGS + 1) this.warn('limits stopped and resumed trading more often than is told here');
  }

  #indexOf({ symbol }: Market): number {
    const symbols = this.#symbols;
    let i = 0;
    while (symbols[i] !== symbol) i++;
    return i;
  }
}

function modelOrder({ atVenue }: EngineOrder): ModelOrder<EngineOrder> {
  return atVenue as ModelOrder<EngineOrder>;
}
