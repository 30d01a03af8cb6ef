import { describe, expect, it } from 'vitest';
import { repeat } from '../../src/base/repeat.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';

describe('repeat', () => {
  it('calls again and again until it is canceled, by whoever is called too', async () => {
    const clock = new VirtualClock(0);
    const settle = (): Promise<void> => Promise.resolve();
    const calls: number[] = [];
    const cancel = repeat(clock, 100, () => {
      calls.push(clock.monotonicMs());
      if (calls.length === 3) cancel();
    });
    await clock.advance(250, settle);
    expect(calls).toEqual([100, 200]);
    await clock.advance(1000, settle);
    expect(calls).toEqual([100, 200, 300]);
  });
});
