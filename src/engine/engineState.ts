import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { type Random, seededRandom } from '../base/random.ts';
import { ulid } from '../base/ulid.ts';
import type { Command } from '../model/command.ts';
import type { Notice } from '../model/notice.ts';
import { Account, reservationOf } from './account.ts';
import { ConversionDesk } from './conversionDesk.ts';
import { Markets } from './markets.ts';
import { Orders } from './orders.ts';
import { NO_POSITION, type Position, unrealisedOf } from './portfolio.ts';
import type { RiskLimits, RiskView } from './risk/riskCheck.ts';
import type { StrategyRun, StrategySettings } from './strategyRun.ts';

/** What the engine puts out: commands for the venue, notices for people. */
export type Output = Command | Notice;

export interface EngineSettings {
  readonly strategies: readonly StrategySettings[];
  readonly limits: RiskLimits;
  /** Whether the venue is known to replace an order atomically; otherwise cancel, wait, place. */
  readonly replaces: boolean;
  /** Seeds ids and the strategies' own chance. */
  readonly seed: number | string;
}

const MINUTE_MS = 60_000;

/** All that the engine knows, in one place. Dealing and dispatch work on it; nobody outside does. */
export class EngineState {
  readonly settings: EngineSettings;
  readonly random: Random;
  readonly markets = new Markets();
  readonly orders = new Orders();
  readonly account = new Account();
  readonly conversions = new ConversionDesk();
  readonly positions = new Map<string, Position>();
  readonly runs = new Map<string, StrategyRun>();
  /** Lanes that the venue side has frozen, with the reason. */
  readonly frozen = new Map<string, string>();
  now: Instant = 0;
  /** Set while no new risk is taken. */
  halted: string | undefined;
  /** The UTC day, and what all positions together had made at its beginning, by currency. */
  day: { readonly number: number; readonly made: Map<string, Decimal> } = { number: -1, made: new Map() };
  #sent: Instant[] = [];
  #outputs: Output[] = [];

  constructor(settings: EngineSettings) {
    this.settings = settings;
    this.random = seededRandom(`engine:${settings.seed}`);
  }

  put(output: Output): void {
    this.#outputs.push(output);
  }

  takeOutputs(): Output[] {
    const outputs = this.#outputs;
    this.#outputs = [];
    return outputs;
  }

  newId(): string {
    return ulid(this.now, this.random);
  }

  positionOf(strategy: string): Position {
    return this.positions.get(strategy) ?? NO_POSITION;
  }

  countSent(): void {
    this.#sent.push(this.now);
  }

  /** What our live orders may still take of a currency. */
  reserved(currency: string, without?: string): Decimal {
    let sum = ZERO;
    for (const order of this.orders.live) {
      if (order.intentId === without) continue;
      const reservation = reservationOf(order, this.orders.replacementOf(order), this.markets.get(order.symbol)?.book?.bestAsk);
      if (reservation.currency === currency) sum = sum.plus(reservation.amount);
    }
    for (const pending of this.conversions.pending) {
      if (pending.quote?.fromCurrency === currency) sum = sum.plus(pending.quote.fromAmount);
    }
    return sum;
  }

  /** Realised and unrealised profit less fees of every strategy, in one currency; undefined when it can't be valued. */
  made(currency: string): Decimal | undefined {
    let sum = ZERO;
    for (const [strategy, position] of this.positions) {
      const made = this.#madeBy(strategy, position, currency);
      if (made === undefined) return undefined;
      sum = sum.plus(made);
    }
    return sum;
  }

  profitToday(currency: string): Decimal | undefined {
    const made = this.made(currency);
    return made?.minus(this.day.made.get(currency) ?? ZERO);
  }

  riskView(): RiskView {
    this.#sent = this.#sent.filter((at) => this.now - at < MINUTE_MS);
    return {
      now: this.now,
      limits: this.settings.limits,
      orders: this.orders,
      account: this.account,
      markets: this.markets,
      reserved: (currency, without) => this.reserved(currency, without),
      sentWithinMinute: this.#sent.length,
      profitToday: (currency) => this.profitToday(currency),
      exposureOf: (strategy, currency, without) => this.#exposureOf(strategy, currency, without),
      halted: this.halted,
    };
  }

  #madeBy(strategy: string, position: Position, currency: string): Decimal | undefined {
    const symbol = this.runs.get(strategy)?.symbol;
    const market = symbol === undefined ? undefined : this.markets.get(symbol);
    if (market === undefined) return position.fills === 0 ? ZERO : undefined;
    const { pair, mid } = market;
    if (mid === undefined && !position.amount.isZero()) return undefined;
    const inQuote = position.realised.minus(position.fees).plus(mid === undefined ? ZERO : unrealisedOf(position, mid));
    let sum = this.markets.worth(inQuote, pair.quote, currency);
    for (const [feeCurrency, fee] of Object.entries(position.otherFees)) {
      const worth = this.markets.worth(fee, feeCurrency, currency);
      sum = worth === undefined ? undefined : sum?.minus(worth);
    }
    return sum;
  }

  /** What the strategy has bought, and may buy yet, in a currency. A position below zero takes no budget. */
  #exposureOf(strategy: string, currency: string, without: string | undefined): Decimal | undefined {
    const run = this.runs.get(strategy);
    const market = run === undefined ? undefined : this.markets.get(run.symbol);
    if (market === undefined) return undefined;
    const { amount } = this.positionOf(strategy);
    let inQuote = amount.gt(0) && market.mid !== undefined ? amount.times(market.mid) : ZERO;
    for (const order of this.orders.live) {
      if (order.strategy !== strategy || order.side !== 'Buy' || order.intentId === without) continue;
      inQuote = inQuote.plus(reservationOf(order, this.orders.replacementOf(order), market.book?.bestAsk).amount);
    }
    return this.markets.worth(inQuote, market.pair.quote, currency);
  }
}
