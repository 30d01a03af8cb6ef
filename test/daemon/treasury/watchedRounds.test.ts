import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { watchedRounds } from '../../../src/daemon/treasury/watchedRounds.ts';

const settled = (): Promise<void> => Promise.resolve();

describe(watchedRounds, () => {
  it('is ready once a round has worked, and not after one that failed', async () => {
    let isFailing = false;
    const rounds = watchedRounds(
      () => (isFailing ? Promise.reject(new Fault('network', 'no route')) : Promise.resolve()),
      new VirtualClock(0),
    );
    expect(rounds.trouble()).toBe('no round has ended yet');
    await rounds.round();
    expect(rounds.trouble()).toBeUndefined();
    isFailing = true;
    await expect(rounds.round()).rejects.toThrow('no route');
    expect(rounds.trouble()).toBe('the last round failed: no route');
    isFailing = false;
    await rounds.round();
    expect(rounds.trouble()).toBeUndefined();
  });

  it('is not ready when a round shows no sign of work for five minutes', async () => {
    const clock = new VirtualClock(0);
    let isHanging = false;
    const rounds = watchedRounds(() => (isHanging ? new Promise(() => undefined) : Promise.resolve()), clock);
    await rounds.round();
    isHanging = true;
    void rounds.round();
    await clock.advance(299_000, settled);
    expect(rounds.trouble()).toBeUndefined();
    rounds.goesOn();
    await clock.advance(299_000, settled);
    expect(rounds.trouble(), 'a draft of a batch was sent meanwhile').toBeUndefined();
    await clock.advance(2000, settled);
    expect(rounds.trouble()).toBe('a round hangs for 5 min');
  });
});
