import { describe, expect, it } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { systemClock } from '../../src/base/systemClock.ts';

describe('systemClock', () => {
  it('tells the wall time in whole milliseconds', () => {
    const before = Date.now();
    const now = systemClock.now();
    expect(now >= before && now <= Date.now() && Number.isInteger(now)).toBe(true);
  });

  it('calls back once, not before the delay, and measures by a time that only grows', async () => {
    const start = systemClock.monotonicMs();
    let calls = 0;
    systemClock.setTimer(20, () => calls++);
    await sleep(systemClock, 60);
    expect(calls).toBe(1);
    // A timer of the system may fire a fraction of a millisecond early.
    expect(systemClock.monotonicMs() - start).toBeGreaterThanOrEqual(59);
  });

  it('calls back in days for a delay of days, and not at once', async () => {
    let calls = 0;
    const cancel = systemClock.setTimer(30 * DAY_MS, () => calls++);
    await sleep(systemClock, 20);
    cancel();
    expect(calls).toBe(0);
  });

  it('does not call back after a cancel, and takes a second one', async () => {
    let calls = 0;
    const cancel = systemClock.setTimer(5, () => calls++);
    cancel();
    cancel();
    await sleep(systemClock, 20);
    expect(calls).toBe(0);
  });

  it('takes a delay that lies in the past for none', async () => {
    await expect(new Promise<void>((resolve) => systemClock.setTimer(-5, resolve))).resolves.toBeUndefined();
  });

  it('calls back after what is under way when there is no delay, and does not after a cancel', async () => {
    const calls: string[] = [];
    systemClock.setTimer(0, () => calls.push('canceled'))();
    systemClock.setTimer(0, () => calls.push('later'));
    await Promise.resolve();
    calls.push('at once');
    await sleep(systemClock, 5);
    expect(calls).toEqual(['at once', 'later']);
  });

  it('gives tracked work back as it is', async () => {
    const work = Promise.resolve(7);
    expect(systemClock.track(work)).toBe(work);
    expect(await work).toBe(7);
  });
});
