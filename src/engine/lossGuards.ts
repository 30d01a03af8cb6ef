import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { NearDecimal } from '../base/nearDecimal.ts';
import { isSameScope, scopeText, type TradingScope } from '../model/tradingStop.ts';
import { dayNumberOf, type EngineState } from './engineState.ts';
import { NO_ENTRIES } from './entrySums.ts';
import {
  countGone,
  enteredOf,
  type Guard,
  guardsOf,
  isAlike,
  isFarFromLimit,
  isSameLimit,
  isSameMost,
  keyOf,
  seatKeyOf,
} from './lossGuard.ts';
import type { Seat } from './market.ts';
import { gainBetween, profitOf } from './positions.ts';
import type { LossCause, ProtectionAction } from './protection.ts';
import { lossRow, type ProtectionRow, SINCE } from './protectionRow.ts';
import { readSaved, savedOf } from './savedLosses.ts';
import { readShares, writeShares } from './savedShares.ts';

/** Under this name what losses are counted from is saved. No strategy can have it. */
export const LOSSES_KEY = ':losses';
/** Under this one, what each strategy has made of it. */
export const SHARES_KEY = ':shares';

/** The newest of a peak, and of what each strategy has made, may be lost in a crash for so long. */
const SAVE_EVERY_MS = 60_000;

type Reached = (scope: TradingScope, cause: LossCause, action: ProtectionAction, reason: string) => void;

/** Watches the losses of strategies, and of all of them, against their limits: with each heartbeat, open positions at the mid. */
export class LossGuards {
  readonly #state: EngineState;
  #guards: readonly Guard[] = [];
  /** Those that were in force in this life and are not now. One that is named again goes on from there. */
  #former: readonly Guard[] = [];
  readonly #reached: Reached;
  #savedAt: Instant = -Infinity;
  /** When it was last seen what each has made. */
  #sharedAt: Instant = -Infinity;
  #saved = '';
  #shared = '';
  /** Something that is saved may be other than it was. */
  #isUnsaved = true;

  constructor(state: EngineState, reached: Reached) {
    this.#state = state;
    this.#reached = reached;
    this.#begin();
  }

  /** Other limits hold, or other strategies trade. What the losses are counted from stays. */
  reconfigure(): void {
    const before = [...this.#guards, ...this.#former];
    this.#begin();
    for (const guard of this.#guards) {
      const alike = before.filter((one) => isAlike(one, guard));
      const was = alike.find((one) => isSameLimit(one, guard)) ?? alike.find((one) => keyOf(one) === keyOf(guard)) ?? alike[0];
      if (was !== undefined) this.#carry(was, guard);
    }
    this.#former = before.filter((one) => !this.#guards.some((guard) => isAlike(one, guard)));
    this.#beSaved();
    this.#sharedAt = -Infinity;
    this.check();
  }

  #begin(): void {
    const { limits, seats } = this.#state;
    for (const seat of seats) seat.isLossUnknown = false;
    this.#guards = Object.entries(limits.losses ?? {}).flatMap(([name, losses]) => guardsOf(name, losses, seats));
    // Until the first look nobody knows what was lost.
    for (const guard of this.#guards) for (const seat of guard.seats) seat.isLossUnknown = true;
  }

  /** Goes on from what was counted, at the mid where it was in another currency. The loss in all is that of strategies that are new here, too. */
  #carry(was: Guard, guard: Guard): void {
    const isNew = (seat: Seat): boolean => !was.seats.includes(seat) && !was.shares.has(seatKeyOf(seat)) && guard.cause !== 'max-loss';
    guard.fresh = guard.seats.filter((seat) => was.fresh.includes(seat) || (seat.fills > 0 && isNew(seat)));
    const inCurrency = (amount: Decimal | undefined): Decimal | undefined =>
      amount && this.#state.worth(amount, was.currency, guard.currency);
    const worth = inCurrency(was.from?.exact);
    guard.from = worth ? new NearDecimal(worth) : was.from && guard.from;
    const from = inCurrency(was.former?.from);
    guard.former = from && { day: was.former!.day, from };
    guard.shares = new Map([...was.shares].map(([key, made]) => [key, inCurrency(made)]));
    countGone(guard);
    guard.counted = new Map(was.counted);
    guard.day = was.day;
    guard.isReached = was.isReached && isSameMost(was, guard);
  }

  get isEmpty(): boolean {
    return this.#guards.length === 0;
  }

  get rows(): readonly ProtectionRow[] {
    return this.#guards.map((guard) => lossRow(guard, this.#profitIn(guard)));
  }

  /** Takes what was saved. A text that can't be read counts from here on, except for what is counted from nothing. */
  restore(text: string | undefined, sharesText: string | undefined): void {
    const kept = readShares(sharesText);
    for (const [key, { from, day, counted, fresh }] of Object.entries(readSaved(text))) {
      const { shares, former } = kept.get(key) ?? {};
      for (const guard of this.#guards) {
        if (keyOf(guard) !== key) continue;
        guard.from = new NearDecimal(from);
        guard.counted = new Map(counted);
        guard.day = day;
        guard.former = former;
        guard.shares = new Map(shares);
        countGone(guard);
        // Those that were not here when it was saved: what they had made before is neither room nor a loss.
        const isNew = (seatKey: string): boolean => guard.cause !== 'max-loss' && shares !== undefined && !shares.has(seatKey);
        guard.fresh = guard.seats.filter((seat) => fresh.includes(seatKeyOf(seat)) || isNew(seatKeyOf(seat)));
      }
    }
  }

