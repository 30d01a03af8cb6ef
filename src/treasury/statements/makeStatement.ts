import { type Decimal, ZERO } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import { type Instant, isoOf } from '../../base/instant.ts';
import type { Balance } from '../../model/balance.ts';
import type { BalanceRecord, LedgerHistory, LedgerMovement } from '../../model/ledger.ts';
import { CurrencyAccount } from './currencyAccount.ts';
import { dayNamer, type MonthRange } from './monthRange.ts';
import type { CurrencyStatement, Statement, StatementCheck } from './statement.ts';

export interface StatementOptions {
  readonly month: string;
  readonly zone: string;
  readonly range: MonthRange;
  readonly now: Instant;
  /** All currencies when none is named. */
  readonly currency: string | undefined;
  /** What the venue says that the account has now. Undefined when it was not asked. */
  readonly balances: readonly Pick<Balance, 'currency' | 'total'>[] | undefined;
  /** The last balance of each currency that was recorded in the month. */
  readonly records: readonly BalanceRecord[];
}

/**
 * Makes the statement of a month from the books, and holds it against whatever else is known of the balances. Rejects with `not-found` when
 * the books begin later.
 */
export async function makeStatement(history: LedgerHistory, options: StatementOptions): Promise<Statement> {
  const { month, zone, range, now, currency: wanted } = options;
  if (history.beganAt >= range.to) {
    throw new Fault('not-found', `the books begin on ${isoOf(history.beganAt)}, after the month ${month}`, {
      suggestion: `ask for ${dayNamer(zone)(history.beganAt).slice(0, month.length)} or a later month`,
    });
  }
  const books = new MonthBooks(history, options);
  for await (const movement of history.movements()) books.enter(movement);
  const currencies = wanted === undefined ? books.all() : [books.one(wanted)];
  return { month, zone, ...range, until: Math.min(range.to, Math.max(now, range.from)), currencies };
}

/** The books from their beginning to now, of which one month is looked at closely. */
class MonthBooks {
  readonly #history: LedgerHistory;
  readonly #options: StatementOptions;
  readonly #records: ReadonlyMap<string, BalanceRecord>;
  readonly #dayOf: (at: Instant) => string;
  /** By currency, what the wallet has after the movement that was entered last. */
  readonly #balances: Map<string, Decimal>;
  /** By currency, the month from its first movement on. */
  readonly #accounts = new Map<string, CurrencyAccount>();
  /** By currency, what the books had at the time of its recorded balance. */
  readonly #atRecord = new Map<string, Decimal>();

  constructor(history: LedgerHistory, options: StatementOptions) {
    this.#history = history;
    this.#options = options;
    this.#records = new Map(options.records.filter(({ at }) => at >= history.beganAt).map((record) => [record.currency, record]));
    this.#dayOf = dayNamer(options.zone);
    this.#balances = new Map(history.opening);
    if (history.beganAt < options.range.from) return;
    for (const [currency, amount] of history.opening) {
      const account = new CurrencyAccount(ZERO);
      account.enter(this.#dayOf(history.beganAt), 'opening', amount, 'opening', undefined);
      this.#accounts.set(currency, account);
    }
  }

  enter({ at, cause, id, postings, note }: LedgerMovement): void {
    const { from, to } = this.#options.range;
    for (const { cause: why, currency, amount } of postings) {
      const before = this.#balances.get(currency) ?? ZERO;
      const record = this.#records.get(currency);
      if (record !== undefined && at > record.at && !this.#atRecord.has(currency)) this.#atRecord.set(currency, before);
      if (at >= from) {
        const account = this.#accounts.get(currency) ?? new CurrencyAccount(before);
        this.#accounts.set(currency, account);
        if (at < to) account.enter(this.#dayOf(at), why, amount, cause === 'fill' ? undefined : id, note);
      }
      this.#balances.set(currency, before.plus(amount));
    }
  }

  /** Every currency that has anything to show, in the order of the alphabet. */
  all(): readonly CurrencyStatement[] {
    const all = this.#currencies().map((currency) => this.#statementOf(currency));
    return all.filter(
      ({ opening, lines, checks }) => lines.length > 0 || !opening.isZero() || checks.some(({ difference }) => !difference.isZero()),
    );
  }

  /** One currency, though it has nothing to show. Throws `not-found` for one that is known nowhere. */
  one(currency: string): CurrencyStatement {
    const known = this.#currencies();
    if (known.includes(currency)) return this.#statementOf(currency);
    throw new Fault('not-found', `the books have nothing of ${currency}`, { suggestion: `they have ${known.join(', ')}` });
  }

  #currencies(): readonly string[] {
    const others = [...(this.#options.balances ?? []), ...this.#records.values()].map(({ currency }) => currency);
    return [...new Set([...this.#balances.keys(), ...others])].toSorted();
  }

  #statementOf(currency: string): CurrencyStatement {
    const now = this.#balances.get(currency) ?? ZERO;
    const account = this.#accounts.get(currency) ?? new CurrencyAccount(now);
    const classes = account.end();
    const { opening, lines, balance: closing } = account;
    return { currency, opening, classes, closing, lines, checks: this.#checks(currency, now) };
  }

  #checks(currency: string, books: Decimal): readonly StatementCheck[] {
    const { range, now, balances } = this.#options;
    const rounding = this.#history.rounding.get(currency) ?? ZERO;
    const check = (against: StatementCheck['against'], at: Instant, ours: Decimal, other: Decimal): StatementCheck => {
      const difference = other.minus(ours);
      return { against, at, books: ours, other, difference, isRounding: against !== 'sums' && difference.abs().lte(rounding) };
    };
    const checks = [check('sums', now, books, this.#history.sums.get(currency) ?? ZERO)];
    const record = this.#records.get(currency);
    if (now >= range.from && now < range.to && balances !== undefined) {
      const total = balances.find((balance) => balance.currency === currency)?.total ?? ZERO;
      checks.unshift(check('venue', now, books, total));
    } else if (record !== undefined) {
      checks.unshift(check('recorded', record.at, this.#atRecord.get(currency) ?? books, record.total));
    }
    return checks;
  }
}
