import { command, optionalArgument } from '../command.ts';
import { configFile } from '../configFile.ts';
import { textValue } from '../values.ts';

export const configShow = command({
  name: 'config show',
  about: 'Show the settings in force: file, defaults and environment together, secrets masked',
  args: { file: optionalArgument('file', 'the file (else -c FILE, else the demo)', textValue) },
  examples: ['config show', 'config show -c my.yaml -o json'],
  async run({ args }, shell) {
    const { loadSettings } = await import('../../daemon/settings/loadSettings.ts');
    const { showSettings } = await import('../../daemon/settings/showSettings.ts');
    const { printJson } = await import('../print.ts');
    const shown = showSettings(await loadSettings({ file: args.file ?? configFile(shell), env: shell.env, cwd: shell.cwd }));
    if (shell.options.output !== 'table') return printJson(shell, shown);
    const { stringify } = await import('yaml');
    shell.out.write(stringify(shown, { lineWidth: 0 }));
  },
});