  /** What was saved is out of date, whenever it was saved. */
  #beSaved(): void {
    this.#savedAt = -Infinity;
    this.#isUnsaved = true;
  }

  /** A person goes on after a loss: it is counted anew from here. */
  forgive(scope: TradingScope, cause: string): void {
    for (const guard of this.#guards) {
      if (guard.cause !== cause || !isSameScope(guard.scope, scope)) continue;
      const profit = this.#profitIn(guard);
      guard.from = profit && new NearDecimal(profit);
      guard.fresh = [];
      this.#countAll(guard);
      guard.isReached = false;
    }
    this.#beSaved();
  }

  /** What is entered in a position is no profit and no loss of trading: what losses are counted from moves with it. It is saved at once. */
  countEntries(): void {
    const moved = this.#guards.filter((guard) => this.#countEntries(guard) === 'moved');
    if (moved.length === 0) return;
    this.#beSaved();
    this.#save();
  }

  check(): void {
    if (this.isEmpty) return;
    for (const guard of this.#guards) for (const seat of guard.seats) seat.isLossUnknown = false;
    for (const guard of this.#guards) if (!isFarFromLimit(guard, this.#state)) this.#checkOne(guard);
    if (this.#isUnsaved) this.#save();
    if (this.#state.now - this.#sharedAt >= SAVE_EVERY_MS) this.#saveShares();
  }

  #checkOne(guard: Guard): void {
    this.#isUnsaved = true;
    this.#lookExactly(guard);
    guard.countedOf = guard.seats.map((seat) => guard.counted.get(seatKeyOf(seat)));
  }

  #lookExactly(guard: Guard): void {
    const { scope, cause, most, currency, action, seats } = guard;
    const profit = this.#countEntries(guard) === 'unknown' ? undefined : this.#profitIn(guard);
    if (profit === undefined) {
      for (const seat of seats) seat.isLossUnknown = true;
      return;
    }
    const today = dayNumberOf(this.#state.now);
    if (cause === 'daily-loss' && guard.day !== today) {
      const { former, day, from } = guard;
      guard.former = from && { day, from: from.exact };
      guard.from = former?.day === today ? new NearDecimal(former.from) : undefined;
      guard.isReached = false;
    }
    guard.day = today;
    if (guard.from === undefined || (cause === 'max-drawdown' && profit.gt(guard.from.exact))) guard.from = new NearDecimal(profit);
    const loss = guard.from.exact.minus(profit);
    if (loss.lt(most.exact) || guard.isReached) return;
    guard.isReached = true;
    const lost = `${loss.toDecimalPlaces(8)} ${currency}`;
    this.#reached(scope, cause, action, `${scopeText(scope)} has lost ${lost} ${SINCE[cause]}, the limit is ${most.exact} ${currency}`);
  }

  #countEntries(guard: Guard): 'same' | 'moved' | 'unknown' {
    if (!this.#countFresh(guard)) return 'unknown';
    const { seats, currency, counted } = guard;
    let from = guard.from?.exact;
    const changed = seats.filter((seat) => seat.market !== undefined && counted.get(seatKeyOf(seat)) !== enteredOf(guard, seat));
    if (changed.length === 0) return 'same';
    if (from !== undefined) {
      for (const seat of changed) {
        const gain = gainBetween(this.#state, seat, counted.get(seatKeyOf(seat)) ?? NO_ENTRIES, enteredOf(guard, seat), currency);
        if (gain === undefined) return 'unknown';
        from = from.plus(gain);
      }
      guard.from = new NearDecimal(from);
    }
    this.#countAll(guard);
    return 'moved';
  }

  /** What strategies that came later had made before is neither profit nor loss of now. Answers whether it is counted. */
  #countFresh(guard: Guard): boolean {
    const { fresh, from, currency } = guard;
    if (fresh.length === 0) return true;
    const made = this.#profitOf(fresh, currency);
    if (made === undefined) return false;
    guard.from = from && new NearDecimal(from.exact.plus(made));
    guard.fresh = [];
    this.#beSaved();
    for (const seat of fresh) guard.counted.set(seatKeyOf(seat), enteredOf(guard, seat));
    return true;
  }

  #countAll(guard: Guard): void {
    for (const seat of guard.seats) if (seat.market !== undefined) guard.counted.set(seatKeyOf(seat), enteredOf(guard, seat));
  }

  /** What all have made, those that are gone too. */
  #profitIn({ seats, currency, gone }: Guard): Decimal | undefined {
    return this.#profitOf(seats, currency)?.plus(gone.exact);
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
    const known = [...this.#guards, ...this.#former].filter(({ from }) => from !== undefined);
    const text = JSON.stringify(Object.fromEntries(known.map((guard) => [keyOf(guard), savedOf(guard)])));
    this.#isUnsaved = false;
    if (text === this.#saved) return;
    this.#saved = text;
    this.#savedAt = now;
    sink.notice({ type: 'save-state', strategy: LOSSES_KEY, state: text });
  }
  #saveShares(): void {
    const { now, sink } = this.#state;
    this.#sharedAt = now;
    for (const guard of this.#guards) this.#share(guard);
    const text = writeShares([...this.#guards, ...this.#former].map((guard) => [keyOf(guard), guard]));
    if (text === this.#shared) return;
    this.#shared = text;
    sink.notice({ type: 'save-state', strategy: SHARES_KEY, state: text });
  }

  /** What each has made now; where nobody can tell it, what it was before. */
  #share({ seats, shares, currency }: Guard): void {
    for (const seat of seats) shares.set(seatKeyOf(seat), profitOf(this.#state, seat, currency) ?? shares.get(seatKeyOf(seat)));
  }
}
