import { Fault } from '../../base/fault.ts';
import type { FitLatency } from '../../settings/loadSettings.ts';
import { command, flag, option, optionalArgument } from '../command.ts';
import { configFile, DEMO_CONFIG } from '../configFile.ts';
import { say } from '../shell.ts';
import { durationValue, textValue } from '../values.ts';

export const run = command({
  name: 'run',
  about: 'Run the daemon until it is stopped; without any configuration the demo, against the embedded simulator',
  args: {
    config: optionalArgument('config', 'the configuration file; default is the sluice.yaml of this folder, else the demo', textValue),
  },
  options: {
    for: option('--for <duration>', 'end by itself after this long, like 30s or 5m', durationValue),
    standby: flag('--standby', 'wait for as long as another process owns the account, then take over'),
    plain: flag('--plain', 'plain lines instead of the live view on a terminal'),
  },
  examples: ['run', 'run config/live.yaml --live --standby', 'run --for 30s', 'run config/paper.yaml', 'run config/live.yaml --live'],
  async run({ args, options }, shell) {
    const { loadSettings, worldOf } = await import('../../settings/loadSettings.ts');
    const { checkRehearsed } = await import('../../loading/rehearsedParams.ts');
    const { systemClock } = await import('../../base/systemClock.ts');
    const { journalFit } = await import('../journalFit.ts');
    const { runDaemon } = await import('../runDaemon.ts');
    const file = args.config ?? configFile(shell);
    if (file !== DEMO_CONFIG) say(shell, `configuration ${file}`);
    const fromJournal = journalFit(shell);
    const fitLatency: FitLatency = async (found) => (found.mode === 'paper' ? fromJournal(found) : undefined);
    const settings = await loadSettings({ file, env: shell.env, cwd: shell.cwd, checkParams: checkRehearsed, fitLatency });
    if (worldOf(settings) === 'LIVE' && !shell.options.live) {
      throw new Fault('confirmation-needed', 'this configuration trades real money', {
        suggestion: 'add --live when that is what you want',
      });
    }
    await runDaemon({ settings, shell, clock: systemClock, forMs: options.for, isPlain: options.plain, isStandby: options.standby });
  },
});
