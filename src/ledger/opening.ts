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
}

/** Finds out what the account had when the ledger began: what the balances differ by, as soon as that stays what it is. */
export class Opening {
  readonly #seen = new Map<string, Seen[]>();
  readonly #agreed = new Map<string, Decimal>();

  /** The entries, once all currencies are agreed on. `nowMs` is of a monotonic clock. */
  look(nowMs: number, at: Instant, lines: readonly BalanceLine[]): readonly LedgerEntry[] | undefined {
    for (const { currency, difference, tolerance } of lines) {
      const seen = this.#seen.get(currency) ?? [];
      const same = seen.find((one) => one.difference.minus(difference).abs().lte(tolerance));
      if (same === undefined) seen.push({ difference, ms: nowMs });
      else if (nowMs - same.ms >= AGREE_AFTER_MS) this.#agreed.set(currency, difference);
      this.#seen.set(currency, seen.slice(-MOST_SEEN));
    }
    const isAgreed = lines.length > 0 && lines.every(({ currency }) => this.#agreed.has(currency));
    return isAgreed ? lines.map(({ currency }) => openingEntry(at, currency, this.#agreed.get(currency)!)) : undefined;
  }
}

/** The opening balances that make the ledger say what the venue says. */
export function openingEntries(at: Instant, lines: readonly BalanceLine[]): readonly LedgerEntry[] {
  return lines.map(({ currency, difference }) => openingEntry(at, currency, difference));
}

function openingEntry(at: Instant, currency: string, amount: Decimal): LedgerEntry {
  return { cause: 'opening', reference: 'opening', currency, amount, at, note: undefined };
}
