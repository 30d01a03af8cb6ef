import { setImmediate as settle } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { untilStopped } from '../../src/cli/untilStopped.ts';

/** A wait, whether it is over, and how many of its timers are set. */
function room(forMs: number | undefined) {
  const virtual = new VirtualClock(0);
  const [stop, over] = [new AbortController(), new AbortController()];
  let timers = 0;
  let isOver = false;
  const setTimer: Clock['setTimer'] = (ms, callback) => {
    timers++;
    const cancel = virtual.setTimer(ms, () => {
      timers--;
      callback();
    });
    return () => {
      timers--;
      cancel();
    };
  };
  const clock = Object.assign(Object.create(virtual) as VirtualClock, { setTimer });
  void untilStopped(clock, stop.signal, forMs, over.signal).then(() => (isOver = true));
  return { stop, over, pass: (ms: number) => virtual.advance(ms, () => settle()), timers: () => timers, isOver: () => isOver };
}

describe(untilStopped, () => {
  it('is over after its time, and not before', async () => {
    const { pass, isOver, timers } = room(7000);
    await pass(6999);
    expect(isOver()).toBe(false);
    await pass(1);
    expect([isOver(), timers()]).toEqual([true, 0]);
  });

  it('is over when a person stops it, with and without a time', async () => {
    for (const forMs of [7000, undefined]) {
      const { stop, pass, isOver } = room(forMs);
      await pass(5);
      expect(isOver()).toBe(false);
      stop.abort();
      await pass(5);
      expect(isOver()).toBe(true);
    }
  });

  it('leaves no timer behind where nobody waits for it any more', () => {
    const { over, timers } = room(3_600_000);
    expect(timers()).toBe(1);
    over.abort();
    expect(timers()).toBe(0);
  });
});
