import { expect, it } from 'vitest';
import { type CancelTimer, sleep } from '../../src/base/clock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { within } from '../../src/daemon/within.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('waits for work, but not beyond the deadline', async () => {
  const clock = new VirtualClock(0);
  const ends: [string, boolean, number][] = [];
  const note = (name: string) => (done: boolean) => void ends.push([name, done, clock.monotonicMs()]);
  void within(clock, sleep(clock, 300), 500).then(note('quick'));
  void within(clock, sleep(clock, 5000), 500).then(note('slow'));
  void within(clock, new Promise(() => undefined), -1).then(note('late'));
  await clock.advance(10_000, settle);
  expect(ends).toEqual([
    ['late', false, 0],
    ['quick', true, 300],
    ['slow', false, 500],
  ]);
});

it('passes a failure on, and leaves no timer behind that would keep a process alive', async () => {
  let timers = 0;
  class CountedTimers extends VirtualClock {
    override setTimer(delayMs: number, callback: () => void): CancelTimer {
      const cancel = super.setTimer(delayMs, callback);
      timers++;
      return () => {
        timers--;
        cancel();
      };
    }
  }
  await expect(within(new CountedTimers(0), Promise.reject(new Error('broken')), 500)).rejects.toThrow('broken');
  expect(timers).toBe(0);
});
