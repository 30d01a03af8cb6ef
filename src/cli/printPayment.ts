import type { TimelineEntry } from '../treasury/payments/intentTimeline.ts';
import { waysToSettle } from '../treasury/payments/settled.ts';
import type { PaymentRow } from '../treasury/transferReads.ts';
import { paymentDetails, timelineColumns } from './paymentColumns.ts';
import { objectOf, printJson, printRecord, printRows } from './print.ts';
import { say, type Shell } from './shell.ts';

/** Prints a payment with its timeline: in JSON as its member `timeline`, in CSV the timeline alone. */
export function printPayment(shell: Shell, row: PaymentRow, timeline: readonly TimelineEntry[]): void {
  const { output } = shell.options;
  if (output === 'json' || output === 'ndjson') {
    const entries = timeline.map((entry) => objectOf(timelineColumns, entry));
    return printJson(shell, { ...objectOf(paymentDetails, row), timeline: entries });
  }
  if (output !== 'csv') {
    printRecord(shell, paymentDetails, row);
    shell.out.write('\n');
  }
  printRows(shell, timelineColumns, timeline);
  if (row.status === 'ManualActionRequired') say(shell, `a person must decide: ${waysToSettle(row.id)}`);
}
