import type { Statement } from '../../treasury/statements/statement.ts';
import type { SummaryRow } from '../../treasury/statements/summaryRows.ts';

/** A month of the account as the daemon's own books have it. */
export interface StatementView extends Pick<Statement, 'month' | 'zone'> {
  /** Until when there are movements in it, as ISO 8601 UTC. */
  readonly until: string;
  /** The months that the books know, the newest first. */
  readonly months: readonly string[];
  readonly currencies: readonly StatementCurrency[];
  /** The same with every line, for a spreadsheet. Undefined where it is too long for a page. */
  readonly csv: string | undefined;
}

/** A row of the summary, with money as text. */
export type StatementRowView = Pick<SummaryRow, 'label' | 'count' | 'isOpen'> & {
  readonly gained: string | undefined;
  readonly lost: string | undefined;
  readonly amount: string;
};

export interface StatementCurrency {
  readonly currency: string;
  /** Opening balance, classes, closing balance, and what they are held against. */
  readonly rows: readonly StatementRowView[];
  /** Whether it was held against a balance of the venue, and whether any difference is left that nothing explains. */
  readonly isHeld: boolean;
  readonly isOpen: boolean;
}
