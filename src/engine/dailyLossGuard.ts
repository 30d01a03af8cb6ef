import { decimalFrom } from '../base/decimal.ts';
import type { EngineState } from './engineState.ts';

const DAY_MS = 86_400_000;

/**
 * Watches the day's profit against `maxDailyLoss`. What had been made when the UTC day began is kept over restarts, so that
 * a restart does not wipe a loss out.
 */
export class DailyLossGuard {
  readonly #state: EngineState;

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** Takes what `save-state` kept under no strategy's name. */
  restore(text: string | undefined): void {
    if (text === undefined) return;
    const { day, made } = JSON.parse(text) as { day: number; made: Record<string, string> };
    const entries = Object.entries(made).map(([currency, amount]) => [currency, decimalFrom(amount)] as const);
    this.#state.day = {
      number: day,
      made: new Map(entries.flatMap(([currency, amount]) => (amount === undefined ? [] : [[currency, amount]]))),
    };
  }

  /** Opens a new day when it has begun; answers `reached` when the loss has reached the limit. */
  check(): 'fine' | 'reached' {
    const state = this.#state;
    const limit = state.settings.limits.maxDailyLoss;
    if (limit === undefined) return 'fine';
    const made = state.made(limit.currency);
    if (made === undefined) return 'fine';
    const number = Math.floor(state.now / DAY_MS);
    if (state.day.number !== number || !state.day.made.has(limit.currency)) {
      state.day = { number, made: new Map([[limit.currency, made]]) };
      state.put({ type: 'save-state', strategy: '', state: JSON.stringify({ day: number, made: { [limit.currency]: made.toFixed() } }) });
    }
    const profit = state.profitToday(limit.currency);
    return profit !== undefined && profit.lte(limit.amount.negated()) ? 'reached' : 'fine';
  }
}
