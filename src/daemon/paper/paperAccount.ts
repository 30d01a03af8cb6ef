import type { CancelTimer, Clock } from '../../base/clock.ts';
import type { Decimal } from '../../base/decimal.ts';
import { Fault, isFault, messageOf } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import type { FeeRates } from '../../exchange/fees.ts';
import type { FillModel } from '../../exchange/fillModel.ts';
import type { Latency } from '../../model/latency.ts';
import type { RequestRate } from '../../exchange/requestBudget.ts';
import { TradedVolume } from '../../exchange/tradedVolume.ts';
import type { Balance } from '../../model/balance.ts';
import type { Command, RequestQuoteCommand } from '../../model/command.ts';
import type { Quote } from '../../model/conversion.ts';
import type { EventBody, Report } from '../../model/event.ts';
import type { FillLog, Journal, StateStore } from '../../model/journal.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import { CommandVenue } from '../../exchange/commandVenue.ts';
import { ConversionQuotes, type ConversionSettings, type QuoteRefused } from '../../exchange/conversionQuotes.ts';
import { Mids } from '../../exchange/mids.ts';
import { bookContextOf } from '../bookContext.ts';
import { restored } from '../restore.ts';
import { withChildSums } from './paperChildSums.ts';
import type { AccountHooks, TradingAccount } from '../tradingAccount.ts';
import { PaperIds } from './paperIds.ts';
import { openingWallets } from './openingWallets.ts';
import { notTaken } from './notTaken.ts';

export interface PaperAccountOptions {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly state: StateStore;
  /** The symbols that are polled: nothing else can be filled. */
  readonly symbols: readonly string[];
  readonly balances: Readonly<Record<string, Decimal>>;
  readonly fees: FeeRates;
  readonly latency: Latency;
  readonly poll: { readonly ordersMs: number; readonly balancesMs: number };
  /** Without a look at a market for so long, nothing is known of it: a poll may hang long before it fails. */
  readonly unseenAfterMs: number;
  readonly rate: RequestRate;
  readonly conversion: ConversionSettings;
  readonly model: FillModel;
  readonly seed: number | string;
  readonly startedAt: Instant;
}

/** What is known once the pairs are. */
interface Model {
  readonly venue: CommandVenue;
  readonly quotes: ConversionQuotes;
  readonly mids: Mids;
  readonly marketOf: ReadonlyMap<string, number>;
  readonly volumes: readonly TradedVolume[];
  /** By market: its last look; undefined while nothing is known of it. */
  readonly lookedAt: (Instant | undefined)[];
}

/**
 * An account that exists only here: the books of a real venue, and the fill model of the backtest in place of its matching. What
 * is filled goes through the same log, and the engine is told in the same words as live.
 */
export class PaperAccount implements TradingAccount {
  /** The fill model is its own venue. */
  readonly reconciler = undefined;
  readonly spared = undefined;
  readonly #options: PaperAccountOptions;
  readonly #hooks: AccountHooks;
  readonly #ids: PaperIds;
  #model: Model | undefined;
  #now: Instant = 0;
  #cancelTimer: CancelTimer = () => undefined;
  #closed = false;
  /** Reports are told one after the other, a fill once it is on disk. */
  #telling: Promise<void> = Promise.resolve();
  #untold = 0;

  constructor(options: PaperAccountOptions, hooks: AccountHooks) {
    this.#options = options;
    this.#hooks = hooks;
    this.#ids = new PaperIds(options.startedAt);
  }

  get inFlight(): number {
    return this.#untold;
  }

