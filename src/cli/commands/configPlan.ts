import type { ConfigPlan } from '../../daemon/reload/configPlan.ts';
import { command, optionalArgument } from '../command.ts';
import { argumentAdvice, configFile } from '../configFile.ts';
import { note, say, type Shell } from '../shell.ts';
import { textValue } from '../values.ts';

export const configPlan = command({
  name: 'config plan',
  about:
    'Show what a reload would change: limits, strategies, open orders, and what needs a restart; exit code 10 when it can not be reloaded',
  args: { file: optionalArgument('file', "the new configuration (else the running daemon's own file)", textValue) },
  examples: ['config plan', 'config plan changed.yaml -o json'],
  async run({ args: { file } }, shell) {
    const { resolve } = await import('node:path');
    const { controlOf, reachDaemon } = await import('../daemonWay.ts');
    const { printJson, printRows } = await import('../print.ts');
    const { planColumns, planRows } = await import('../planRows.ts');
    const { control } = await reachDaemon(shell, controlOf);
    const asked = file ?? shell.options.namedConfig;
    const named = asked === undefined ? undefined : resolve(shell.cwd, asked);
    const plan =
      control === undefined
        ? await planOffline(shell, named, argumentAdvice(file, 'config plan'))
        : await control.call('config.plan', { file: named });
    const { output } = shell.options;
    if (output === 'json' || output === 'ndjson') printJson(shell, plan);
    else printRows(shell, planColumns, planRows(plan), 'nothing would change');
    say(shell, `${plan.file} (${plan.hash}), compared with what is in force since ${plan.before.since} (${plan.before.hash})`);
    for (const problem of plan.problems) say(shell, `can't be reloaded: ${problem}`);
    return plan.problems.length > 0 ? 10 : 0;
  },
});

/** Without a daemon, what is compared is what the last one ran. */
async function planOffline(shell: Shell, named: string | undefined, advice: string | undefined): Promise<ConfigPlan> {
  const { resolve } = await import('node:path');
  const { Fault } = await import('../../base/fault.ts');
  const { loadSettings } = await import('../../settings/loadSettings.ts');
  const { checkRehearsed } = await import('../../loading/rehearsedParams.ts');
  const { configuredStrategies } = await import('../../loading/strategyParams.ts');
  const { lastConfig } = await import('../../daemon/reload/lastConfig.ts');
  const { planBetween } = await import('../../daemon/reload/configPlan.ts');
  const { describedConfig } = await import('../../daemon/reload/describedConfig.ts');
  const { stateOf } = await import('../stateOf.ts');
  const file = named ?? resolve(shell.cwd, configFile(shell));
  const settings = await loadSettings({ file, advice, env: shell.env, checkParams: checkRehearsed });
  const next = describedConfig(settings, await configuredStrategies(settings));
  const state = stateOf(shell, settings);
  const before = lastConfig(state);
  if (before === undefined) {
    throw new Fault('daemon-not-running', `no daemon runs, and no session in ${state} says what the last one ran with`, {
      suggestion: 'start one with `sluice run`',
    });
  }
  note(shell, `no daemon runs: compared with what the last one ran with; which orders are open is not known`);
  return { file, hash: next.hash, before, ...planBetween(before.config, next, before.world), orders: [] };
}
