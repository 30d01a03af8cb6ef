import { command, optionalArgument } from '../command.ts';
import { argumentAdvice, configFile } from '../configFile.ts';
import { textValue } from '../values.ts';

export const configCheck = command({
  name: 'config check',
  about: 'Check a configuration and show every problem with its place',
  args: { file: optionalArgument('file', 'the file (else -c FILE, else the sluice.yaml of this folder, else the demo)', textValue) },
  examples: ['config check my.yaml', 'config check -c config/live.example.yaml'],
  async run({ args }, shell) {
    const { loadSettings } = await import('../../settings/loadSettings.ts');
    const { checkRehearsed } = await import('../../loading/rehearsedParams.ts');
    const { printRecord } = await import('../print.ts');
    const file = args.file ?? configFile(shell);
    const { assertMessageChannels } = await import('../../messages/messageChannels.ts');
    const advice = argumentAdvice(args.file, 'config check');
    const settings = await loadSettings({
      file,
      advice,
      env: shell.env,
      cwd: shell.cwd,
      checkParams: checkRehearsed,
      checksMessages: true,
    });
    assertMessageChannels(settings, shell.env);
    if (settings.sweep !== undefined) {
      const { sweepSpace } = await import('../../research/sweep/sweepSpace.ts');
      const { configuredStrategies } = await import('../../loading/strategyParams.ts');
      sweepSpace(settings.sweep, await configuredStrategies(settings));
    }
    const facts = { file, mode: settings.mode, strategies: Object.keys(settings.strategies).length };
    printRecord(
      shell,
      [
        { key: 'file', value: (row) => row.file },
        { key: 'mode', value: (row) => row.mode },
        { key: 'strategies', kind: 'number', value: (row) => row.strategies },
        { key: 'result', value: () => 'ok', style: () => 'green' },
      ],
      facts,
    );
  },
});
