import type { ChildProcess } from 'node:child_process';

/** Resolves when a process has ended, or could not be started. It never rejects, so nobody has to wait for it. */
export function processEnd(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
}
