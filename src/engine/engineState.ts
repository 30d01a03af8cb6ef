import { present } from '../base/assert.ts';
import { type Decimal, ZERO } from '../base/decimal.ts';
import { DAY_MS, type Instant } from '../base/instant.ts';
import { NearDecimal } from '../base/nearDecimal.ts';
import { type Random, seededRandom } from '../base/random.ts';
import type { Command } from '../model/command.ts';
import type { Fill } from '../model/fill.ts';
import type { Notice } from '../model/notice.ts';
import type { Report } from '../model/event.ts';
import { Balances } from './balances.ts';
import type { ExecutionSettings } from './execution/executionSettings.ts';
import type { OrderKeeper } from './orderKeeper.ts';
import { PendingConversions, type PendingConversion } from './pendingConversions.ts';
import type { EngineOrder, Market } from './market.ts';
import { Instance } from './instance.ts';
import { Markets } from './markets.ts';
import type { Money, RiskLimits } from './risk/limits.ts';
import { Seat } from './market.ts';
import type { StrategySettings } from './strategySettings.ts';
import { QuotesAsked } from './quotesAsked.ts';
import { SentRequests } from './sentRequests.ts';
import { TradingStops } from './tradingStops.ts';
import { Turnover } from './turnover.ts';
import { UnseenExecutions } from './unseenExecutions.ts';

/** What the engine puts out: commands for the venue and notices for people. */
export type Output = Command | Notice;

export interface EngineSettings {
  readonly strategies: readonly StrategySettings[];
  readonly limits: RiskLimits;
  /** Whether the venue is known to replace an order atomically. If not, the engine cancels, waits and places. */
  readonly replaces: boolean;
  /** How deals are executed. */
  readonly execution?: ExecutionSettings | undefined;
  /** What the desk keeps for a person is left as it is: so it is while a single order is given from the command line. */
  readonly leavesOperatorOrders?: boolean;
  /** Every refusal is reported, and not one a minute of each rule: for a short trial that has to find each mistake. */
  readonly tellsEachRefusal?: boolean;
  /** What a budget, a limit on losses or a stop holds back is reported once, and once more when that is over. Sessions from before it was so report it each minute. */
  readonly tellsLastingOnce?: boolean | undefined;
  /** Losses are looked at before a strategy begins, and not with the heartbeat after that, so that its first orders are not refused. */
  readonly looksAtLossesFirst?: boolean | undefined;
  /** The seed of ids and of the strategies' random numbers. */
  readonly seed: number | string;
  /** What a `reload` puts into force, by its number. Without it, the engine keeps these settings whatever events say. */
  readonly revisions?: ((revision: number) => EngineSettings) | undefined;
}

/**
 * Receives the engine's decisions, and supplies the ids and texts for what the engine knows in numbers. It must not report
 * anything back from within a call.
 */
export interface EngineSink {
  /** Gives the order its id before it is sent, where orders have ids. */
  name(order: EngineOrder): void;
  place(order: EngineOrder): void;
  /** Moves the order to its `nextTicks` and `nextLots`. */
  replace(order: EngineOrder): void;
  /** With `intentId`, a person asked for it under this id. */
  cancel(order: EngineOrder, intentId?: string): void;
  requestQuote(conversion: PendingConversion): void;
  convert(conversion: PendingConversion): void;
  notice(notice: Notice): void;
  /** Whether anybody listens to notices. If not, their texts are not made. */
  readonly hearsNotices: boolean;
  /** A new id for a conversion or a request for a quote. */
  newId(): string;
  /** The current report as a strategy sees it. Asked for only when a strategy listens. */
  reportShown(order: EngineOrder): Report;
  /** The current execution as a strategy sees it. */
  fillShown(order: EngineOrder): Fill;
  /** The executions that are not part of a strategy's `position` yet, oldest first. Each is given once. */
  takeUnfolded(seat: Seat): Iterable<Fill>;
}

/** Everything that the engine knows, in one place. Only the engine's parts work on it. */
export class EngineState {
  settings: EngineSettings;
  limits: RiskLimits;
  readonly sink: EngineSink;
  /**
   * Makes the amounts of orders differ from each other. It has a generator of its own, so that the amounts do not depend on how
   * many ids are drawn.
   */
  readonly nonces: Random;
  readonly balances = new Balances();
  readonly markets = new Markets();
  /** The strategies in their markets: in the order of the settings, then those that a reload has added. */
  seats: readonly Seat[] = [];
  /** Those of strategies with several markets. */
  wide: readonly Seat[] = [];
  readonly conversions = new PendingConversions();
  readonly unseen = new UnseenExecutions();
  /** Whether it was read which orders of earlier lives may still turn up. */
  areTombsRestored = false;
  readonly sent = new SentRequests();
  readonly quotesAsked = new QuotesAsked();
  /** What was executed lately. Undefined where nothing limits it. */
  turnover: Turnover | undefined = undefined;
  /** Frozen lanes with the reason. */
  readonly frozen = new Map<string, string>();
  /** A field, since a time as an argument would be boxed wherever a call is not inlined. */
  now: Instant = 0;
  /** By market, the exit that has fired and waits until our own orders are out of its way. */
  readonly exiting = new Map<Market, OrderKeeper & { readonly side: number; readonly order: unknown }>();
  /** What keeps trading from being active. */
  readonly stops = new TradingStops();
  /** Whether orders are replaced. It becomes false when the venue turns out to mean something else by it. */
  replaces: boolean;
  /** The UTC day for which at least some strategies' earlier profit is known. */
  tradingDay = -1;
  /** Today's profit of strategies that are no longer configured, as it was when they last were. */
  goneToday = new NearDecimal(ZERO);
  /** The limits as plain numbers. They show what is far within a limit; exact numbers decide the rest. */
  collarShare = 0.5;
  mostOrderValue = Infinity;
  mostDailyLoss = Infinity;
  readonly #others = new Map<string, Seat>();
  /** Those of strategies that are not configured for their markets any more, by name and symbol. */
  readonly #left = new Map<string, Seat>();

