import type { Decimal } from '../base/decimal.ts';
import type { BalanceLine } from './balanceLines.ts';

/** What is on its way between two lists shows as a difference for moments; one that lasts so long is none of that. */
const LASTS_MS = 60_000;
const LEAST_LOOKS = 3;
/** As much as counts between two looks: longer without one, nothing was compared. */
const MOST_BETWEEN_MS = LASTS_MS / (LEAST_LOOKS - 1);

interface Difference {
  /** For how long it was looked at. */
  readonly forMs: number;
  readonly looks: number;
  readonly amount: Decimal;
  /** For how long, and in how many looks, it was of this amount. */
  readonly steadyMs: number;
  readonly steadyLooks: number;
}

/**
 * Tells differences that last from those of a moment: executions change the balances before the trades list shows them. One look
 * without a difference explains all that was before it.
 */
export class Differences {
  readonly #differences = new Map<string, Difference>();
  /** Those that were found to last, until a look finds them gone. */
  readonly #lasting = new Map<string, Decimal>();
  #lookedMs = 0;

  /** `nowMs` is of a monotonic clock. */
  look(nowMs: number, lines: readonly BalanceLine[]): void {
    const passedMs = Math.min(MOST_BETWEEN_MS, nowMs - this.#lookedMs);
    this.#lookedMs = nowMs;
    for (const { currency, difference, isExplained } of lines) {
      if (isExplained) {
        this.#differences.delete(currency);
        this.#lasting.delete(currency);
        continue;
      }
      const before = this.#differences.get(currency);
      const steady = before?.amount.eq(difference) === true ? before : undefined;
      const now = {
        forMs: before === undefined ? 0 : before.forMs + passedMs,
        looks: (before?.looks ?? 0) + 1,
        amount: difference,
        steadyMs: steady === undefined ? 0 : steady.steadyMs + passedMs,
        steadyLooks: (steady?.steadyLooks ?? 0) + 1,
      };
      this.#differences.set(currency, now);
      if (this.#lasting.has(currency) || (now.looks >= LEAST_LOOKS && now.forMs >= LASTS_MS)) {
        this.#lasting.set(currency, difference);
      }
    }
  }

  /** One that an earlier life has found. */
  restore(currency: string, amount: Decimal): void {
    this.#lasting.set(currency, amount);
  }

  /** The currencies that have differed by one amount for as long as a difference takes to last. */
  get steady(): ReadonlySet<string> {
    const lasting = [...this.#differences].filter(([, { steadyMs, steadyLooks }]) => steadyLooks >= LEAST_LOOKS && steadyMs >= LASTS_MS);
    return new Set(lasting.map(([currency]) => currency));
  }

  /** Its difference was found to have a cause: the next look judges anew. */
  forget(currency: string): void {
    this.#differences.delete(currency);
    this.#lasting.delete(currency);
  }

  /** By currency, what nothing explains. */
  get lasting(): ReadonlyMap<string, Decimal> {
    return this.#lasting;
  }
}
