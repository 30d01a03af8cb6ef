import { argument, command } from '../command.ts';
import type { Column } from '../column.ts';
import { say } from '../shell.ts';
import { textValue } from '../values.ts';

export const restore = command({
  name: 'restore',
  about: 'Put a backup in the place of a state directory that is gone; nothing is sent until `sluice recover` has followed',
  args: { file: argument('file', 'the backup', textValue) },
  examples: ['restore /mnt/backups/monday.tar', 'restore /mnt/backups/monday.tar --state /var/lib/sluice -o json'],
  async run({ args }, shell) {
    const { resolve } = await import('node:path');
    const { systemClock } = await import('../../base/systemClock.ts');
    const { restoreState } = await import('../../backup/restoreState.ts');
    const { stateToRestore } = await import('../../backup/stateToRestore.ts');
    const { printRecord } = await import('../print.ts');
    const path = resolve(shell.cwd, args.file);
    const { accounts, isStateNamed } = shell.options;
    const state = isStateNamed ? shell.options.state : ((await stateToRestore(path, accounts)) ?? shell.options.state);
    const { createdAt, sluice, members } = await restoreState({ path, state, accounts, clock: systemClock });
    printRecord(shell, COLUMNS, { state, createdAt, sluice, members: members.map(({ name }) => name) });
    if (members.some(({ account }) => account !== undefined))
      say(
        shell,
        'next: `sluice recover`, which asks the venue what happened since; until then nothing is sent. Then `sluice treasury recover` where there is a treasury, and `sluice reconcile`',
      );
    if (members.some(({ name }) => name === 'treasury.sqlite'))
      say(shell, 'of the treasury: `sluice treasury policy show`, `sluice treasury book list`; moves that were open are not sent any more');
  },
});

interface Shown {
  readonly state: string;
  readonly createdAt: string;
  readonly sluice: string;
  readonly members: readonly string[];
}

const COLUMNS: readonly Column<Shown>[] = [
  { key: 'state', value: ({ state }) => state },
  { key: 'createdAt', value: ({ createdAt }) => createdAt },
  { key: 'sluice', value: ({ sluice }) => sluice },
  { key: 'members', value: ({ members }) => members.join(' ') },
];
