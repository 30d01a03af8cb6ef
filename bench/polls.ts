import { fileURLToPath } from 'node:url';
import { median } from './harness.ts';
import { startProcess } from './startProcess.ts';
import { startSimulator } from './startSimulator.ts';

/**
 * The cost of watching a whole venue: 200 symbols at 1 Hz with depth 50, from a simulator in another process over signed HTTP; and of
 * trading: 20 strategies that quote on 10 symbols at 1 Hz, with candles, an average and stops.
 * `pollingProcess.ts` measures itself in its own process, which is started as `sluice` starts: with a bounded young generation,
 * and from the second time on with compiled sources at hand.
 */
const STARTED_AS_SLUICE = {
  flags: ['--max-semi-space-size=4'],
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/sluice', import.meta.url)) },
};

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

await startProcess('pollingProcess.ts', [], STARTED_AS_SLUICE).then(({ ended }) => ended);
await measure('Watching', 200, 'watching');
await measure('20 strategies trade', 10, 'trading');

async function measure(what: string, symbols: number, kind: 'watching' | 'trading'): Promise<void> {
  const simulator = await startSimulator(['--symbols', String(symbols)]);
  const { url, key, secret } = simulator;
  const polling = await startProcess('pollingProcess.ts', [url, key, secret, kind], STARTED_AS_SLUICE);
  await simulator.stop();
  report(what, symbols, kind, JSON.parse(polling.line) as PollWindow[]);
}

function report(what: string, symbols: number, kind: 'watching' | 'trading', windows: readonly PollWindow[]): void {
  const row = (name: string, values: readonly number[], target: number, isMet: (value: number) => boolean, sign: string) => {
    const value = median(values);
    if (!isMet(value)) process.exitCode = 1;
    return {
      'of the polling process': name,
      median: value.toFixed(1),
      range: `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`,
      target: `${sign} ${target} ${isMet(value) ? 'ok' : 'MISSED'}`,
    };
  };
  const most = (name: string, key: keyof PollWindow, target: number) =>
    row(
      name,
      windows.map((window) => window[key]),
      target,
      (value) => value <= target,
      '<=',
    );
  const least = (name: string, key: keyof PollWindow, target: number) =>
    row(
      name,
      windows.map((window) => window[key]),
      target,
      (value) => value >= target,
      '>=',
    );
  console.log(
    `${what} on ${symbols} symbols at 1 Hz, depth 50 (Node ${process.version}, ${windows.length} windows of 20 s after 10 s of warming up)`,
  );
  console.table([
    most('CPU, % of one core', 'corePercent', 25),
    most('resident memory, MB', 'rssMb', 150),
    most('event-loop delay p99, ms', 'delayP99Ms', 20),
    ...(kind === 'watching'
      ? [least('books a second', 'booksPerSecond', symbols * 0.95)]
      : [least('books a second, by strategies', 'booksPerSecond', symbols * 2 * 0.95), least('orders a second', 'ordersPerSecond', 1)]),
  ]);
}
