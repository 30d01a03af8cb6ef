import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import type { BalanceLine } from './balanceLines.ts';

/** What two looks so far apart agree on was no execution that shows late. */
const AGREE_AFTER_MS = 15_000;
/** The venue's time is known to within this. */
const TIME_WITHIN_MS = 2000;
/** What its entries refer to. */
export const OPENING = 'opening';
/** Differences that are remembered of a currency. */
const MOST_SEEN = 100;

interface Seen {
  readonly difference: Decimal;
  readonly ms: number;
  readonly at: Instant;
}

/**
 * Finds out what the account had when the ledger began: what the balances differ by, as soon as that stays what it is. A look counts only if no
 * execution of before it is booked after it: two looks that each lack an execution may agree on what is wrong.
 */
export class Opening {
  readonly #seen = new Map<string, Seen[]>();
  /** What two looks agreed on, with the time of the second. */
  readonly #agreed = new Map<string, Seen & { readonly until: Instant }>();

  /** An execution of this time was booked after all looks so far. */
  booked(tradedAt: Instant): void {
    const isCertain = (at: Instant): boolean => at < tradedAt - TIME_WITHIN_MS;
    for (const [currency, seen] of this.#seen) {
      this.#seen.set(
        currency,
        seen.filter(({ at }) => isCertain(at)),
      );
    }
    for (const [currency, { until }] of this.#agreed) if (!isCertain(until)) this.#agreed.delete(currency);
  }

  /**
   * The entries, once all currencies are agreed on. Each has the time in the middle of the two looks, by the venue's clock, which `at` is of: what
   * was done before is in it, and nothing that was done later. What was done between the two looks was booked by the second, or they would not
   * agree; so the clocks may be off by half of the time between them. `nowMs` is of a monotonic clock.
   */
  look(nowMs: number, at: Instant, lines: readonly BalanceLine[]): readonly LedgerEntry[] | undefined {
    for (const { currency, difference, tolerance } of lines) {
      const seen = this.#seen.get(currency) ?? [];
      const same = seen.find((one) => one.difference.minus(difference).abs().lte(tolerance));
      if (same === undefined) seen.push({ difference, ms: nowMs, at });
      else if (nowMs - same.ms >= AGREE_AFTER_MS) {
        this.#agreed.set(currency, { ...same, difference, at: Math.floor((same.at + at) / 2), until: at });
      }
      this.#seen.set(currency, seen.slice(-MOST_SEEN));
    }
    const entries = lines.flatMap(({ currency }) => {
      const agreed = this.#agreed.get(currency);
      if (agreed === undefined) return [];
      const { at: beganAt, difference: amount } = agreed;
      return [{ cause: 'opening' as const, reference: OPENING, currency, amount, at: beganAt, note: undefined }];
    });
    return lines.length > 0 && entries.length === lines.length ? entries : undefined;
  }
}
