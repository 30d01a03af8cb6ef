import type { ControlReply } from '../../control/contract/controlReplies.ts';
import type { Column } from '../column.ts';
import { argument, command } from '../command.ts';
import { note } from '../shell.ts';
import { textValue } from '../values.ts';
import { withDaemon } from '../withDaemon.ts';

type Kept = ControlReply<'strategies.state'>['rows'][number];

export const strategiesState = command({
  name: 'strategies state',
  about: 'What a strategy of the running daemon keeps over a restart (`ctx.state`): its texts by name, long ones by their beginning',
  args: { name: argument('name', 'as the configuration has it', textValue) },
  examples: ['strategies state btc-maker', 'strategies state btc-maker -o json'],
  async run({ args }, shell) {
    const { printRows } = await import('../print.ts');
    const { count, rows } = await withDaemon(shell, (control) => control.call('strategies.state', args));
    printRows(shell, columns, rows);
    if (count > rows.length) note(shell, `the first ${rows.length} of ${count}`);
  },
});

const columns: readonly Column<Kept>[] = [
  { key: 'name', value: ({ name }) => name },
  { key: 'value', value: ({ value }) => value },
  { key: 'length', kind: 'number', value: ({ length }) => length },
];
