import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { diskFault, diskReason } from '../base/diskFault.ts';
import { Fault, isFault } from '../base/fault.ts';
import { editYaml, type YamlEdit } from './editYaml.ts';
import { lineDifference } from './lineDifference.ts';
import { loadSettings, type LoadOptions } from './loadSettings.ts';
import { assertOwnConfig } from './ownConfig.ts';
import { valueAt } from './treeValue.ts';
import { readYaml, type TreeValue } from './yamlTree.ts';

export interface SettingChange {
  readonly setting: string;
  /** The value as it stood in the file. Undefined when the file had none. */
  readonly before: string | undefined;
  readonly after: string;
}

export interface ChangedSettings {
  readonly changes: readonly SettingChange[];
  /** The lines that differ, with - and + before them. */
  readonly difference: readonly string[];
}

/**
 * Changes settings in a file, but only if the whole file is valid with them. Comments and layout stay. With `isDry` the file
 * stays as it is. Throws a `Fault`: `configuration` with every problem of the changed file, `not-found` or `store` for the file
 * itself, `refused` for one of the package.
 */
export async function changeSettings(
  { file, env, checkParams }: LoadOptions & { readonly file: string },
  edits: readonly YamlEdit[],
  isDry: boolean,
): Promise<ChangedSettings> {
  assertOwnConfig(file);
  const source = textOf(file);
  const changed = editYaml(source, edits);
  const [before, after] = [readYaml(source).value, readYaml(changed).value];
  const changes = edits.map(({ path, value }): SettingChange => {
    return { setting: path.join('.'), before: shownValue(valueAt(before, path)), after: shownValue(valueAt(after, path)) ?? value };
  });
  const draft = join(dirname(file), `.${basename(file)}.draft.yaml`);
  try {
    // The draft is checked in the file's own folder, since relative paths start there.
    writeFileSync(draft, changed, { mode: statSync(file).mode });
    await loadSettings({ file: draft, env, checkParams });
    if (!isDry) renameSync(draft, file);
  } catch (error) {
    throw faultOf(error, draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return { changes, difference: lineDifference(source, changed) };
}

function shownValue(value: TreeValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Fault('not-found', `${file} can't be read: ${diskReason(error)}`, {
      suggestion: 'name a configuration with -c FILE',
      cause: error,
    });
  }
}

function faultOf(error: unknown, draft: string, file: string): unknown {
  if (isFault(error, 'configuration')) {
    const { message, suggestion } = error;
    return new Fault('configuration', message.replaceAll(draft, file), { suggestion: suggestion?.replaceAll(draft, file), cause: error });
  }
  return diskFault(`${file} can't be written`, error);
}
