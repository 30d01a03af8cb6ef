import { median } from './harness.ts';
import { compilePolling, pollingRun, type PollWindow } from './pollingRun.ts';

/**
 * The cost of watching a whole venue: 200 symbols at 1 Hz with depth 50, from a simulator in another process over signed HTTP; and of
 * trading: 20 strategies that quote on 10 symbols at 1 Hz, with candles, an average and stops.
 */
await compilePolling();
await measure('Watching', 200, 'watching');
await measure('20 strategies trade', 10, 'trading');

async function measure(what: string, symbols: number, kind: 'watching' | 'trading'): Promise<void> {
  report(what, symbols, kind, await pollingRun({ symbols, kind }));
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
