import { userInfo } from 'node:os';
import { option } from './command.ts';
import type { Shell } from './shell.ts';
import { nameValue } from './values.ts';

/** The person who asks, for commands that change something. */
export const PERSON = option(
  '--as <person>',
  'who you are, as the policy file names you (else SLUICE_PERSON, else your user name)',
  nameValue,
);

export function personOf(shell: Shell, given: string | undefined): string {
  return given ?? (shell.env['SLUICE_PERSON'] || userInfo().username);
}
