import { type Decimal, ZERO } from '../base/decimal.ts';
import { durationText, HOUR_MS, type Instant } from '../base/instant.ts';
import type { TradingScope } from '../model/tradingStop.ts';
import type { EngineState } from './engineState.ts';
import type { Execution, ExecutionWatch } from './executionWatch.ts';
import type { Seat } from './market.ts';
import { positionOf } from './positions.ts';
import type { Protection } from './protection.ts';
import { type ProtectionRow, protectionRow } from './protectionRow.ts';
import { sideOf } from '../model/side.ts';

/** What one order earned by making a position smaller, by each of its executions. */
interface Trade {
  readonly seat: Seat;
  readonly order: unknown;
  earned: readonly { readonly at: Instant; readonly profit: Decimal }[];
}

/** What one order has earned since some time. */
interface RecentTrade {
  readonly seat: Seat;
  readonly profit: Decimal;
}

/** What a strategy has earned by what it closed, less fees, and what it holds. */
interface Standing {
  readonly earned: Decimal;
  readonly held: Decimal;
}

const NOTHING: Standing = { earned: ZERO, held: ZERO };

/** A protection has tripped, and why. */
export type Trip = (scope: TradingScope, protection: Protection, reason: string) => void;

/** A cool-down has no window: of an order that goes on it looks at what was earned lately. */
const COOL_DOWN_MS = HOUR_MS;

/** Follows the executions of a strategy, or of all of them, for the protections of that scope. */
export class TradeWatch {
  readonly #scope: TradingScope;
  /** Each with the time from which on it counts. */
  #protections: Map<Protection, Instant>;
  readonly #state: EngineState;
  readonly #trip: Trip;
  #longestMs: number;
  /** What each strategy had earned by closed positions, less fees, and what it held, after its last execution. */
  readonly #before = new Map<Seat, Standing>();
  #trades: Trade[] = [];
  #fills: (Execution & { readonly seat: Seat })[] = [];

  constructor(scope: TradingScope, protections: readonly Protection[], state: EngineState, trip: Trip) {
    this.#scope = scope;
    this.#protections = new Map(protections.map((one) => [one, -Infinity]));
    this.#state = state;
    this.#trip = trip;
    this.#longestMs = longestOf(protections);
  }

  /** Other protections hold in its scope. Those that count the same as one before go on counting, whatever they lead to. Others count from now on. */
  reconfigure(protections: readonly Protection[]): void {
    const before = new Map([...this.#protections].map(([one, since]) => [countedText(one), since]));
    this.#protections = new Map(protections.map((one) => [one, before.get(countedText(one)) ?? this.#state.now]));
    this.#longestMs = longestOf(protections);
  }

  get rows(): readonly ProtectionRow[] {
    return [...this.#protections.keys()].map((protection) => protectionRow(this.#scope, protection));
  }

  /** What follows the executions of one of its strategies. */
  of(seat: Seat): ExecutionWatch {
    return {
      begin: () => void this.#before.set(seat, this.#standing(seat)),
      executed: (execution) => this.#executed(seat, execution),
      stoppedOut: () => this.#stoppedOut(seat),
      // One of an earlier life has tripped then what it trips.
      remember: (execution) => {
        if (execution.at > this.#state.now - this.#longestMs) this.#judged(seat, execution);
      },
    };
  }

  #executed(seat: Seat, execution: Execution): void {
    for (const [protection, reason] of this.#judged(seat, execution)) this.#trip(this.#scope, protection, reason);
  }

  /** Counts an execution. Answers what it trips, and why. */
  #judged(seat: Seat, execution: Execution): readonly (readonly [Protection, string])[] {
    const trade = this.#take(seat, execution);
    const reasons: (readonly [Protection, string])[] = [];
    for (const [protection, since] of this.#protections) {
      const reason = this.#reasonOf(protection, since, seat, trade);
      if (reason === undefined) continue;
      // What an order lost before a pause brings about no other one.
      if (protection.kind === 'cool-down') this.#protections.set(protection, execution.at);
      reasons.push([protection, reason]);
    }
    return reasons;
  }

  #stoppedOut({ name, symbol }: Seat): void {
    for (const protection of this.#protections.keys()) {
      if (protection.kind === 'cool-down' && protection.after === 'stop')
        this.#trip(this.#scope, protection, `cool-down after a stop of ${name} on ${symbol}`);
    }
  }

  #take(seat: Seat, execution: Execution): Trade | undefined {
    const from = execution.at - this.#longestMs;
    const kept = execution.at - Math.max(this.#longestMs, COOL_DOWN_MS);
    this.#fills = [...this.#fills.filter(({ at }) => at > from), { ...execution, seat }];
    this.#trades = this.#trades.filter(({ earned }) => earned.at(-1)!.at > kept);
    const before = this.#before.get(seat) ?? NOTHING;
    const after = this.#standing(seat);
    this.#before.set(seat, after);
    const isSmaller =
      !before.held.isZero() && (after.held.abs().lt(before.held.abs()) || after.held.isPositive() !== before.held.isPositive());
    return isSmaller ? this.#tradeOf(seat, execution, after.earned.minus(before.earned), kept) : undefined;
  }

  #standing(seat: Seat): Standing {
    const { amount, realised } = positionOf(this.#state, seat);
    return { earned: realised, held: amount };
  }

  /** The executions of one order are one trade, whatever other orders execute between them. */
  #tradeOf(seat: Seat, { at, order }: Execution, profit: Decimal, kept: Instant): Trade {
    const begun = this.#trades.findLast((one) => one.order === order && one.seat === seat);
    if (begun !== undefined) {
      begun.earned = [...begun.earned.filter((one) => one.at > kept), { at, profit }];
      return begun;
    }
    const trade: Trade = { seat, order, earned: [{ at, profit }] };
    this.#trades.push(trade);
    return trade;
  }

  #reasonOf(protection: Protection, since: Instant, seat: Seat, trade: Trade | undefined): string | undefined {
    switch (protection.kind) {
      case 'losing-trades':
        return trade && this.#losing(protection, since);
      case 'low-profit':
        return trade && this.#lowProfit(protection, since, quoteOf(trade));
      case 'cool-down':
        if (trade === undefined || protection.after === 'stop' || (protection.after === 'loss' && !isLoss(sinceThen(trade, since))))
          return undefined;
        return `cool-down after a ${protection.after === 'loss' ? 'losing trade' : 'trade'} of ${trade.seat.name}`;
      case 'repeated-fills':
        return this.#repeated(protection, since, seat);
    }
  }

