import { type Decimal, decimalFrom } from '../base/decimal.ts';
import type { EngineState } from './engineState.ts';
import type { Seat } from './market.ts';
import { profitOf } from './positions.ts';
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
  /** The day that has been opened for every strategy. */
  #openedOn = -1;

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** Takes the state that `save-state` kept without a strategy's name. A text that can't be read is ignored. */
  restore(text: string | undefined): void {
    const saved = text === undefined ? undefined : readDay(text);
    if (saved === undefined) return;
    this.#begin(saved.day, saved.currency, saved.made);
  }

  /** Opens a day that has begun, for each strategy as soon as its profit can be valued. Costs nothing once that is done. */
  openDay(): void {
    const state = this.#state;
    const currency = state.limits.maxDailyLoss?.currency;
    if (currency === undefined) return;
    const { day } = state;
    if (this.#openedOn === day) return;
    if (state.tradingDay !== day || this.#currency !== currency) this.#begin(day, currency, new Map());
    const before = this.#made.size;
    let isOpened = true;
    for (const seat of state.seats) {
      if (seat.madeBefore !== undefined) continue;
      const made = profitOf(state, seat, currency);
      if (made === undefined) isOpened = false;
      else {
        seat.madeBefore = made;
        seat.madeBeforeNear = made.toNumber();
        this.#made.set(keyOf(seat), made);
      }
    }
    if (isOpened) this.#openedOn = day;
    if (this.#made.size > before) state.sink.notice({ type: 'save-state', strategy: '', state: writeDay(day, currency, this.#made) });
  }

  /** Returns `reached` once when the day's loss has reached the limit, and `lifted` once when a new day has begun after that. */
  check(): 'fine' | 'reached' | 'lifted' {
    const state = this.#state;
    if (state.limits.maxDailyLoss === undefined) return 'fine';
    this.openDay();
    if (this.#reachedOn === state.day) return 'fine';
    if (this.#isReached(state.limits.maxDailyLoss.amount)) {
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

  #begin(day: number, currency: string, made: Map<string, Decimal>): void {
    const state = this.#state;
    state.tradingDay = day;
    this.#currency = currency;
    this.#made = made;
    this.#openedOn = -1;
    for (const seat of state.seats) {
      seat.madeBefore = made.get(keyOf(seat));
      seat.madeBeforeNear = seat.madeBefore?.toNumber() ?? NaN;
    }
  }
}

/** No name of a strategy has a blank in it. */
function keyOf({ name, symbol, instance }: Seat): string {
  return instance.isWide ? `${name} ${symbol}` : name;
}

function writeDay(day: number, currency: string, made: ReadonlyMap<string, Decimal>): string {
  return JSON.stringify({ day, currency, made: Object.fromEntries([...made].map(([name, amount]) => [name, amount.toFixed()])) });
}

function readDay(text: string): { day: number; currency: string; made: Map<string, Decimal> } | undefined {
  try {
    const { day, currency, made } = JSON.parse(text) as { day: number; currency: string; made: Record<string, string> };
    const entries = Object.entries(made).map(([name, amount]) => [name, decimalFrom(amount)] as const);
    const known = entries.flatMap(([name, amount]) => (amount === undefined ? [] : [[name, amount] as const]));
    return Number.isInteger(day) && typeof currency === 'string' ? { day, currency, made: new Map(known) } : undefined;
  } catch {
    return undefined;
  }
}
