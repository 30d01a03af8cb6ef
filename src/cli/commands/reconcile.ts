import { counted } from '../../base/counted.ts';
import type { Decimal } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import type { ReconciledRow } from '../../daemon/reconciliation.ts';
import type { Column } from '../column.ts';
import { command } from '../command.ts';

export const reconcile = command({
  name: 'reconcile',
  about: 'Compare open orders, executions and balances with the venue, over the whole history; exit code 10 when something differs',
  examples: ['reconcile', 'reconcile -o json'],
  async run(_given, shell) {
    const { reconcileAccount } = await import('../reconcileWay.ts');
    const { printRows } = await import('../print.ts');
    const rows = await reconcileAccount(shell);
    const { decimalFrom } = await import('../../base/decimal.ts');
    const number = (text: string | undefined): Decimal | undefined => (text === undefined ? undefined : decimalFrom(text));
    const shown = rows.map((row) => ({ ...row, ours: number(row.ours), venue: number(row.venue), difference: number(row.difference) }));
    printRows(shell, columns, shown);
    const problems = rows.filter(({ isProblem }) => isProblem);
    if (problems.length === 0) return;
    const names = problems.map(({ check, name, difference }) => `${check} ${name}${difference === undefined ? '' : ` by ${difference}`}`);
    throw new Fault('check-failed', `${counted(problems.length, 'thing differs', 'things differ')} from the venue: ${names.join(', ')}`, {
      suggestion: 'docs/operating.md says what to look at; a difference of a balance is booked by `sluice ledger adjust`',
    });
  },
});

interface ShownRow extends Omit<ReconciledRow, 'ours' | 'venue' | 'difference'> {
  readonly ours: Decimal | undefined;
  readonly venue: Decimal | undefined;
  readonly difference: Decimal | undefined;
}

const columns: readonly Column<ShownRow>[] = [
  { key: 'check', value: ({ check }) => check },
  { key: 'name', value: ({ name }) => name },
  { key: 'ours', kind: 'number', value: ({ ours }) => ours },
  { key: 'venue', kind: 'number', value: ({ venue }) => venue },
  { key: 'difference', kind: 'number', value: ({ difference }) => difference },
  { key: 'result', value: ({ result }) => result, style: ({ isProblem }) => (isProblem ? 'red' : undefined) },
];
