import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { LedgerCause } from '../../model/ledger.ts';
import { CLASSES, type StatementClass, type StatementLine } from './statement.ts';

/** What happens in one currency during a month, added up line by line. */
export class CurrencyAccount {
  readonly opening: Decimal;
  readonly lines: StatementLine[] = [];
  readonly #classes = new Map<LedgerCause, StatementClass>();
  /** What was executed on the present day: it becomes two lines at its end. */
  readonly #today = new Map<LedgerCause, { count: number; amount: Decimal }>();
  #day = '';
  #balance: Decimal;

  constructor(opening: Decimal) {
    this.opening = opening;
    this.#balance = opening;
  }

  get balance(): Decimal {
    return [...this.#today.values()].reduce((sum, { amount }) => sum.plus(amount), this.#balance);
  }

  /** Enters one change. `id` is undefined for executions, of which there may be very many. Days come in their order. */
  enter(day: string, cause: LedgerCause, amount: Decimal, id: string | undefined, note: string | undefined): void {
    if (day !== this.#day) this.#endDay();
    this.#day = day;
    this.#count(cause, amount);
    if (id === undefined) {
      const { count, amount: before } = this.#today.get(cause) ?? { count: 0, amount: ZERO };
      this.#today.set(cause, { count: count + 1, amount: before.plus(amount) });
    } else this.#line(day, cause, id, 1, amount, note);
  }

  /** The classes that have something, in the order of a statement. */
  end(): readonly StatementClass[] {
    this.#endDay();
    return (Object.keys(CLASSES) as LedgerCause[]).flatMap((cause) => this.#classes.get(cause) ?? []);
  }

  #endDay(): void {
    for (const [cause, { count, amount }] of this.#today) this.#line(this.#day, cause, undefined, count, amount, undefined);
    this.#today.clear();
  }

  #line(day: string, cause: LedgerCause, id: string | undefined, count: number, amount: Decimal, note: string | undefined): void {
    this.#balance = this.#balance.plus(amount);
    this.lines.push({ day, cause, id, count, amount, balance: this.#balance, note });
  }

  #count(cause: LedgerCause, amount: Decimal): void {
    const { count, gained, lost } = this.#classes.get(cause) ?? { count: 0, gained: ZERO, lost: ZERO };
    const isGain = amount.gt(0);
    this.#classes.set(cause, {
      cause,
      count: count + 1,
      gained: isGain ? gained.plus(amount) : gained,
      lost: isGain ? lost : lost.plus(amount),
    });
  }
}
