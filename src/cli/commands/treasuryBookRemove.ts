import { argument, command, requiredOption } from '../command.ts';
import { confirm } from '../confirm.ts';
import { PERSON, personOf } from '../personOption.ts';
import { textValue } from '../values.ts';

export const treasuryBookRemove = command({
  name: 'treasury book remove',
  about: 'Take an entry out of the address book, at once and for ever; it needs nobody else',
  args: { name: argument('name', 'its name or its id', textValue) },
  options: { reason: requiredOption('--reason <text>', 'why, for the audit log', textValue), as: PERSON },
  examples: ['treasury book remove supplier --reason "the address has changed" --yes'],
  async run({ args: { name }, options: { reason, as } }, shell) {
    await confirm(shell, `take ${name} out of the address book?`);
    const { withTreasury } = await import('../treasuryWay.ts');
    const { printRecord } = await import('../print.ts');
    const { ENTRY_COLUMNS } = await import('../entryColumns.ts');
    printRecord(shell, ENTRY_COLUMNS, await withTreasury(shell, (calls) => calls.removeEntry(name, personOf(shell, as), reason)));
  },
});
