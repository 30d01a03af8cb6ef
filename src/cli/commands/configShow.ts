import type { FitLatency } from '../../settings/loadSettings.ts';
import { command, optionalArgument } from '../command.ts';
import { argumentAdvice, configFile } from '../configFile.ts';
import { note } from '../shell.ts';
import { textValue } from '../values.ts';

export const configShow = command({
  name: 'config show',
  about: 'Show the settings in force: file, defaults and environment together, secrets masked',
  args: { file: optionalArgument('file', 'the file (else -c FILE, else the sluice.yaml of this folder, else the demo)', textValue) },
  examples: ['config show', 'config show -c my.yaml -o json'],
  async run({ args }, shell) {
    const { loadSettings } = await import('../../settings/loadSettings.ts');
    const { showSettings } = await import('../../settings/showSettings.ts');
    const { printJson } = await import('../print.ts');
    const { journalFit } = await import('../journalFit.ts');
    const fromJournal = journalFit(shell);
    // Without a journal to fit it to, the latency is shown as it is written.
    const fitLatency: FitLatency = async (settings) => {
      const found = await fromJournal(settings);
      if (found === undefined || !('message' in found)) return found;
      note(shell, `backtest.latency is not fitted: ${found.message}`);
      return undefined;
    };
    const file = args.file ?? configFile(shell);
    const advice = argumentAdvice(args.file, 'config show');
    const shown = showSettings(await loadSettings({ file, advice, env: shell.env, cwd: shell.cwd, fitLatency }));
    if (shell.options.output !== 'table') return printJson(shell, shown);
    const { stringify } = await import('yaml');
    shell.out.write(stringify(shown, { lineWidth: 0 }));
  },
});
