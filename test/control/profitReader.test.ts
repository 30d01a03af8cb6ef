import { setImmediate as settle } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { profitReader } from '../../src/control/profitReader.ts';
import { playedProcesses } from '../loading/playedProcesses.ts';

const NOW = Date.UTC(2026, 10, 30, 9);
const STAYS = new AbortController().signal;

it('does not wait for a store that is away: whoever reads it says so', async () => {
  const { started, start } = playedProcesses();
  const clock = new VirtualClock(NOW);
  const daemon = {
    settings: { server: undefined },
    status: () => ({ database: '/x/account.sqlite', strategies: [] }),
    history: { chronicler: { keepNow: () => new Promise(() => undefined) } },
  } as unknown as Parameters<typeof profitReader>[0];
  const told = profitReader(daemon, clock, start)({ period: 'day', from: NOW - 1000 }, STAYS);
  await clock.advance(2000, settle);
  await settle();
  started[0]!.resolve({ type: 'failed', code: 'store', message: 'it is away', suggestion: undefined });
  await expect(told).rejects.toMatchObject({ code: 'store', message: 'it is away' });
});

it('asks a process beside the trading, with what is written down by then and what the daemon knows of now', async () => {
  const { started, start } = playedProcesses();
  const works: unknown[] = [];
  const steps: string[] = [];
  const strategies = [
    { name: 'maker', symbol: 'BTC/EUR', profit: dec('12.50') },
    { name: 'maker', symbol: 'ETH/EUR', profit: undefined },
  ];
  const daemon = {
    settings: { server: undefined },
    status: () => ({ database: '/x/account.sqlite', strategies }),
    history: { chronicler: { keepNow: async () => void steps.push('kept') } },
  } as unknown as Parameters<typeof profitReader>[0];
  const read = profitReader(daemon, new VirtualClock(NOW), (work) => {
    works.push(work);
    steps.push('started');
    return start();
  });
  const told = read({ period: 'week', from: NOW - 1000, strategy: 'maker' }, STAYS);
  await settle();
  const view = { rows: [], unlisted: 0, sums: [] };
  started[0]!.resolve({ type: 'made', view });
  expect(await told).toBe(view);
  expect(steps).toEqual(['kept', 'started']);
  const place = { path: '/x/account.sqlite', server: undefined };
  const newest = { at: NOW, worth: {}, profit: { 'maker BTC/EUR': '12.5' } };
  expect(works).toEqual([{ place, period: 'week', from: NOW - 1000, now: NOW, strategy: 'maker', newest }]);
  const failed = read({ period: 'month', from: NOW }, STAYS);
  await settle();
  started[1]!.resolve({ type: 'failed', code: 'not-found', message: 'no journal', suggestion: undefined });
  await expect(failed).rejects.toMatchObject({ code: 'not-found', message: 'no journal' });
});
