import { createInterface } from 'node:readline/promises';
import { Fault } from '../base/fault.ts';
import type { Shell } from './shell.ts';

/**
 * Asks before something that can't be undone. `--yes` answers it. Without a terminal nothing is asked: unless `--yes` was given
 * it throws `Fault('confirmation-needed')`, as it does when the answer is no.
 */
export async function confirm(shell: Shell, question: string): Promise<void> {
  if (shell.options.yes) return;
  if (shell.in.isTTY !== true) throw new Fault('confirmation-needed', `this needs a confirmation: ${question}`);
  if (await answeredYes(shell, question)) return;
  throw new Fault('confirmation-needed', `not confirmed: ${question}`);
}

/** Ctrl-C, Ctrl-D and the end of the input all mean no. */
async function answeredYes(shell: Shell, question: string): Promise<boolean> {
  // The terminal edits the line itself, so that nothing but text is written to it.
  const prompt = createInterface({ input: shell.in, output: shell.err, terminal: false });
  const gone = new AbortController();
  prompt.once('SIGINT', () => gone.abort());
  prompt.once('close', () => gone.abort());
  try {
    const answer = await prompt.question(`${question} [y/N] `, { signal: AbortSignal.any([gone.signal, shell.stopSignal()]) });
    return /^y(?:es)?$/i.test(answer.trim());
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return false;
    throw error;
  } finally {
    prompt.close();
  }
}
