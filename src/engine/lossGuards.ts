import { type Decimal, decimalFrom, maxDecimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { ALL_TRADING, isSameScope, isWithin, scopeText, type TradingScope } from '../model/tradingStop.ts';
import { dayNumberOf, type EngineState } from './engineState.ts';
import type { Seat } from './market.ts';
import { profitOf } from './positions.ts';
import type { ProtectionAction } from './protection.ts';
import type { LossLimits, Money } from './risk/limits.ts';

/** Under this name what losses are counted from is saved. No strategy can have it. */
export const LOSSES_KEY = ':losses';

export type LossCause = 'max-loss' | 'daily-loss' | 'max-drawdown';

/** The newest of a peak may be lost in a crash for so long. */
const SAVE_EVERY_MS = 60_000;

interface Guard {
  readonly scope: TradingScope;
  readonly cause: LossCause;
  readonly most: Money;
  readonly action: ProtectionAction;
  readonly seats: readonly Seat[];
  /** The profit from which the loss is counted. Undefined: from the next time that it can be told. */
  from: Decimal | undefined;
  day: number;
  /** Whether it was told that it is reached. */
  isReached: boolean;
}

type Reached = (scope: TradingScope, cause: LossCause, action: ProtectionAction, reason: string) => void;

/** Watches the losses of strategies, and of all of them, against their limits: with each heartbeat, open positions at the mid. */
export class LossGuards {
  readonly #state: EngineState;
  readonly #guards: readonly Guard[];
  readonly #reached: Reached;
  #savedAt: Instant = -Infinity;
  #saved = '';

  constructor(state: EngineState, reached: Reached) {
    this.#state = state;
    this.#reached = reached;
    const { losses = {} } = state.limits;
    this.#guards = Object.entries(losses).flatMap(([name, limits]) => guardsOf(name, limits, state.seats));
    // Until the first look nobody knows what was lost.
    for (const { seats } of this.#guards) for (const seat of seats) seat.isLossUnknown = true;
  }

  get isEmpty(): boolean {
    return this.#guards.length === 0;
  }

  /** Takes what was saved. A text that can't be read counts from here on, except for what is counted from nothing. */
  restore(text: string | undefined): void {
    for (const [key, { from, day }] of Object.entries(readSaved(text))) {
      for (const guard of this.#guards) {
        if (keyOf(guard) !== key) continue;
        guard.from = from;
        guard.day = day;
      }
    }
  }

  /** A person goes on after a loss: it is counted anew from here. */
  forgive(scope: TradingScope, cause: string): void {
    for (const guard of this.#guards) {
      if (guard.cause !== cause || !isSameScope(guard.scope, scope)) continue;
      guard.from = this.#profitOf(guard.seats, guard.most.currency);
      guard.isReached = false;
    }
    this.#savedAt = -Infinity;
  }

  check(): void {
    if (this.isEmpty) return;
    for (const guard of this.#guards) for (const seat of guard.seats) seat.isLossUnknown = false;
    for (const guard of this.#guards) this.#checkOne(guard);
    this.#save();
  }

  #checkOne(guard: Guard): void {
    const { scope, cause, most, action, seats } = guard;
    const profit = this.#profitOf(seats, most.currency);
    if (profit === undefined) {
      for (const seat of seats) seat.isLossUnknown = true;
      return;
    }
    const today = dayNumberOf(this.#state.now);
    if (cause === 'daily-loss' && guard.day !== today) {
      guard.from = undefined;
      guard.isReached = false;
    }
    guard.day = today;
    guard.from = cause === 'max-drawdown' && guard.from !== undefined ? maxDecimal(guard.from, profit) : (guard.from ?? profit);
    const loss = guard.from.minus(profit);
    if (loss.lt(most.amount) || guard.isReached) return;
    guard.isReached = true;
    const since = { 'max-loss': 'in all', 'daily-loss': 'today', 'max-drawdown': 'since its peak' }[cause];
    const lost = `${loss.toDecimalPlaces(8)} ${most.currency}`;
    this.#reached(scope, cause, action, `${scopeText(scope)} has lost ${lost} ${since}, the limit is ${most.amount} ${most.currency}`);
  }

  #profitOf(seats: readonly Seat[], currency: string): Decimal | undefined {
    let sum: Decimal | undefined = ZERO;
    for (const seat of seats) {
      const made = profitOf(this.#state, seat, currency);
      sum = made && sum?.plus(made);
    }
    return sum;
  }

  #save(): void {
    const { now, sink } = this.#state;
    if (now - this.#savedAt < SAVE_EVERY_MS) return;
    const known = this.#guards.filter(({ from }) => from !== undefined);
    const text = JSON.stringify(Object.fromEntries(known.map((guard) => [keyOf(guard), { from: guard.from!.toFixed(), day: guard.day }])));
    if (text === this.#saved) return;
    this.#saved = text;
    this.#savedAt = now;
    sink.notice({ type: 'save-state', strategy: LOSSES_KEY, state: text });
  }
}

function guardsOf(name: string, { maxLoss, maxDailyLoss, maxDrawdown, action, also = [] }: LossLimits, all: readonly Seat[]): Guard[] {
  const scope: TradingScope = name === '' ? ALL_TRADING : { of: 'strategy', name };
  const seats = all.filter((seat) => isWithin(scope, seat.name, seat.symbol));
  const limits: readonly (readonly [LossCause, Money | undefined])[] = [
    ['max-loss', maxLoss],
    ['daily-loss', maxDailyLoss],
    ['max-drawdown', maxDrawdown],
  ];
  const own = limits.flatMap(([cause, most]): Guard[] =>
    // The loss in all is counted from nothing.
    most === undefined
      ? []
      : [{ scope, cause, most, action, seats, from: cause === 'max-loss' ? ZERO : undefined, day: -1, isReached: false }],
  );
  return [...own, ...also.flatMap((more) => guardsOf(name, more, all))];
}

function keyOf({ scope, cause, most }: Guard): string {
  return `${cause} ${scope.name} ${most.currency}`;
}

function readSaved(text: string | undefined): Readonly<Record<string, { readonly from: Decimal; readonly day: number }>> {
  try {
    const saved = JSON.parse(text ?? '{}') as Record<string, { readonly from: string; readonly day: number }>;
    const entries = Object.entries(saved).flatMap(([key, { from, day }]) => {
      const value = decimalFrom(from);
      return value === undefined || !Number.isInteger(day) ? [] : [[key, { from: value, day }] as const];
    });
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
