import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { NearDecimal } from '../base/nearDecimal.ts';
import type { EngineState } from './engineState.ts';
import { type EntrySums, NO_ENTRIES } from './entrySums.ts';
import type { Seat } from './market.ts';
import { gainBetween, isEnteredBefore, profitOf } from './positions.ts';
import { isFarFromLoss, profitToday, seatToday } from './risk/dailyLoss.ts';
import { type DayProfit, readDay, readToday, writeDay, writeToday } from './savedDay.ts';

/** Under this name what each strategy has made today is saved. No strategy can have it. */
export const TODAY_KEY = ':today';

/** The newest of what each strategy has made today may be lost in a crash for so long. */
const SAVE_EVERY_MS = 60_000;

/**
 * Compares the day's profit with `maxDailyLoss`. Each strategy's profit before the UTC day is kept over restarts, and so is what each has
 * made today: neither a restart nor a strategy that is left out of it wipes out a loss.
 */
export class DailyLossGuard {
  readonly #state: EngineState;
  #currency = '';
  /** By strategy, and by market where it has several, including those that are no longer configured. */
  #made = new Map<string, Decimal>();
  #reachedOn: number | undefined;
  /** What was entered in each position until its `#made` was worked out. */
  #entered = new Map<string, EntrySums>();
  /** What each has made today, of those that are gone too. */
  #today = new Map<string, Decimal>();
  /** The day before, as it was left: a clock that was ahead for a while has not ended it. */
  #former: DayProfit | undefined;
  #savedAt: Instant = -Infinity;
  #saved = '';
  /** The day that has been opened for every strategy. */
  #openedOn = -1;

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** Takes what `save-state` kept without a strategy's name, and under `TODAY_KEY`. A text that can't be read is ignored. */
  restore(text: string | undefined, todayText: string | undefined): void {
    const saved = text === undefined ? undefined : readDay(text);
    const kept = todayText === undefined ? undefined : readToday(todayText);
    if (saved === undefined) return;
    const { day } = this.#state;
    if (saved.day > day && kept?.former?.day === day) return this.#begin(kept.former, undefined);
    const isOfIt = kept?.day === saved.day && kept.currency === saved.currency;
    this.#begin({ ...saved, today: isOfIt ? kept.today : new Map<string, Decimal>() }, kept?.former);
  }

