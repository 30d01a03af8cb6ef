import { describe, expect, it } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('sleep', () => {
  it('waits on the given clock, to the millisecond', async () => {
    const clock = new VirtualClock(0);
    let woke = false;
    const sleeping = sleep(clock, 100).then(() => (woke = true));
    await clock.advance(99, settle);
    expect(woke).toBe(false);
    await clock.advance(1, settle);
    expect(woke).toBe(true);
    await sleeping;
  });

  it('ends with the reason of the signal, at once, when it is aborted', async () => {
    const clock = new VirtualClock(0);
    const controller = new AbortController();
    const sleeping = sleep(clock, 100, controller.signal);
    controller.abort(new Error('shutting down'));
    await expect(sleeping).rejects.toThrow('shutting down');
  });

  it('does not begin when the signal is aborted already', async () => {
    await expect(sleep(new VirtualClock(0), 100, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  });

  it('takes an abort after its end for nothing', async () => {
    const clock = new VirtualClock(0);
    const controller = new AbortController();
    const sleeping = sleep(clock, 10, controller.signal);
    await clock.advance(10, settle);
    controller.abort(new Error('late'));
    await expect(sleeping).resolves.toBeUndefined();
  });
});
