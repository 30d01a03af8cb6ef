import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, lstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { diskFault } from '../base/diskFault.ts';
import { Fault, isFault, messageOf } from '../base/fault.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { ConfigPlan } from '../daemon/reload/configPlan.ts';
import { editYaml } from '../settings/editYaml.ts';
import { lineDifference } from '../settings/lineDifference.ts';
import { assertOwnConfig } from '../settings/ownConfig.ts';
import type { ControlRequest } from './contract/controlRequests.ts';
import type { ControlHandlers } from './contract/handlerTypes.ts';

type Planned = Pick<Daemon, 'configuration' | 'history' | 'newId' | 'settings' | 'strategies'>;
type Values = ControlRequest<'params.plan'>['values'];

/** The file as it is, as it would be, and the plan of that. */
interface Draft {
  readonly file: string;
  readonly source: string;
  readonly changed: string;
  readonly plan: ConfigPlan;
}

/**
 * The parameters of one strategy, written into the daemon's own configuration and put into force: all of it, or nothing. Whatever else of the
 * file is not in force yet waits for `sluice reload`.
 */
export function paramsHandlers(daemon: Planned): ControlHandlers<'params.plan' | 'params.apply'> {
  return {
    'params.plan': async ({ name, values }) => {
      const { file, source, changed, plan } = await drafted(daemon, name, values);
      return { file, digest: digestOf(source), difference: lineDifference(source, changed), plan };
    },
    'params.apply': async ({ name, values, digest }, gone) => {
      const file = ownFile(daemon);
      const before = textOf(file);
      if (digestOf(before) !== digest) throw changedSince(file);
      const { source, changed } = await drafted(daemon, name, values);
      // From here to the file nothing waits, so nothing of ours comes between.
      if (source !== before || textOf(file) !== before) throw changedSince(file);
      replace(daemon, file, changed);
      const difference = lineDifference(before, changed);
      try {
        const plan = await daemon.configuration.reload(file, gone);
        note(daemon, `the parameters of ${name} were written to ${file} and are in force: ${wordsOf(values)}`);
        return { file, difference, plan };
      } catch (error) {
        if (textOf(file) === changed) replace(daemon, file, before);
        note(daemon, `the parameters of ${name} were not put into force, and ${file} is as before: ${messageOf(error)}`);
        throw error;
      }
    },
  };
}

/** What would be written is planned from a draft in the file's own folder, since relative paths start there. */
async function drafted(daemon: Planned, name: string, values: Values): Promise<Draft> {
  assertDeclared(daemon, name, values);
  const file = ownFile(daemon);
  const source = textOf(file);
  const edits = Object.entries(values).map(([param, value]) => ({ path: ['strategies', name, 'params', param], value }));
  const changed = editYaml(source, edits);
  const draft = draftOf(daemon, file);
  try {
    write(draft, changed, file);
    const plan = { ...(await daemon.configuration.plan(draft)), file };
    const problems = [...plan.problems, ...othersIn(plan, name)];
    if (problems.length > 0)
      throw new Fault('configuration', `nothing was written: ${problems.join('; ')}`, {
        suggestion: '`sluice config plan` shows all that would change',
      });
    return { file, source, changed, plan };
  } catch (error) {
    if (!isFault(error)) throw error;
    throw new Fault(error.code, error.message.replaceAll(draft, file), {
      suggestion: error.suggestion?.replaceAll(draft, file),
      cause: error,
    });
  } finally {
    rmSync(draft, { force: true });
  }
}

/** What the file says beside these parameters, and is not in force: a person has changed it, and may not be done. */
function othersIn({ settings, strategies }: ConfigPlan, name: string): readonly string[] {
  const within = `strategies.${name}.params.`;
  const others = [
    ...settings.filter(({ setting }) => !setting.startsWith(within)).map(({ setting }) => setting),
    ...strategies
      .filter(({ strategy, because }) => strategy !== name || because.some((part) => part !== 'params'))
      .map(({ strategy, because }) => `${strategy} (${because.join(', ')})`),
  ];
  return others.length === 0
    ? []
    : [`the file differs from what is in force in ${others.slice(0, 5).join(', ')} too, which waits for \`sluice reload\``];
}

function assertDeclared({ strategies }: Planned, name: string, values: Values): void {
  const strategy = strategies.find((one) => one.name === name);
  if (strategy === undefined) throw new Fault('not-found', `name: no strategy is called ${name}`);
  const declared = Object.keys(strategy.definition.params);
  for (const param of Object.keys(values)) {
    if (!declared.includes(param))
      throw new Fault('usage', `values.${param}: ${name} has no such parameter; it has ${declared.join(', ') || 'none'}`);
  }
}

/** The daemon's own file, if a person's own program may write it. */
function ownFile({ settings: { file } }: Planned): string {
  if (file === undefined)
    throw new Fault('refused', 'the daemon was started without a file', {
      suggestion: 'start it with one: `sluice init`, then `sluice run`',
    });
  assertOwnConfig(file);
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Fault('refused', `${file} is no plain file, so it is not replaced`, {
      suggestion: 'change it by hand, then `sluice reload`',
    });
  return file;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw diskFault(`${file} can't be read`, error);
  }
}

/** All of it or nothing is there after a kill or on a full disk: it is on the disk under another name before it takes the file's place. */
function replace(daemon: Planned, file: string, text: string): void {
  const draft = draftOf(daemon, file);
  try {
    write(draft, text, file);
    renameSync(draft, file);
    sync(dirname(file));
  } catch (error) {
    throw diskFault(`${file} can't be written`, error);
  } finally {
    rmSync(draft, { force: true });
  }
}

function draftOf(daemon: Pick<Planned, 'newId'>, file: string): string {
  return join(dirname(file), `.${basename(file)}.${daemon.newId()}.draft.yaml`);
}

function write(draft: string, text: string, like: string): void {
  const handle = openSync(draft, 'wx', lstatSync(like).mode & 0o777);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A name in a folder is on the disk only when the folder is. */
function sync(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function changedSince(file: string): Fault {
  return new Fault('refused', `${file} was changed since the plan was made, and nothing was written`, {
    suggestion: 'look at the plan again',
  });
}

function wordsOf(values: Values): string {
  return Object.entries(values)
    .map(([param, value]) => `${param} ${value}`)
    .join(', ');
}

function note(daemon: Planned, text: string): void {
  daemon.history.lines.write('warn', 'parameters', text);
}
