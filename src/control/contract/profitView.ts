import type { ProfitRow } from '../../daemon/history/profitRow.ts';

/** What each strategy made in each day, week or month, as `sluice profit` tells it. */
export interface ProfitView {
  /** Oldest first: the newest ones, where there are more than a page has room for. */
  readonly rows: readonly ProfitRow[];
  /** How many earlier ones there are. */
  readonly unlisted: number;
  /** What all of them come to, a line for each currency. */
  readonly sums: readonly string[];
}
