import { counted } from '../../base/counted.ts';
import type { ReconcileLine } from '../../treasury/payments/reconcileLine.ts';
import type { BucketSum } from '../../treasury/payments/reconcileSums.ts';
import type { Column } from '../column.ts';
import { command, flag, requiredOption } from '../command.ts';
import { monthValue } from '../paymentValues.ts';
import { say } from '../shell.ts';

/** A check has found something (exit codes of `sluice --help`). */
const UNMATCHED = 10;

export const treasuryReconcile = command({
  name: 'treasury reconcile',
  about: 'Compare what was expected in a month with what came: payments, deposits, payouts, refunds; exit 10 where somebody has to look',
  options: {
    month: requiredOption('--month <month>', 'a calendar month in UTC, like 2026-10', monthValue),
    all: flag('--all', 'in a table, list what is matched too'),
  },
  examples: [
    'treasury reconcile --month 2026-10',
    'treasury reconcile --month 2026-10 -o json',
    'treasury reconcile --month 2026-10 -o csv',
  ],
  async run({ options: { month, all } }, shell) {
    const { reconcileMonth } = await import('../reconcileMonth.ts');
    const { objectOf, printJson, printRows } = await import('../print.ts');
    const { read, lines, sums, untied, open } = await reconcileMonth(shell, month);
    const { output } = shell.options;
    if (output === 'json' || output === 'ndjson') {
      printJson(shell, {
        month: month.month,
        read,
        open,
        untied: untied.map(({ kind, currency, difference }) => ({ kind, currency, difference })),
        sums: sums.map((sum) => objectOf(sumColumns, sum)),
        lines: lines.map((line) => objectOf(lineColumns, line)),
      });
    } else if (output === 'csv') printRows(shell, lineColumns, lines);
    else {
      printRows(shell, sumColumns, sums);
      const shown = lines.filter(({ bucket, isOpen }) => all || isOpen || bucket !== 'matched');
      if (shown.length > 0) shell.out.write('\n');
      if (shown.length > 0) printRows(shell, lineColumns, shown);
    }
    for (const { kind, currency, difference } of untied)
      say(shell, `DOES NOT TIE: ${kind} ${currency} by ${difference.toFixed()}; report it`);
    say(
      shell,
      open === 0
        ? 'everything is explained'
        : `${open} of ${counted(lines.length, 'line')} ${open === 1 ? 'needs' : 'need'} somebody to look at ${open === 1 ? 'it' : 'them'}`,
    );
    return open > 0 || untied.length > 0 ? UNMATCHED : 0;
  },
});

const sumColumns: readonly Column<BucketSum>[] = [
  { key: 'kind', value: (sum) => sum.kind },
  { key: 'currency', value: (sum) => sum.currency },
  { key: 'bucket', value: (sum) => sum.bucket },
  { key: 'count', kind: 'number', value: (sum) => sum.count },
  { key: 'open', kind: 'number', value: (sum) => sum.open },
  { key: 'expected', kind: 'number', value: (sum) => sum.expected },
  { key: 'received', kind: 'number', value: (sum) => sum.received },
  { key: 'difference', kind: 'number', value: (sum) => sum.received.minus(sum.expected) },
];

const lineColumns: readonly Column<ReconcileLine>[] = [
  { key: 'bucket', value: (line) => line.bucket },
  { key: 'open', value: (line) => line.isOpen },
  { key: 'kind', value: (line) => line.kind },
  { key: 'at', kind: 'time', value: (line) => line.at },
  { key: 'id', value: (line) => line.id },
  { key: 'reference', value: (line) => line.reference },
  { key: 'status', value: (line) => line.status },
  { key: 'currency', value: (line) => line.currency },
  { key: 'expected', kind: 'number', value: (line) => line.expected },
  { key: 'received', kind: 'number', value: (line) => line.received },
  { key: 'belongsTo', value: (line) => line.belongsTo },
  { key: 'why', value: (line) => line.why },
];
