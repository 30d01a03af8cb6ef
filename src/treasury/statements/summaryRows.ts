import type { Decimal } from '../../base/decimal.ts';
import { isoOf } from '../../base/instant.ts';
import { dayNamer } from './monthRange.ts';
import { CLASSES, type CurrencyStatement, type Statement, type StatementCheck } from './statement.ts';

/** A row of the table that a person reads: the opening balance, each class, the closing balance, and what they are held against. */
export interface SummaryRow {
  readonly label: string;
  readonly count: number | undefined;
  readonly gained: Decimal | undefined;
  readonly lost: Decimal | undefined;
  readonly amount: Decimal;
  readonly isOpen: boolean;
}

export function summaryRows(
  { from, until, zone }: Statement,
  { opening, classes, closing, checks }: CurrencyStatement,
): readonly SummaryRow[] {
  const day = dayNamer(zone);
  return [
    plain(`Opening balance, ${day(from)}`, opening),
    ...classes.map(({ cause, count, gained, lost }) => ({
      label: CLASSES[cause],
      count,
      gained,
      lost,
      amount: gained.plus(lost),
      isOpen: false,
    })),
    plain(`Closing balance, ${day(until - 1)}`, closing),
    ...checks.filter(isShown).flatMap((check) => [plain(checkLabel(check), check.other), differenceRow(check)]),
  ];
}

/** The ledger's own sums are of interest only where they differ. */
function isShown({ against, difference }: StatementCheck): boolean {
  return against !== 'sums' || !difference.isZero();
}

function checkLabel({ against, at }: StatementCheck): string {
  switch (against) {
    case 'venue':
      return `At the venue, ${isoOf(at)}`;
    case 'recorded':
      return `At the venue as recorded, ${isoOf(at)}`;
    case 'sums':
      return 'Sums that the ledger keeps';
  }
}

function differenceRow({ against, difference, books, isRounding }: StatementCheck): SummaryRow {
  const isOpen = !difference.isZero() && !isRounding;
  const why = isRounding && !difference.isZero() ? ' (average prices that the venue has rounded)' : '';
  const from = against === 'venue' || difference.isZero() ? '' : ` from the books, which have ${books.toFixed()} then`;
  return { ...plain(`Difference${from}${why}`, difference), isOpen };
}

function plain(label: string, amount: Decimal): SummaryRow {
  return { label, count: undefined, gained: undefined, lost: undefined, amount, isOpen: false };
}
