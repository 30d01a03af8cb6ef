import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { runTreasury } from '../../../src/daemon/treasury/runTreasury.ts';

function life(round: () => Promise<void>) {
  const clock = new VirtualClock(0);
  const end = new AbortController();
  const told: unknown[][] = [];
  const done = runTreasury({ round, clock, everyMs: 5000, until: end.signal, tell: (...news) => told.push(news) });
  return { clock, end, told, done, pass: (ms: number) => clock.advance(ms, () => setImmediate()) };
}

describe(runTreasury, () => {
  it('goes round until it is told to end', async () => {
    let rounds = 0;
    const { end, done, pass } = life(async () => void rounds++);
    await pass(12_000);
    expect(rounds).toBe(3);
    end.abort();
    await done;
    expect(rounds).toBe(3);
  });

  it('tells a failure once, however often it comes, goes on, and tells that it is over', async () => {
    let rounds = 0;
    const { end, told, done, pass } = life(() => {
      rounds++;
      return rounds < 4 ? Promise.reject(new Fault('network', 'no route')) : Promise.resolve();
    });
    await pass(30_000);
    expect(told).toEqual([
      ['a round failed and is tried again: no route', 'the rounds of the treasury'],
      ['a round works again', 'the rounds of the treasury', true],
    ]);
    expect(rounds).toBeGreaterThan(5);
    end.abort();
    await done;
  });

  it('ends when the store fails, since nothing would be written down', async () => {
    const { done } = life(() => Promise.reject(new Fault('store', 'the disk is full')));
    await expect(done).rejects.toMatchObject({ code: 'store' });
  });
});
