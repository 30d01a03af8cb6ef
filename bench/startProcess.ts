import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface StartedProcess {
  /** The first line that it printed, which says that it is ready. */
  readonly line: string;
  readonly stop: () => Promise<void>;
}

/** Runs a file beside this one under the same Node. It is ended with us, whatever happens here. */
export async function startProcess(file: string, args: readonly string[]): Promise<StartedProcess> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(lines, 'line'), ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`)))]);
  return {
    line: String(first[0]),
    stop: async () => {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}
