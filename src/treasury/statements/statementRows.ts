import type { Decimal } from '../../base/decimal.ts';
import { isoOf } from '../../base/instant.ts';
import type { CurrencyStatement, Statement } from './statement.ts';

/** A row of the statement for programs: `part` says what it is. Empty members are undefined. */
export interface StatementRow {
  readonly currency: string;
  readonly part: 'opening' | 'class' | 'line' | 'closing' | 'check';
  /** The day of a line; the time of a check. */
  readonly at: string | undefined;
  /** The cause of a class or line; what a check is held against. */
  readonly what: string | undefined;
  readonly id: string | undefined;
  readonly count: number | undefined;
  readonly gained: Decimal | undefined;
  readonly lost: Decimal | undefined;
  /** How much the balance changed. In a row that checks, the difference. */
  readonly amount: Decimal | undefined;
  /** What the wallet has. In a row that checks, what the other side says. */
  readonly balance: Decimal | undefined;
  readonly note: string | undefined;
}

/** The whole statement as rows of one form. */
export function statementRows(statement: Statement): readonly StatementRow[] {
  return statement.currencies.flatMap((currency) => currencyRows(statement, currency));
}

function currencyRows(
  { from, until }: Statement,
  { currency, opening, classes, lines, closing, checks }: CurrencyStatement,
): readonly StatementRow[] {
  const row = (part: StatementRow['part'], over: Partial<StatementRow>): StatementRow => ({ ...EMPTY, currency, part, ...over });
  return [
    row('opening', { at: isoOf(from), balance: opening }),
    ...classes.map(({ cause, count, gained, lost }) => row('class', { what: cause, count, gained, lost, amount: gained.plus(lost) })),
    ...lines.map(({ day, cause, id, count, amount, balance, note }) =>
      row('line', { at: day, what: cause, id, count, amount, balance, note }),
    ),
    row('closing', { at: isoOf(until), balance: closing }),
    ...checks.map(({ against, at, other, difference, isRounding }) =>
      row('check', {
        at: isoOf(at),
        what: against,
        amount: difference,
        balance: other,
        note: isRounding && !difference.isZero() ? 'rounding' : undefined,
      }),
    ),
  ];
}

const EMPTY = {
  at: undefined,
  what: undefined,
  id: undefined,
  count: undefined,
  gained: undefined,
  lost: undefined,
  amount: undefined,
  balance: undefined,
  note: undefined,
};