  /** The fills of earlier lives make the balances; their orders ended with them. */
  async begin(pairs: readonly Pair[]): Promise<void> {
    const polled = pairs.filter(({ symbol }) => this.#options.symbols.includes(symbol));
    const wallets = openingWallets(this.#options.balances, polled);
    const pieces: EventBody[] = [];
    for await (const piece of restored(this.#options, [])) {
      wallets.restore(piece);
      pieces.push(await withChildSums(piece, this.#options.fillLog));
    }
    this.#model = this.#modelOf(polled, wallets.wallets);
    for (const piece of pieces) this.#hooks.post(piece);
  }

  #modelOf(pairs: readonly Pair[], wallets: ReturnType<typeof openingWallets>['wallets']): Model {
    const mids = new Mids(pairs, this.#options.latency.responseMs);
    const quotes = new ConversionQuotes({
      ...this.#options.conversion,
      tape: [],
      worth: (amount, from, to, at) => mids.worth(amount, from, to, at),
    });
    return {
      venue: new CommandVenue({ ...this.#options, pairs, wallets, quotes }),
      quotes,
      mids,
      marketOf: new Map(pairs.map(({ symbol }, market) => [symbol, market])),
      volumes: pairs.map(({ grid }) => new TradedVolume(grid)),
      lookedAt: pairs.map(() => undefined),
    };
  }

  send(command: Command): void {
    const { marketOf, venue } = this.#known();
    const problem =
      this.#closed && command.type !== 'cancel'
        ? 'shutting down'
        : 'symbol' in command && !marketOf.has(command.symbol)
          ? `${command.symbol} is not polled, so that nothing could be filled; name it under risk.symbols`
          : undefined;
    if (problem !== undefined) this.#tell(notTaken(command, problem));
    else venue.execute(this.#ids.inward(command), this.#tick());
    this.#arm();
  }

  /** Reports that are due come before the look that they are older than. */
  market(news: EventBody): void {
    if (this.#model === undefined) return;
    const { venue, marketOf, mids, lookedAt } = this.#model;
    if (news.type === 'book') {
      const market = marketOf.get(news.book.symbol);
      if (market === undefined) return;
      this.#drain();
      mids.show(market, news.book);
      venue.book(market, news.book);
      lookedAt[market] = this.#now;
      // What this look has settled.
      this.#drain();
    } else if (news.type === 'statistics') this.#statistics(news.rows);
    else if (news.type === 'market-warning' && news.kind === 'poll-failed') {
      const market = marketOf.get(news.symbol);
      this.#drain();
      if (market !== undefined) this.#loseSight(market, this.#now);
    }
    this.#arm();
  }

  #statistics(rows: readonly PairStatistics[]): void {
    const { venue, marketOf, volumes } = this.#known();
    this.#drain();
    for (const row of rows) {
      const market = marketOf.get(row.symbol);
      if (market === undefined) continue;
      volumes[market]!.read(row, this.#now);
      venue.volume(market, this.#now, volumes[market]!.lotsPerMs);
      venue.touch(market, this.#now, row);
    }
  }

  /** The model answers always. */
  resolution(): undefined {}

  /** Its quotes are our own. */
  ourQuote(quote: Quote): Quote {
    return quote;
  }

  /** The model reads its own lists. Nothing is to be asked for, but at the end, when no look at a market comes any more. */
  look(): Promise<void> {
    if (this.#closed && this.#model !== undefined) {
      this.#drain();
      this.#model.venue.standStill(this.#now);
      this.#drain();
      this.#arm();
    }
    return Promise.resolve();
  }

  balances(): Promise<readonly Balance[]> {
    return Promise.resolve(this.#known().venue.balances());
  }

  /** A quote that a person asks for; it binds nobody. */
  quote(request: RequestQuoteCommand): Quote | QuoteRefused {
    return this.#known().quotes.quote(request, this.#tick());
  }

  hasOpenOrders(): Promise<boolean> {
    return Promise.resolve((this.#model?.venue.liveOrders ?? 0) > 0);
  }

  /** Nothing waits on its way to this venue: what the engine halts is enough. */
  stopTrading(): void {}

  resumeTrading(): void {}

  limit(): void {}

  /** This venue always answers. */
  resolve(id: string): Promise<never> {
    return Promise.reject(new Fault('not-found', `paper trading has no intent ${id} whose outcome is unknown`));
  }

  /** What is booked is what the fill model has done. */
  settleExecutions(orderId: string): Promise<never> {
    return Promise.reject(new Fault('not-found', `paper trading has no order ${orderId} whose executions are in doubt`));
  }

  /** Nobody else has an account here. */
  giveTo(_strategy: unknown, orderId: string): Promise<never> {
    return Promise.reject(new Fault('not-found', `paper trading has no order ${orderId} that others have placed`));
  }

  close(): void {
    this.#closed = true;
  }

  abort(): void {
    this.#closed = true;
    this.#cancelTimer();
  }

  idle(): Promise<void> {
    return this.#telling;
  }

  #known(): Model {
    if (this.#model === undefined) throw new Fault('internal', 'the paper account has not begun');
    return this.#model;
  }

  /** The model's time only grows, whatever is done to the wall clock. */
  #tick(): Instant {
    this.#now = Math.max(this.#now, this.#options.clock.now());
    return this.#now;
  }

  #drain(): void {
    const { venue, lookedAt } = this.#known();
    const now = this.#tick();
    for (const [market, at] of lookedAt.entries()) {
      if (at !== undefined && now - at > this.#options.unseenAfterMs) this.#loseSight(market, at + this.#options.unseenAfterMs);
    }
    while (venue.nextAt <= now) {
      const report = venue.next(now);
      if (report === undefined) return;
      this.#tell(this.#ids.outward(report));
    }
  }

  #loseSight(market: number, from: Instant): void {
    const { venue, lookedAt } = this.#known();
    lookedAt[market] = undefined;
    venue.gap(market, from);
  }

  #arm(): void {
    this.#cancelTimer();
    const at = this.#known().venue.nextAt;
    if (at === Infinity) return;
    this.#cancelTimer = this.#options.clock.setTimer(Math.max(1, at - this.#tick()), () => {
      this.#drain();
      this.#arm();
    });
  }

  #tell(report: Report): void {
    this.#untold++;
    const told = this.#telling.then(async () => {
      await this.#log(report);
      this.#untold--;
      this.#hooks.post({ type: 'report', report });
    });
    this.#telling = this.#options.clock.track(told.catch((error: unknown) => this.#hooks.onFatal(faultOf(error))));
  }

  async #log(report: Report): Promise<void> {
    const { fillLog } = this.#options;
    if (report.type === 'fill') await fillLog.record([{ fill: report.fill, book: bookContextOf(this.#hooks.bookOf(report.fill.symbol)) }]);
    else if (report.type === 'converted') await fillLog.recordConversion(report.conversion);
  }
}

function faultOf(error: unknown): Fault {
  return isFault(error) ? error : new Fault('internal', `the paper account failed: ${messageOf(error)}`, { cause: error });
}