  constructor(settings: EngineSettings, sink: EngineSink) {
    this.settings = settings;
    this.limits = settings.limits;
    this.sink = sink;
    this.replaces = settings.replaces;
    this.nonces = seededRandom(`nonces:${settings.seed}`);
    this.configure(settings);
    this.take(settings.strategies.flatMap((strategy) => this.newSeats(strategy)));
  }

  /** From here on these limits hold. The strategies stay as they are. */
  configure(settings: EngineSettings): void {
    this.settings = settings;
    this.limits = settings.limits;
    const { priceCollar, maxOrderValue, maxDailyLoss, maxTurnover, turnoverPeriodMs = DAY_MS } = settings.limits;
    this.collarShare = priceCollar?.toNumber() ?? 0;
    this.mostOrderValue = maxOrderValue?.amount.toNumber() ?? Infinity;
    this.mostDailyLoss = maxDailyLoss?.amount.toNumber() ?? Infinity;
    this.turnover = maxTurnover === undefined ? undefined : (this.turnover ?? new Turnover(turnoverPeriodMs));
    for (const market of this.markets.all) market.isListed = false;
  }

  /** Takes further strategies in. */
  take(seats: readonly Seat[]): void {
    this.seats = [...this.seats, ...seats];
    this.wide = this.seats.filter(({ peers }) => peers.length > 1);
  }

  /**
   * The seat of a strategy in a market; for a symbol that it does not trade, its first seat. Undefined when no strategy of this name is
   * configured.
   */
  seat(name: string, symbol: string): Seat | undefined {
    const seats = this.seatsOf(name);
    for (let i = 0; i < seats.length; i++) if (seats[i]!.symbol === symbol) return seats[i];
    return seats[0];
  }

  /** The seats of a strategy in all its markets. None when no strategy of this name is configured. */
  seatsOf(name: string): readonly Seat[] {
    for (let i = 0; i < this.seats.length; i++) if (this.seats[i]!.name === name) return this.seats[i]!.peers;
    return [];
  }

  /** The seat under whose name orders are kept: that of a strategy, or one without a strategy, such as the operator's. */
  owner(name: string, symbol: string): Seat {
    return this.seat(name, symbol) ?? this.leftBy(name, symbol) ?? this.#other(this.#others, name, name, '');
  }

  /** The seat for what a strategy has left in a market for which it is not configured any more. Undefined where it has left nothing. */
  leftBy(name: string, symbol: string): Seat | undefined {
    return this.#left.get(`${name} ${symbol}`);
  }

  /** The seat for the orders of a strategy that is not configured for this market any more. */
  leaveBehind(name: string, symbol: string): Seat {
    return this.#other(this.#left, `${name} ${symbol}`, name, symbol);
  }

  /** The strategy of the seat trades in the market again: what it has left there is with the seat from here on. */
  takeBack({ name, symbol }: Seat, { seats }: Market): void {
    const left = this.leftBy(name, symbol);
    if (left === undefined) return;
    this.#left.delete(`${name} ${symbol}`);
    if (seats.includes(left)) seats.splice(seats.indexOf(left), 1);
  }

  #other(seats: Map<string, Seat>, key: string, name: string, symbol: string): Seat {
    const known = seats.get(key);
    if (known !== undefined) return known;
    const other = new Seat(this.newInstance(name, undefined), symbol);
    seats.set(key, other);
    return other;
  }

  /** A seat in each of the strategy's markets, which nobody has taken yet. */
  newSeats(strategy: StrategySettings): readonly Seat[] {
    const instance = this.newInstance(strategy.name, strategy);
    if (strategy.markets === undefined) return [new Seat(instance, present(strategy.symbol, 'symbol'))];
    const seats: Seat[] = [];
    for (const [name, symbol] of Object.entries(strategy.markets)) seats.push(new Seat(instance, symbol, seats, name));
    return seats;
  }

  /** An instance of a strategy, with its budget. */
  newInstance(name: string, settings: StrategySettings | undefined): Instance {
    const instance = new Instance(name, settings);
    instance.budget = this.budgetOf(name);
    return instance;
  }

  budgetOf(name: string): Money | undefined {
    const { budgets } = this.limits;
    return Object.hasOwn(budgets, name) ? budgets[name] : undefined;
  }

  get day(): number {
    return dayNumberOf(this.now);
  }

  /** See `Markets.worth`. */
  worth(amount: Decimal, currency: string, into: string): Decimal | undefined {
    return currency === into || amount.isZero() ? amount : this.markets.worth(amount, currency, into);
  }
}

/** The number of the UTC day. */
export function dayNumberOf(at: Instant): number {
  return Math.floor(at / DAY_MS);
}
