import { fileURLToPath } from 'node:url';
import { startProcess } from './startProcess.ts';
import { startSimulator } from './startSimulator.ts';

/** What the polling process reports of one period. */
export interface PollWindow {
  /** User and system time, as a share of one core. */
  readonly corePercent: number;
  /** The most resident memory. */
  readonly rssMb: number;
  readonly delayP99Ms: number;
  /** Books that the engine gave to a strategy. */
  readonly booksPerSecond: number;
  readonly ordersPerSecond: number;
}

export interface PollingOptions {
  readonly symbols: number;
  readonly kind: 'watching' | 'trading';
  /** Between two books of a symbol. */
  readonly booksMs?: number;
}

/** As `sluice` starts: with a bounded young generation, and from the second time on with compiled sources at hand. */
const STARTED_AS_SLUICE = {
  flags: ['--max-semi-space-size=4'],
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/sluice', import.meta.url)) },
};

/** Fills the cache of compiled sources. */
export async function compilePolling(): Promise<void> {
  await startProcess('pollingProcess.ts', [], STARTED_AS_SLUICE).then(({ ended }) => ended);
}

/** A minute of `pollingProcess.ts`, which measures itself, against a simulator in another process. */
export async function pollingRun({ symbols, kind, booksMs = 1000 }: PollingOptions): Promise<PollWindow[]> {
  const simulator = await startSimulator(['--symbols', String(symbols)]);
  const { url, key, secret } = simulator;
  const polling = await startProcess('pollingProcess.ts', [url, key, secret, kind, String(booksMs)], STARTED_AS_SLUICE);
  await simulator.stop();
  return JSON.parse(polling.line) as PollWindow[];
}
