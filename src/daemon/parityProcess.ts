import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { plainEnvironment } from '../base/plainEnvironment.ts';
import { packageFile } from '../base/packageFiles.ts';

const BIN = fileURLToPath(packageFile('bin/sluice.js'));
const MOST_SAID = 2000;

/**
 * Works out the parity of a day in its own process at low priority, since it may take minutes and trading must not wait. Resolves
 * when it is over; `onTrouble` is told why there is no report. `signal` gives it up: then nobody waits for it, and nothing is
 * reported.
 */
export function parityProcess(state: string, day: string, onTrouble: (message: string) => void, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [BIN, 'parity', '--day', day, '--state', state, '--yes', '-o', 'json'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // It runs the strategies of this daemon's own sessions, so nobody is asked, and needs no key. Its configuration is that of the session,
    // and not that of a folder.
    env: plainEnvironment(process.env),
    cwd: state,
    signal,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-MOST_SAID)));
  if (child.pid !== undefined) lower(child.pid);
  return new Promise((resolve) => {
    child.on('error', (error) => (said = error.message));
    child.on('close', (code) => {
      if (code !== 0 && !signal.aborted) onTrouble(`there is no parity of ${day}: ${reasonIn(said)}`);
      resolve();
    });
  });
}

/** The message of the fault that the process told as JSON in its last line; all that it said where it told none. */
function reasonIn(said: string): string {
  try {
    const { message } = JSON.parse(said.trim().split('\n').at(-1)!) as { readonly message?: unknown };
    if (typeof message === 'string') return message;
  } catch {
    // It ended without a fault of its own.
  }
  return said.trim();
}

/** The process may be over already. */
function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Then it needs no lower priority either.
  }
}
