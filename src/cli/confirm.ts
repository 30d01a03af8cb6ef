import { Fault } from '../base/fault.ts';
import { askLine } from './askLine.ts';
import type { Shell } from './shell.ts';

/**
 * Asks before something that can't be undone. `--yes` answers it. Without a terminal nothing is asked: unless `--yes` was given
 * it throws `Fault('confirmation-needed')`, as it does when the answer is no.
 */
export async function confirm(shell: Shell, question: string): Promise<void> {
  if (shell.options.yes) return;
  if (shell.in.isTTY !== true) {
    throw new Fault('confirmation-needed', `this needs a confirmation: ${question}`, { suggestion: 'add --yes to confirm' });
  }
  const answer = (await askLine(shell, `${question} [y/N] `)) ?? '';
  if (/^y(?:es)?$/i.test(answer.trim())) return;
  throw new Fault('confirmation-needed', `not confirmed: ${question}`);
}
