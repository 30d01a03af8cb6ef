import type { LedgerEntry } from '../../model/ledger.ts';
import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { readLocalStore } from '../localStore.ts';
import { wholeValue } from '../values.ts';

export const ledgerList = command({
  name: 'ledger list',
  about: 'List the entries of the ledger, newest first: opening balances, conversions, deposits, withdrawals and what was booked by hand',
  options: { limit: option('--limit <count>', 'at most so many', wholeValue(1, 1_000_000), 100) },
  examples: ['ledger list', 'ledger list --limit 20 -o csv'],
  async run({ options: { limit } }, shell) {
    const { printRows } = await import('../print.ts');
    const entries = await readLocalStore(shell, ({ ledger }) => ledger.entries(limit));
    printRows(shell, columns, entries);
  },
});

const columns: readonly Column<LedgerEntry>[] = [
  { key: 'at', kind: 'time', value: ({ at }) => at },
  { key: 'cause', value: ({ cause }) => cause },
  { key: 'currency', value: ({ currency }) => currency },
  { key: 'amount', kind: 'number', value: ({ amount }) => amount },
  { key: 'reference', value: ({ reference }) => reference },
  { key: 'note', value: ({ note }) => note },
];
