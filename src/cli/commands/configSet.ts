import type { SettingChange } from '../../settings/changeSettings.ts';
import type { YamlEdit } from '../../settings/editYaml.ts';
import type { Column } from '../column.ts';
import { command, option, optionalArgument } from '../command.ts';
import { say, type Shell } from '../shell.ts';
import { textValue, trialValue } from '../values.ts';

export const configSet = command({
  name: 'config set',
  about: 'Change a setting in the file of -c, or take the parameters of a trial of a sweep; comments and layout stay',
  args: {
    key: optionalArgument('key', 'its path, like risk.maxOpenOrders', textValue),
    value: optionalArgument('value', 'its new value, as it would stand in the file', textValue),
  },
  options: {
    fromTrial: option('--from-trial <sweep:number>', 'the parameters of this trial', trialValue),
    sweeps: option('--sweeps <dir>', 'folder of the sweeps (else sweep.folder, else ./sweeps)', textValue),
  },
  dryRun: true,
  examples: [
    'config set risk.maxOpenOrders 30 -c my.yaml',
    'config set -c my.yaml --from-trial my-3f9a01c2d4e5:17 --dry-run',
    'config set strategies.btc-maker.params.spreadBps 22.5 -c my.yaml',
  ],
  async run({ args, options }, shell) {
    const { resolve } = await import('node:path');
    const { Fault } = await import('../../base/fault.ts');
    const { changeSettings } = await import('../../settings/changeSettings.ts');
    const { checkRehearsed } = await import('../../loading/rehearsedParams.ts');
    const { printRows } = await import('../print.ts');

    const { config } = shell.options;
    if (config === undefined) throw new Fault('usage', 'a file is missing', { suggestion: 'name the configuration with -c FILE' });
    const file = resolve(shell.cwd, config);
    const { key, value } = args;
    const { fromTrial, sweeps } = options;
    let edits: readonly YamlEdit[];
    if (key !== undefined && value !== undefined && fromTrial === undefined) edits = [{ path: key.split('.'), value }];
    else if (key === undefined && fromTrial !== undefined) edits = await trialEdits(file, fromTrial, sweeps, shell);
    else throw new Fault('usage', 'expected a key and a value, or --from-trial', { suggestion: 'see `sluice config set --help`' });
    const { dryRun, output } = shell.options;
    const { changes, difference } = await changeSettings({ file, env: shell.env, checkParams: checkRehearsed }, edits, dryRun);
    if (dryRun && output === 'table') shell.out.write(difference.map((line) => `${line}\n`).join(''));
    else printRows(shell, COLUMNS, changes);
    if (dryRun) say(shell, `${file} stays as it is`);
    else say(shell, `wrote ${file}; a running daemon uses it after \`sluice reload\``);
  },
});

async function trialEdits(
  file: string,
  { sweep, number }: ReturnType<typeof trialValue>,
  sweeps: string | undefined,
  { env, cwd }: Shell,
): Promise<YamlEdit[]> {
  const { resolve } = await import('node:path');
  const { loadSettings } = await import('../../settings/loadSettings.ts');
  const { sweepsFolder } = await import('../../research/sweep/sweepSetup.ts');
  const { trialParams } = await import('../../research/sweep/sweepFolder.ts');
  const { findSweep } = await import('../sweepFolders.ts');
  const folder = sweeps === undefined ? sweepsFolder(await loadSettings({ file, env }), cwd) : resolve(cwd, sweeps);
  const params = trialParams(findSweep(sweep, folder, cwd), number);
  return Object.entries(params).map(([name, value]) => ({ path: name.split('.'), value }));
}

const COLUMNS: readonly Column<SettingChange>[] = [
  { key: 'setting', value: ({ setting }) => setting },
  { key: 'before', value: ({ before }) => before },
  { key: 'after', value: ({ after }) => after },
];
