import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { namedFile } from '../base/namedFile.ts';
import { Fault } from '../base/fault.ts';
import { Secret } from '../base/secret.ts';
import { askLine } from './askLine.ts';
import type { Shell } from './shell.ts';

/** The way from a passphrase to the key of a PKCS#8 file is short (2,048 rounds), so the passphrase has to be long. */
const LEAST_PASSPHRASE = 12;

/** The passphrase that opens a key. */
export async function passphrase(shell: Shell, file: string | undefined): Promise<Secret> {
  const text = file === undefined ? await asked(shell, 'Passphrase of the key: ') : firstLine(shell, file);
  if (text !== undefined && text !== '') return new Secret(text);
  throw new Fault('confirmation-needed', 'the key is encrypted, and there is no passphrase', {
    suggestion: 'run it on a terminal, or name a file with --passphrase-file',
  });
}

/** The passphrase for a new key, asked for twice. Undefined when a person wants none, or when there is nobody to ask. */
export async function newPassphrase(shell: Shell, file: string | undefined): Promise<Secret | undefined> {
  const text = file === undefined ? await asked(shell, 'Passphrase for the new key (empty for none): ') : firstLine(shell, file);
  if (text === undefined || (text === '' && file === undefined)) return undefined;
  if (text.length < LEAST_PASSPHRASE) throw new Fault('usage', `the passphrase is too short: at least ${LEAST_PASSPHRASE} characters`);
  if (file === undefined && (await asked(shell, 'The same passphrase again: ')) !== text) {
    throw new Fault('usage', 'the two passphrases differ; no key was made');
  }
  return new Secret(text);
}

/** Undefined without a terminal. Whoever breaks the question off wants nothing to be done. */
async function asked(shell: Shell, question: string): Promise<string | undefined> {
  if (shell.in.isTTY !== true) return undefined;
  const answer = await askLine(shell, question, true);
  if (answer === undefined) throw new Fault('canceled', 'no passphrase was given; nothing was done');
  return answer;
}

function firstLine(shell: Shell, file: string): string {
  const path = resolve(shell.cwd, file);
  return namedFile(`the passphrase in ${path} can't be read`, () => readFileSync(path, 'utf8')).split(/\r?\n/, 1)[0]!;
}
