import { type Decimal, decimalFrom } from '../base/decimal.ts';
import { NearDecimal } from '../base/nearDecimal.ts';
import type { EngineState } from './engineState.ts';
import { type EntrySums, NO_ENTRIES, readEntrySums, type SavedEntrySums, writeEntrySums } from './entrySums.ts';
import type { Seat } from './market.ts';
import { gainBetween, isEnteredBefore, profitOf } from './positions.ts';
import { isFarFromLoss, profitToday } from './risk/dailyLoss.ts';

/**
 * Compares the day's profit with `maxDailyLoss`. Each strategy's profit before the UTC day is kept over restarts, so that a
 * restart does not wipe out a loss.
 */
export class DailyLossGuard {
  readonly #state: EngineState;
  #currency = '';
  /** By strategy, and by market where it has several, including those that are no longer configured. */
  #made = new Map<string, Decimal>();
  #reachedOn: number | undefined;
  /** What was entered in each position until its `#made` was worked out. */
  #entered = new Map<string, EntrySums>();
  /** The day that has been opened for every strategy. */
  #openedOn = -1;

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** Takes the state that `save-state` kept without a strategy's name. A text that can't be read is ignored. */
  restore(text: string | undefined): void {
    const saved = text === undefined ? undefined : readDay(text);
    if (saved === undefined) return;
    this.#begin(saved.day, saved.currency, saved.made, saved.entered);
  }

  /** Opens a day that has begun, for each strategy as soon as its profit can be valued. Costs nothing once that is done. */
  openDay(): void {
    const state = this.#state;
    const currency = state.limits.maxDailyLoss?.currency;
    if (currency === undefined) return;
    const { day } = state;
    if (this.#openedOn === day) return;
    if (state.tradingDay !== day) this.#begin(day, currency, new Map(), new Map());
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
    if (isChanged) state.sink.notice({ type: 'save-state', strategy: '', state: writeDay(day, currency, this.#made, this.#entered) });
  }

  /** Other limits hold, or other strategies trade. */
  reconfigure(): void {
    for (const seat of this.#state.seats) if (seat.madeBefore === undefined) this.#tell(seat);
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

  #begin(day: number, currency: string, made: Map<string, Decimal>, entered: Map<string, EntrySums>): void {
    const state = this.#state;
    state.tradingDay = day;
    this.#currency = currency;
    this.#made = made;
    this.#entered = entered;
    this.#openedOn = -1;
    for (const seat of state.seats) this.#tell(seat);
  }

  /** The limit is in another currency than before: the day goes on. Until books tell what the amounts are worth, nobody knows today's loss. */
  #convert(day: number, currency: string): boolean {
    const made = new Map<string, Decimal>();
    for (const [key, amount] of this.#made) {
      const worth = this.#state.worth(amount, this.#currency, currency);
      if (worth !== undefined) made.set(key, worth);
    }
    const isKnown = made.size === this.#made.size;
    if (isKnown) this.#begin(day, currency, made, this.#entered);
    else for (const seat of this.#state.seats) seat.madeBefore = undefined;
    return isKnown;
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

interface SavedDay {
  readonly day: number;
  readonly currency: string;
  readonly made: Map<string, Decimal>;
  readonly entered: Map<string, EntrySums>;
}

function writeDay(day: number, currency: string, made: ReadonlyMap<string, Decimal>, entered: ReadonlyMap<string, EntrySums>): string {
  const amounts = Object.fromEntries([...made].map(([name, amount]) => [name, amount.toFixed()]));
  return JSON.stringify({ day, currency, made: amounts, ...writeEntrySums(entered) });
}

function readDay(text: string): SavedDay | undefined {
  try {
    const { day, currency, made, entered } = JSON.parse(text) as {
      day: number;
      currency: string;
      made: Record<string, string>;
      entered?: SavedEntrySums;
    };
    const entries = Object.entries(made).map(([name, amount]) => [name, decimalFrom(amount)] as const);
    const known = entries.flatMap(([name, amount]) => (amount === undefined ? [] : [[name, amount] as const]));
    if (!Number.isInteger(day) || typeof currency !== 'string') return undefined;
    return { day, currency, made: new Map(known), entered: readEntrySums(entered) };
  } catch {
    return undefined;
  }
}
