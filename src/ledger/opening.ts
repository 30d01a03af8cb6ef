import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import type { BalanceLine } from './balanceLines.ts';

/** What two looks so far apart agree on was no execution that shows late. */
const AGREE_AFTER_MS = 15_000;

/** Finds out what the account had when the ledger began: what the balances differ by, as soon as that stays what it is. */
export class Opening {
  readonly #seen = new Map<string, Map<string, number>>();
  readonly #agreed = new Map<string, Decimal>();

  /** The entries, once all currencies are agreed on. `nowMs` is of a monotonic clock. */
  look(nowMs: number, at: Instant, lines: readonly BalanceLine[]): readonly LedgerEntry[] | undefined {
    for (const { currency, difference } of lines) {
      const seen = this.#seen.get(currency) ?? new Map<string, number>();
      const text = difference.toFixed();
      const firstMs = seen.get(text) ?? nowMs;
      this.#seen.set(currency, seen.set(text, firstMs));
      if (nowMs - firstMs >= AGREE_AFTER_MS) this.#agreed.set(currency, difference);
    }
    if (lines.some(({ currency }) => !this.#agreed.has(currency))) return undefined;
    return openingEntries(at, lines);
  }
}

/** The opening balances that make the ledger say what the venue says. */
export function openingEntries(at: Instant, lines: readonly BalanceLine[]): readonly LedgerEntry[] {
  return lines.map(({ currency, difference }) => ({
    cause: 'opening',
    reference: 'opening',
    currency,
    amount: difference,
    at,
    note: undefined,
  }));
}
