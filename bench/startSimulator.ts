import { startProcess } from './startProcess.ts';

/** Where an interface of the simulator is, and an account at it. */
export interface SimulatedAccount {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
}

/** The account is the one at the exchange. */
export interface RunningSimulator extends SimulatedAccount {
  readonly processing: SimulatedAccount;
  readonly stop: () => Promise<unknown>;
}

/** Starts `sluice simulator` as a process of its own. */
export async function startSimulator(options: readonly string[]): Promise<RunningSimulator> {
  const { line, stop } = await startProcess('../bin/sluice.js', ['simulator', '--port', '0', '--seed', '7', ...options, '-o', 'json']);
  const { exchange, processing } = JSON.parse(line) as Record<'exchange' | 'processing', SimulatedAccount>;
  return { ...exchange, processing, stop };
}
