import { describe, expect, it } from 'vitest';
import { longTimer } from '../../src/base/longTimer.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';

/** A virtual clock whose timers wait for 1,000 ms at most. */
function bench() {
  const clock = new VirtualClock(0);
  const asked: number[] = [];
  const setTimer = (delayMs: number, callback: () => void) => {
    asked.push(delayMs);
    return clock.setTimer(delayMs, callback);
  };
  let calls = 0;
  const set = (delayMs: number) => longTimer(setTimer, 1000, delayMs, () => calls++);
  const wait = async (ms: number) => {
    await clock.advance(ms, () => Promise.resolve());
    return calls;
  };
  return { asked, set, wait };
}

describe(longTimer, () => {
  it('calls back once when the whole delay is over, by timers of which none is too long', async () => {
    const { asked, set, wait } = bench();
    set(2500);
    expect(await wait(2499)).toBe(0);
    expect(await wait(1)).toBe(1);
    expect(await wait(9000)).toBe(1);
    expect(asked).toEqual([1000, 1000, 500]);
  });

  it('sets one timer for what one can wait for', async () => {
    const { asked, set, wait } = bench();
    set(1000);
    expect(await wait(1000)).toBe(1);
    expect(asked).toEqual([1000]);
  });

  it.each([0, 1500, 2400])('does not call back after a cancel at %i ms', async (at) => {
    const { set, wait } = bench();
    const cancel = set(2500);
    await wait(at);
    cancel();
    expect(await wait(9000)).toBe(0);
  });
});
