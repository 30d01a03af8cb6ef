import { expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { BandDecisions, type BandDecisionsOptions } from '../../../src/research/backtest/bandDecisions.ts';
import { ALL_TRADING } from '../../../src/model/tradingStop.ts';

function decisions(): BandDecisions {
  const options: Partial<Record<keyof BandDecisionsOptions, unknown>> = { venue: { wallets: {} }, latency: {}, symbols: [] };
  const made = new BandDecisions(options as unknown as BandDecisionsOptions);
  made.engine = { state: { now: 0 } } as unknown as Engine;
  return made;
}

const DAILY = { type: 'trading', scope: ALL_TRADING, cause: 'daily-loss', reason: 'too much', until: 1 } as const;

it('a strategy that is stopped stands among the warnings, however often limits have stopped and resumed trading before', () => {
  const made = decisions();
  for (let day = 0; day < 500; day++) for (const state of ['halted', 'active'] as const) made.notice({ ...DAILY, state });
  made.notice({ type: 'strategy-stopped', strategy: 's', reason: 'onBook threw: no more' });
  made.warn('open orders at the end: 3');
  expect(made.warnings.slice(-2)).toEqual(['1970-01-01T00:00:00.000Z s was stopped: onBook threw: no more', 'open orders at the end: 3']);
  expect(made.warnings.length).toBeLessThan(200);
});
