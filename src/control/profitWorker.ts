import { Fault } from '../base/fault.ts';
import { type PeriodQuery, profitByPeriod } from '../daemon/history/profitByPeriod.ts';
import { newestPeriods, profitRow, profitSums } from '../daemon/history/profitRow.ts';
import { answerFromStore, type StoreWork } from './answerFromStore.ts';
import type { ProfitView } from './contract/profitView.ts';

export interface ProfitWork extends PeriodQuery, StoreWork {}

/** What a page has room for, and the daemon takes in without a pause. The command lists the rest. */
const MOST_ROWS = 1000;
const NO_JOURNAL = new Fault('not-found', 'this account has no journal yet', { suggestion: 'the first `sluice run` makes it' });

// In a process of its own: a day may have tens of thousands of executions, and of each the digits are read and added up.
answerFromStore(NO_JOURNAL, async (store, work: ProfitWork): Promise<ProfitView> => {
  const rows = (await profitByPeriod(store, work)).map(profitRow);
  const listed = newestPeriods(rows, MOST_ROWS);
  return { rows: listed, unlisted: rows.length - listed.length, sums: profitSums(rows) };
});
