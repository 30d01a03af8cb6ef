import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { accountsFolder } from './accountsFolder.ts';
import type { GuardedIo } from './outputGuard.ts';

export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'md', 'html'] as const;
export type Format = (typeof FORMATS)[number];

/** The options that every command takes, before or after its name. */
export interface GlobalOptions {
  readonly output: Format;
  /** The configuration file, as the person named it; else the `sluice.yaml` of the folder, where there is one. */
  readonly config: string | undefined;
  /** The configuration that was named, and not only found in the folder. */
  readonly namedConfig: string | undefined;
  /** The state directory, as an absolute path, of everything without an account. `stateOf` gives that of an account. */
  readonly state: string;
  /** Whether a person has named it. */
  readonly isStateNamed: boolean;
  /** The folder in which accounts are registered, as an absolute path. */
  readonly accounts: string;
  readonly yes: boolean;
  readonly live: boolean;
  readonly dryRun: boolean;
}

/** What a command works with. */
export interface Shell extends GuardedIo {
  readonly options: GlobalOptions;
}

export function createShell(io: GuardedIo, parsed: Readonly<Record<string, unknown>>): Shell {
  const named = (parsed['state'] as string | undefined) ?? (io.env['SLUICE_STATE'] || undefined);
  const options: GlobalOptions = {
    output: (parsed['output'] as Format | undefined) ?? 'table',
    config: (parsed['config'] as string | undefined) ?? folderConfig(io.cwd),
    namedConfig: parsed['config'] as string | undefined,
    state: resolve(io.cwd, named ?? './.sluice'),
    isStateNamed: named !== undefined,
    accounts: accountsFolder(io),
    yes: parsed['yes'] === true,
    live: parsed['live'] === true,
    dryRun: parsed['dryRun'] === true,
  };
  return {
    ...io,
    stopSignal: () => io.stopSignal(),
    onKillSignal: (pulled) => io.onKillSignal(pulled),
    onReloadSignal: (asked) => io.onReloadSignal(asked),
    lingerAtMost: (ms) => io.lingerAtMost(ms),
    options,
  };
}

/** Commands in a folder with a `sluice.yaml` take it by themselves (docs/decisions/0040). */
const FOLDER_CONFIG = 'sluice.yaml';

function folderConfig(cwd: string): string | undefined {
  return existsSync(join(cwd, FOLDER_CONFIG)) ? FOLDER_CONFIG : undefined;
}

/** Prints one line on stderr that programs must also get: with JSON it is a member `note`. */
export function note(shell: Pick<Shell, 'err' | 'options'>, text: string): void {
  const { output } = shell.options;
  const isForProgram = output === 'json' || output === 'ndjson';
  shell.err.write(isForProgram ? `${JSON.stringify({ note: text })}\n` : `note: ${text}\n`);
}

/** Prints one line for people on stderr. Programs (JSON) get nothing, so that their stderr holds only errors. */
export function say(shell: Pick<Shell, 'err' | 'options'>, line: string): void {
  const { output } = shell.options;
  if (output !== 'json' && output !== 'ndjson') shell.err.write(`${line}\n`);
}