  #losing({ trades, withinMs }: Extract<Protection, { kind: 'losing-trades' }>, since: Instant): string | undefined {
    const losing = this.#tradesWithin(withinMs, since).filter(isLoss);
    return losing.length < trades ? undefined : `${losing.length} losing trades within ${durationText(withinMs)}`;
  }

  /** Unlike currencies are kept apart: each is compared with `least` by itself. */
  #lowProfit(
    { trades, withinMs, least }: Extract<Protection, { kind: 'low-profit' }>,
    since: Instant,
    currency: string,
  ): string | undefined {
    const closed = this.#tradesWithin(withinMs, since).filter((trade) => quoteOf(trade) === currency);
    const sum = closed.reduce((total, { profit }) => total.plus(profit), ZERO);
    if (closed.length < trades || sum.gte(least)) return undefined;
    return `${closed.length} trades within ${durationText(withinMs)} earned ${sum.toDecimalPlaces(8)} ${currency}, less than ${least}`;
  }

  /** Executions of one side without a move of the price are those of a strategy that runs in circles. */
  #repeated({ fills, withinMs, move }: Extract<Protection, { kind: 'repeated-fills' }>, since: Instant, seat: Seat): string | undefined {
    const last = this.#fills.at(-1)!;
    const alike = this.#fills.filter((one) => one.seat === seat && one.side === last.side && one.at > Math.max(last.at - withinMs, since));
    if (alike.length < fills) return undefined;
    const recent = alike.slice(-fills);
    const isStill = recent.every(({ price }) => price.minus(last.price).abs().lte(last.price.times(move)));
    if (!isStill) return undefined;
    return `${fills} executions of ${sideOf(last.side)} orders of ${seat.name} within ${durationText(withinMs)} while the price moved by ${move.times(100)} % at most`;
  }

  #tradesWithin(withinMs: number, since: Instant): readonly RecentTrade[] {
    const from = Math.max(this.#state.now - withinMs, since);
    return this.#trades.filter(({ earned }) => earned.at(-1)!.at > from).map((trade) => sinceThen(trade, from));
  }
}

function sinceThen({ seat, earned }: Trade, from: Instant): RecentTrade {
  return { seat, profit: earned.reduce((sum, { at, profit }) => (at > from ? sum.plus(profit) : sum), ZERO) };
}

function isLoss({ profit }: RecentTrade): boolean {
  return profit.isNegative() && !profit.isZero();
}

function longestOf(protections: readonly Protection[]): number {
  return Math.max(0, ...protections.map((one) => ('withinMs' in one ? one.withinMs : 0)));
}

/** What a protection counts, without what it leads to. */
function countedText(protection: Protection): string {
  return JSON.stringify({ ...protection, pauseMs: undefined, action: undefined });
}

/** The currency in which it earned. */
function quoteOf({ seat }: Pick<Trade, 'seat'>): string {
  return seat.market!.pair.quote;
}
