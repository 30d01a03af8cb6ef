import { userInfo } from 'node:os';
import { Fault } from '../base/fault.ts';
import { option } from './command.ts';
import type { Shell } from './shell.ts';
import { nameValue } from './values.ts';

/** The person who asks, for commands that change something. */
export const PERSON = option(
  '--as <person>',
  'who you are, as the policy file names you (else SLUICE_PERSON, else your user name)',
  nameValue,
);

/** The person who asks. Throws a `Fault` `usage` where nobody says it and the system does not know the user, as in some containers. */
export function personOf(shell: Pick<Shell, 'env'>, given: string | undefined, user = userInfo): string {
  const named = given ?? (shell.env['SLUICE_PERSON'] || undefined);
  if (named !== undefined) return named;
  try {
    return user().username;
  } catch (error) {
    throw new Fault('usage', `who you are is not known: user ${process.getuid?.() ?? ''} has no name on this machine`, {
      outcome: 'not-sent',
      suggestion: 'say it with --as PERSON, or in SLUICE_PERSON',
      cause: error,
    });
  }
}
