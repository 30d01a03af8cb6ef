import type { Decimal } from '../base/decimal.ts';
import type { BalanceLine } from './balanceLines.ts';

/** What is on its way between two lists shows as a difference for moments; one that lasts so long is none of that. */
const LASTS_MS = 60_000;
const LEAST_LOOKS = 3;

interface Difference {
  readonly sinceMs: number;
  readonly looks: number;
  readonly amount: Decimal;
}

/**
 * Tells differences that last from those of a moment: executions change the balances before the trades list shows them. One look
 * without a difference explains all that was before it.
 */
export class Differences {
  readonly #differences = new Map<string, Difference>();
  /** Those that were found to last, until a look finds them gone. */
  readonly #lasting = new Map<string, Decimal>();

  /** `nowMs` is of a monotonic clock. */
  look(nowMs: number, lines: readonly BalanceLine[]): void {
    for (const { currency, difference, isExplained } of lines) {
      if (isExplained) {
        this.#differences.delete(currency);
        this.#lasting.delete(currency);
        continue;
      }
      const before = this.#differences.get(currency);
      const now = { sinceMs: before?.sinceMs ?? nowMs, looks: (before?.looks ?? 0) + 1, amount: difference };
      this.#differences.set(currency, now);
      if (this.#lasting.has(currency) || (now.looks >= LEAST_LOOKS && nowMs - now.sinceMs >= LASTS_MS)) {
        this.#lasting.set(currency, difference);
      }
    }
  }

  /** One that an earlier life has found. */
  restore(currency: string, amount: Decimal): void {
    this.#lasting.set(currency, amount);
  }

  /** By currency, what nothing explains. */
  get lasting(): ReadonlyMap<string, Decimal> {
    return this.#lasting;
  }
}
