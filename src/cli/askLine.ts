import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Shell } from './shell.ts';

/** Asks on stderr for one line. With `isHidden` nothing of the answer is shown. Undefined for Ctrl-C, Ctrl-D and the end of the input. */
export async function askLine(shell: Shell, question: string, isHidden = false): Promise<string | undefined> {
  if (isHidden) shell.err.write(question);
  // Without `terminal`, the terminal edits the line itself, so that nothing but text is written to it. With it, it no longer shows
  // what is typed, and what we would show goes nowhere.
  const prompt = createInterface({ input: shell.in, output: isHidden ? nowhere() : shell.err, terminal: isHidden });
  const gone = new AbortController();
  prompt.once('SIGINT', () => gone.abort());
  prompt.once('close', () => gone.abort());
  try {
    return await prompt.question(isHidden ? '' : question, { signal: AbortSignal.any([gone.signal, shell.stopSignal()]) });
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return undefined;
    throw error;
  } finally {
    prompt.close();
    if (isHidden) shell.err.write('\n');
  }
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
