import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface StartedProcess {
  /** The first line that it printed. */
  readonly line: string;
  /** Settles when the process has ended, in whatever way. */
  readonly ended: Promise<unknown>;
  readonly stop: () => Promise<unknown>;
}

export interface StartOptions {
  /** Options for Node. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a file of this folder, or one beside it, under the same Node, and waits for its first line. The process never outlives us.
 */
export async function startProcess(
  file: string,
  args: readonly string[],
  { flags = [], env = {} }: StartOptions = {},
): Promise<StartedProcess> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [...flags, path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  const ended = once(child, 'exit').finally(() => process.off('exit', kill));
  const failed = ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code} before it printed a line`)));
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), failed]);
  failed.catch(() => undefined);
  return {
    line: String(line),
    ended,
    stop: () => {
      kill();
      return ended;
    },
  };
}
