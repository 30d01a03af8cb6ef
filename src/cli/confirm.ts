import { createInterface } from 'node:readline/promises';
import { Fault } from '../base/fault.ts';
import type { Shell } from './shell.ts';

/**
 * Asks before something that cannot be undone; `--yes` answers it. Off a terminal nothing is asked: without `--yes` it
 * throws `Fault('confirmation-needed')`, as it does when the answer is no.
 */
export async function confirm(shell: Shell, question: string): Promise<void> {
  if (shell.options.yes) return;
  if (shell.in.isTTY !== true) throw new Fault('confirmation-needed', `this needs a confirmation: ${question}`);
  const prompt = createInterface({ input: shell.in, output: shell.err });
  try {
    const answer = await prompt.question(`${question} [y/N] `, { signal: shell.stopSignal() });
    if (/^y(?:es)?$/i.test(answer.trim())) return;
  } finally {
    prompt.close();
  }
  throw new Fault('confirmation-needed', `not confirmed: ${question}`);
}
