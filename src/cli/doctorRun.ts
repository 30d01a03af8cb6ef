import { isFault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { DoctorContext } from '../doctor/check.ts';
import { configuredChecks, machineChecks } from '../doctor/doctorChecks.ts';
import { type Examined, examine } from '../doctor/examine.ts';
import type { Machine } from '../doctor/machine.ts';
import { checkRehearsed } from '../loading/rehearsedParams.ts';
import { assertMessageChannels } from '../messages/messageChannels.ts';
import { loadSettings, type Settings } from '../settings/loadSettings.ts';
import { configFile } from './configFile.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

/** Looks at everything. A configuration that is wrong is one finding, and the machine is looked at all the same. */
export async function doctorRun(shell: Shell, named: string | undefined, machine: Machine): Promise<readonly Examined[]> {
  const file = named ?? configFile(shell);
  const context = { accounts: shell.options.accounts, cwd: shell.cwd, env: shell.env, clock: systemClock, machine };
  let settings: Settings;
  try {
    settings = await loadSettings({ file, env: shell.env, cwd: shell.cwd, checkParams: checkRehearsed });
    assertMessageChannels(settings, shell.env);
  } catch (error) {
    if (!isFault(error)) throw error;
    const problem: Examined = { check: 'configuration', result: 'bad', found: error.message, suggestion: `sluice config check ${file}` };
    return [problem, ...(await examine(machineChecks, { ...context, state: shell.options.state }))];
  }
  const found: Examined = { check: 'configuration', result: 'ok', found: `${file}: ${settings.mode}, ${strategiesText(settings)}` };
  const { state, problems } = stateAt(shell, settings);
  const whole: DoctorContext = { ...context, state };
  const [ofMachine, ofConfiguration] = await Promise.all([
    examine(machineChecks, whole),
    examine(configuredChecks, { ...whole, settings }),
  ]);
  return [found, ...problems, ...ofMachine, ...ofConfiguration];
}

function strategiesText({ strategies }: Settings): string {
  const names = Object.keys(strategies);
  return names.length === 0 ? 'no strategy' : `strategies ${names.join(', ')}`;
}

/** A register that can't be read does not say where the journal is. */
function stateAt(shell: Shell, settings: Settings): { readonly state: string; readonly problems: readonly Examined[] } {
  try {
    return { state: stateOf(shell, settings), problems: [] };
  } catch (error) {
    if (!isFault(error)) throw error;
    const problem: Examined = { check: 'account', result: 'bad', found: error.message, suggestion: error.suggestion };
    return { state: shell.options.state, problems: [problem] };
  }
}