  /** Opens a day that has begun, for each strategy as soon as its profit can be valued. Costs nothing once that is done. */
  openDay(): void {
    const state = this.#state;
    const currency = state.limits.maxDailyLoss?.currency;
    if (currency === undefined) return;
    const { day } = state;
    if (this.#openedOn === day) return;
    if (state.tradingDay !== day) {
      const former = state.tradingDay === -1 ? undefined : this.#dayProfit();
      this.#begin({ day, currency, made: new Map(), entered: new Map(), today: new Map() }, former);
    }
    const isOther = this.#currency !== currency;
    if (isOther && !this.#convert(day, currency)) return;
    let isOpened = true;
    let isChanged = isOther;
    for (const seat of state.seats) {
      if (seat.madeBefore !== undefined && isEnteredBefore(seat)) continue;
      const made = madeBefore(state, seat, currency);
      if (made === undefined) isOpened = false;
      else {
        this.#open(seat, made);
        isChanged = true;
      }
    }
    if (isOpened) this.#openedOn = day;
    if (!isChanged) return;
    state.sink.notice({ type: 'save-state', strategy: '', state: writeDay(this.#dayProfit()) });
    this.#saveToday();
  }

  /** Other limits hold, or other strategies trade. */
  reconfigure(): void {
    for (const seat of this.#state.seats) if (seat.madeBefore === undefined) this.#tell(seat);
    this.#countGone();
    this.#openedOn = -1;
    this.openDay();
  }

  /** What is entered in a position is no profit and no loss of the day: what the day began with moves with it. */
  countEntries(): void {
    this.#openedOn = -1;
    this.openDay();
  }

  /** Returns `reached` once when the day's loss has reached the limit, and `lifted` once when a new day has begun after that. */
  check(): 'fine' | 'reached' | 'lifted' {
    const state = this.#state;
    const { maxDailyLoss } = state.limits;
    this.openDay();
    if (maxDailyLoss !== undefined && state.tradingDay === state.day && state.now - this.#savedAt >= SAVE_EVERY_MS) this.#saveToday();
    if (this.#reachedOn === state.day) return 'fine';
    if (maxDailyLoss !== undefined && this.#isReached(maxDailyLoss.amount)) {
      this.#reachedOn = state.day;
      return 'reached';
    }
    if (this.#reachedOn === undefined) return 'fine';
    this.#reachedOn = undefined;
    return 'lifted';
  }

  #isReached(most: Decimal): boolean {
    return !isFarFromLoss(this.#state) && profitToday(this.#state)?.lte(most.negated()) === true;
  }

  #open(seat: Seat, made: Decimal): void {
    seat.madeBefore = new NearDecimal(made);
    seat.enteredBefore = seat.entered;
    this.#made.set(keyOf(seat), made);
    this.#entered.set(keyOf(seat), seat.entered);
  }

  #begin({ day, currency, made, entered, today }: DayProfit, former: DayProfit | undefined): void {
    const state = this.#state;
    state.tradingDay = day;
    this.#currency = currency;
    this.#made = made;
    this.#entered = entered;
    this.#today = today;
    this.#former = former;
    this.#openedOn = -1;
    for (const seat of state.seats) this.#tell(seat);
    this.#countGone();
  }

  /** What those have made today that do not trade any more counts on as it was. */
  #countGone(): void {
    const here = new Set(this.#state.seats.map(keyOf));
    let sum = ZERO;
    for (const [key, made] of this.#today) if (!here.has(key)) sum = sum.plus(made);
    this.#state.goneToday = new NearDecimal(sum);
  }

  #saveToday(): void {
    const state = this.#state;
    for (const seat of state.seats) {
      const made = seatToday(state, seat);
      if (made !== undefined) this.#today.set(keyOf(seat), made);
    }
    const text = writeToday({ ...this.#dayProfit(), former: this.#former });
    this.#savedAt = state.now;
    if (text === this.#saved) return;
    this.#saved = text;
    state.sink.notice({ type: 'save-state', strategy: TODAY_KEY, state: text });
  }

  #dayProfit(): DayProfit {
    return { day: this.#state.tradingDay, currency: this.#currency, made: this.#made, entered: this.#entered, today: this.#today };
  }

  /** The limit is in another currency than before: the day goes on. Until books tell what the amounts are worth, nobody knows today's loss. */
  #convert(day: number, currency: string): boolean {
    const made = this.#converted(this.#made, currency);
    const today = this.#converted(this.#today, currency);
    const isKnown = made !== undefined && today !== undefined;
    if (isKnown) this.#begin({ day, currency, made, entered: this.#entered, today }, this.#former);
    else for (const seat of this.#state.seats) seat.madeBefore = undefined;
    return isKnown;
  }

  #converted(amounts: ReadonlyMap<string, Decimal>, currency: string): Map<string, Decimal> | undefined {
    const converted = new Map<string, Decimal>();
    for (const [key, amount] of amounts) {
      const worth = this.#state.worth(amount, this.#currency, currency);
      if (worth === undefined) return undefined;
      converted.set(key, worth);
    }
    return converted;
  }

  #tell(seat: Seat): void {
    const made = this.#made.get(keyOf(seat));
    seat.madeBefore = made && new NearDecimal(made);
    seat.enteredBefore = this.#entered.get(keyOf(seat)) ?? NO_ENTRIES;
  }
}

/** What a seat had made before the day, or before what was entered in it today. */
function madeBefore(state: EngineState, seat: Seat, currency: string): Decimal | undefined {
  if (seat.madeBefore === undefined) return profitOf(state, seat, currency);
  const gain = gainBetween(state, seat, seat.enteredBefore, seat.entered, currency);
  return gain && seat.madeBefore.exact.plus(gain);
}

/** No name of a strategy has a blank in it. */
function keyOf({ name, symbol, instance }: Seat): string {
  return instance.isWide ? `${name} ${symbol}` : name;
}
