import { command, optionalArgument } from '../command.ts';
import { note, say } from '../shell.ts';
import { textValue } from '../values.ts';
import { withDaemon } from '../withDaemon.ts';

export const reload = command({
  name: 'reload',
  about: 'Put the changed configuration into force in the running daemon: all of it, or nothing',
  args: { file: optionalArgument('file', "another configuration (else the daemon's own file)", textValue) },
  examples: ['reload', 'reload changed.yaml -o json'],
  async run({ args: { file } }, shell) {
    const { resolve } = await import('node:path');
    const { printJson, printRows } = await import('../print.ts');
    const { planColumns, planRows } = await import('../planRows.ts');
    const asked = file ?? shell.options.namedConfig;
    const named = asked === undefined ? undefined : resolve(shell.cwd, asked);
    const { plan, own } = await withDaemon(shell, async (control) => {
      const { config } = await control.call('status', {});
      return { plan: await control.call('config.reload', { file: named }), own: config };
    });
    const { output } = shell.options;
    if (output === 'json' || output === 'ndjson') printJson(shell, plan);
    else printRows(shell, planColumns, planRows(plan), 'nothing has changed');
    say(shell, `the configuration ${plan.hash} is in force`);
    if (own !== undefined && own !== plan.file)
      note(
        shell,
        `before, ${own} was in force; this file is the daemon's own from now on, for a reload without a name and for SIGHUP, and the next start reads the file that its command names`,
      );
  },
});
