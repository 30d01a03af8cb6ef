import type { FitLatency } from '../settings/loadSettings.ts';
import { say, type Shell } from './shell.ts';

/** Fits latencies to the journal of the state directory, and reports what they were fitted to. */
export function journalFit(shell: Shell): FitLatency {
  return async (settings) => {
    const { systemClock } = await import('../base/systemClock.ts');
    const { journalStateOf } = await import('./stateOf.ts');
    const { journalLatency } = await import('../research/backtest/journalLatency.ts');
    const found = await journalLatency(settings, journalStateOf(shell, settings), systemClock);
    if ('message' in found) return found;
    const { entryMs, responseMs, requests, database } = found;
    const share = settings.backtest.latency.quantile.mul(100).toFixed();
    say(shell, `latency ${entryMs} + ${responseMs} ms: ${share} % of ${requests} requests in ${database} took no longer`);
    return found;
  };
}
