import { bytesText } from '../../base/bytesText.ts';
import { command, flag, optionalArgument } from '../command.ts';
import type { Column } from '../column.ts';
import { note, say } from '../shell.ts';
import { textValue } from '../values.ts';

export const backup = command({
  name: 'backup',
  about: 'Copy the state directory into one file, while the daemon runs or not: journals, treasury, learned refusals, address book',
  args: { target: optionalArgument('target', 'the file, or a folder to make one in (else the folder where the command runs)', textValue) },
  options: { sessions: flag('--sessions', 'with recorded sessions, which can be large') },
  examples: ['backup', 'backup /mnt/backups', 'backup /mnt/backups/monday.tar --sessions'],
  async run({ args, options }, shell) {
    const { resolve } = await import('node:path');
    const { systemClock } = await import('../../base/systemClock.ts');
    const { backupState } = await import('../../backup/backupState.ts');
    const { settingsOf } = await import('../configFile.ts');
    const { printRecord } = await import('../print.ts');
    const { stateOf } = await import('../stateOf.ts');
    const settings = await settingsOf(shell);
    const state = stateOf(shell, settings);
    const target = resolve(shell.cwd, args.target ?? '.');
    const { path, bytes, manifest } = await backupState({
      ...options,
      state,
      accounts: shell.options.accounts,
      target,
      clock: systemClock,
    });
    printRecord(shell, COLUMNS, { path, bytes, createdAt: manifest.createdAt, state, members: manifest.members.map(({ name }) => name) });
    say(shell, `${path}: ${bytesText(bytes)}. It has no configuration and no secrets: keep those, too`);
    if (settings.server !== undefined)
      note(shell, `what ${settings.server.shown} keeps is not in it: \`pg_dump\`, or a base backup of that server, has it`);
  },
});

interface Shown {
  readonly path: string;
  readonly bytes: number;
  readonly createdAt: string;
  readonly state: string;
  readonly members: readonly string[];
}

const COLUMNS: readonly Column<Shown>[] = [
  { key: 'path', value: ({ path }) => path },
  { key: 'bytes', kind: 'number', value: ({ bytes }) => bytes },
  { key: 'createdAt', value: ({ createdAt }) => createdAt },
  { key: 'state', value: ({ state }) => state },
  { key: 'members', value: ({ members }) => members.join(' ') },
];
