import { type Decimal, decimalFrom } from '../base/decimal.ts';
import { dayOf, type EngineState, type TradingDay } from './engineState.ts';
import { keepsLimit } from './risk/dailyLoss.ts';
import type { Money } from './risk/riskCheck.ts';
import { profitOf } from './valuation.ts';

/**
 * Watches the day's profit against `maxDailyLoss`. What each strategy had made when the UTC day began is kept over restarts,
 * so that a restart does not wipe a loss out.
 */
export class DailyLossGuard {
  readonly #state: EngineState;
  #reachedOn: number | undefined;
  /** The day that has begun for every strategy. */
  #opened: TradingDay | undefined;

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** Takes what `save-state` kept under no strategy's name. A text that can't be read counts as none. */
  restore(text: string | undefined): void {
    const day = text === undefined ? undefined : readDay(text);
    if (day !== undefined) this.#state.day = day;
  }

  /** Opens a day that has begun, for every strategy as soon as it can be valued. Costs nothing when that is done. */
  openDay(): void {
    const state = this.#state;
    const currency = state.settings.limits.maxDailyLoss?.currency;
    const number = dayOf(state.now);
    if (currency === undefined) return;
    if (state.day.number !== number || state.day.currency !== currency) state.day = { number, currency, made: new Map() };
    if (state.day === this.#opened) return;
    const { made } = state.day;
    const before = made.size;
    for (const name of state.runs.keys()) {
      const profit = made.has(name) ? undefined : profitOf(state, name, currency);
      if (profit !== undefined) made.set(name, profit);
    }
    if ([...state.runs.keys()].every((name) => made.has(name))) this.#opened = state.day;
    if (made.size > before) state.put({ type: 'save-state', strategy: '', state: writeDay(number, currency, made) });
  }

  /** `reached` once when the day's loss has reached the limit, `lifted` once when a new day has begun after that. */
  check(): 'fine' | 'reached' | 'lifted' {
    const state = this.#state;
    const limit = state.settings.limits.maxDailyLoss;
    if (limit === undefined) return 'fine';
    this.openDay();
    if (this.#reachedOn === state.day.number) return 'fine';
    if (this.#isReached(limit)) {
      this.#reachedOn = state.day.number;
      return 'reached';
    }
    if (this.#reachedOn === undefined) return 'fine';
    this.#reachedOn = undefined;
    return 'lifted';
  }

  #isReached({ amount, currency }: Money): boolean {
    if (keepsLimit(this.#state.nearProfitToday(currency), amount)) return false;
    return this.#state.profitToday(currency)?.lte(amount.negated()) === true;
  }
}

function writeDay(day: number, currency: string, made: ReadonlyMap<string, Decimal>): string {
  return JSON.stringify({ day, currency, made: Object.fromEntries([...made].map(([name, amount]) => [name, amount.toFixed()])) });
}

function readDay(text: string): EngineState['day'] | undefined {
  try {
    const { day, currency, made } = JSON.parse(text) as { day: number; currency: string; made: Record<string, string> };
    const entries = Object.entries(made).map(([name, amount]) => [name, decimalFrom(amount)] as const);
    const known = entries.flatMap(([name, amount]) => (amount === undefined ? [] : [[name, amount] as const]));
    return Number.isInteger(day) && typeof currency === 'string' ? { number: day, currency, made: new Map(known) } : undefined;
  } catch {
    return undefined;
  }
}
