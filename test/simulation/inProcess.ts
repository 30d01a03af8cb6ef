import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of this folder in a process of its own, as `node` runs it: nothing of the test runner is in its way. */
export function inProcess(script: string, args: readonly string[], node = process.execPath): Promise<Finished> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(node, [path, ...args], { env: { TZ: 'UTC' }, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...written }));
  });
}
