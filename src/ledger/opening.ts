import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import type { BalanceLine } from './balanceLines.ts';

/** What two looks so far apart agree on was no execution that shows late. */
const AGREE_AFTER_MS = 15_000;
/** Differences that are remembered of a currency. */
const MOST_SEEN = 100;

interface Seen {
  readonly difference: Decimal;
  readonly ms: number;
  readonly at: Instant;
}

/** Finds out what the account had when the ledger began: what the balances differ by, as soon as that stays what it is. */
export class Opening {
  readonly #seen = new Map<string, Seen[]>();
  readonly #agreed = new Map<string, Seen>();

  /**
   * The entries, once all currencies are agreed on. Each has the time of the first of the two looks: what was done before then is in it,
   * and nothing that was done later. `nowMs` is of a monotonic clock.
   */
  look(nowMs: number, at: Instant, lines: readonly BalanceLine[]): readonly LedgerEntry[] | undefined {
    for (const { currency, difference, tolerance } of lines) {
      const seen = this.#seen.get(currency) ?? [];
      const same = seen.find((one) => one.difference.minus(difference).abs().lte(tolerance));
      if (same === undefined) seen.push({ difference, ms: nowMs, at });
      else if (nowMs - same.ms >= AGREE_AFTER_MS) this.#agreed.set(currency, { ...same, difference });
      this.#seen.set(currency, seen.slice(-MOST_SEEN));
    }
    const entries = lines.flatMap(({ currency }) => {
      const agreed = this.#agreed.get(currency);
      return agreed === undefined ? [] : [openingEntry(agreed.at, currency, agreed.difference)];
    });
    return lines.length > 0 && entries.length === lines.length ? entries : undefined;
  }
}

/** The opening balances that make the ledger say what the venue said at that time. */
export function openingEntries(at: Instant, lines: readonly BalanceLine[]): readonly LedgerEntry[] {
  return lines.map(({ currency, difference }) => openingEntry(at, currency, difference));
}

function openingEntry(at: Instant, currency: string, amount: Decimal): LedgerEntry {
  return { cause: 'opening', reference: 'opening', currency, amount, at, note: undefined };
}
