import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { BalanceLine } from '../ledger/balanceLines.ts';
import type { Balance } from '../model/balance.ts';
import type { BalanceRecord, Ledger } from '../model/ledger.ts';

/** A balance is kept no more often than this. The last of a month is the one that its statement is held against. */
const EVERY_MS = 600_000;

interface Seen {
  readonly total: Decimal;
  readonly at: Instant;
  readonly recordedAt: Instant;
}

/** What was just compared: the venue's balances, and what the ledger says of them. */
export interface BalanceLook {
  /** When the balances were read, or a moment later, by the venue's clock. */
  readonly at: Instant;
  readonly balances: readonly Pick<Balance, 'currency' | 'total'>[];
  readonly lines: readonly Pick<BalanceLine, 'currency' | 'difference'>[];
  /** When the newest of all was that the ledger knows: an execution, a conversion, a deposit … */
  readonly newestAt: Instant | undefined;
  /** Currencies of which something is on its way out: some venues count it, and others don't. */
  readonly leaving: ReadonlyMap<string, unknown>;
}

/**
 * Keeps what the venue says that the account has, so that the statement of a month that is over can be held against it. When a balance was
 * that, must be known exactly. One that two looks in a row have shown was it at the first of them. One of an account that trades all the time
 * was it at the newest thing that the ledger knows, if it is what all up to there adds up to.
 */
export class BalanceRecorder {
  readonly #ledger: Pick<Ledger, 'recordBalances'>;
  readonly #seen = new Map<string, Seen>();

  constructor(ledger: Pick<Ledger, 'recordBalances'>) {
    this.#ledger = ledger;
  }

  async look({ at, balances, lines, newestAt, leaving }: BalanceLook): Promise<void> {
    const explained = new Set(lines.filter(({ difference }) => difference.isZero()).map(({ currency }) => currency));
    const records: BalanceRecord[] = [];
    for (const { currency, total } of balances) {
      const before = this.#seen.get(currency);
      const recordedAt = before?.recordedAt ?? -Infinity;
      const knownAt = before?.total.eq(total) === true ? before.at : explained.has(currency) ? newestAt : undefined;
      const isDue = knownAt !== undefined && knownAt - recordedAt >= EVERY_MS && !leaving.has(currency);
      if (isDue) records.push({ currency, total, at: knownAt });
      this.#seen.set(currency, { total, at, recordedAt: isDue ? knownAt : recordedAt });
    }
    if (records.length > 0) await this.#ledger.recordBalances(records);
  }
}
