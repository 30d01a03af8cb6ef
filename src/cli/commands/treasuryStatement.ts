import type { Statement } from '../../treasury/statements/statement.ts';
import type { StatementRow } from '../../treasury/statements/statementRows.ts';
import type { SummaryRow } from '../../treasury/statements/summaryRows.ts';
import { Fault } from '../../base/fault.ts';
import type { Column } from '../column.ts';
import { command, option, requiredOption } from '../command.ts';
import type { Shell } from '../shell.ts';
import { currencyValue, monthValue, textValue } from '../values.ts';

export const treasuryStatement = command({
  name: 'treasury statement',
  about:
    "A month of the account: what it had, what changed it, what it has, held against the venue's balance; exit code 10 when they differ",
  options: {
    month: requiredOption('--month <month>', 'the month, like 2026-10', monthValue),
    currency: option('--currency <currency>', 'only this currency', currencyValue),
    zone: option('--zone <zone>', 'whose days and months count, like Europe/Berlin', textValue, 'UTC'),
  },
  examples: ['treasury statement --month 2026-10', 'treasury statement --month 2026-10 --currency EUR -o html >october.html'],
  async run({ options: { month, currency, zone } }, shell) {
    const { statementOf } = await import('../statementOf.ts');
    const { openDifferences } = await import('../../treasury/statements/statement.ts');
    const statement = await statementOf(shell, { month, currency, zone });
    await print(shell, statement);
    const differences = openDifferences(statement);
    if (differences.length === 0) return;
    const names = differences.map((one) => `${one.currency} by ${one.difference.toFixed()} (${one.against})`);
    throw new Fault('check-failed', `the statement does not tie: ${names.join(', ')}`, {
      suggestion: '`sluice reconcile` looks for the causes of a difference of today; docs/bookkeeping.md says what the others may be',
    });
  },
});

async function print(shell: Shell, statement: Statement): Promise<void> {
  switch (shell.options.output) {
    case 'html': {
      const { statementHtml } = await import('../../treasury/statements/statementHtml.ts');
      shell.out.write(statementHtml(statement));
      return;
    }
    case 'md': {
      const { statementMarkdown } = await import('../../treasury/statements/statementMarkdown.ts');
      shell.out.write(statementMarkdown(statement));
      return;
    }
    case 'json': {
      const { printJson } = await import('../print.ts');
      printJson(shell, statement);
      return;
    }
    case 'csv':
    case 'ndjson': {
      const { printRows } = await import('../print.ts');
      const { statementRows } = await import('../../treasury/statements/statementRows.ts');
      printRows(shell, ROWS, statementRows(statement));
      return;
    }
    case 'table': {
      const { tableOf } = await import('../table.ts');
      const { summaryRows } = await import('../../treasury/statements/summaryRows.ts');
      for (const one of statement.currencies)
        shell.out.write(`${one.currency}\n${tableOf(SUMMARY, summaryRows(statement, one), shell.out)}\n`);
    }
  }
}

const SUMMARY: readonly Column<SummaryRow>[] = [
  { key: 'label', title: 'WHAT', value: ({ label }) => label, style: ({ isOpen }) => (isOpen ? 'red' : undefined) },
  { key: 'count', kind: 'number', value: ({ count }) => count },
  { key: 'gained', title: 'IN', kind: 'number', value: ({ gained }) => gained },
  { key: 'lost', title: 'OUT', kind: 'number', value: ({ lost }) => lost },
  { key: 'amount', kind: 'number', value: ({ amount }) => amount, style: ({ isOpen }) => (isOpen ? 'red' : undefined) },
];

const ROWS: readonly Column<StatementRow>[] = [
  { key: 'currency', value: ({ currency }) => currency },
  { key: 'part', value: ({ part }) => part },
  { key: 'at', value: ({ at }) => at },
  { key: 'what', value: ({ what }) => what },
  { key: 'id', value: ({ id }) => id },
  { key: 'count', kind: 'number', value: ({ count }) => count },
  { key: 'gained', kind: 'number', value: ({ gained }) => gained },
  { key: 'lost', kind: 'number', value: ({ lost }) => lost },
  { key: 'amount', kind: 'number', value: ({ amount }) => amount },
  { key: 'balance', kind: 'number', value: ({ balance }) => balance },
  { key: 'note', value: ({ note }) => note },
];
