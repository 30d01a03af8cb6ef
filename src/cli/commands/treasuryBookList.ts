import { command, flag } from '../command.ts';

export const treasuryBookList = command({
  name: 'treasury book list',
  about: 'List the address book: where money may go, what waits for approval, and what cools',
  options: { all: flag('--all', 'those that were removed, too') },
  examples: ['treasury book list', 'treasury book list --all -o json'],
  async run({ options: { all } }, shell) {
    const { readingTreasury } = await import('../treasuryWay.ts');
    const { printRows } = await import('../print.ts');
    const { ENTRY_COLUMNS } = await import('../entryColumns.ts');
    printRows(shell, ENTRY_COLUMNS, await readingTreasury(shell, (calls) => calls.entries(all)));
  },
});
