import { startProcess } from './startProcess.ts';

export interface RunningSimulator {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly stop: () => Promise<unknown>;
}

/** Starts `sluice simulator` as a process of its own. */
export async function startSimulator(options: readonly string[]): Promise<RunningSimulator> {
  const { line, stop } = await startProcess('../bin/sluice.js', ['simulator', '--port', '0', '--seed', '7', ...options, '-o', 'json']);
  const { exchange } = JSON.parse(line) as { exchange: Pick<RunningSimulator, 'url' | 'key' | 'secret'> };
  return { ...exchange, stop };
}
