import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { standBy } from '../../src/daemon/standBy.ts';
import { StoreAway } from '../../src/store/storeAway.ts';

const inUse = new Fault('daemon-running', 'the store is in use by process 7 of alpha');
const away = new Fault('store', 'the store could not be opened', { cause: new StoreAway(new Error('connect ECONNREFUSED')) });

/** Fails so, one after the other, and then starts. */
function standingBy(...failures: readonly Fault[]) {
  const clock = new VirtualClock(0);
  const stop = new AbortController();
  const told: string[] = [];
  let at = 0;
  const start = async (): Promise<string> => {
    const failure = failures[at++];
    if (failure !== undefined) throw failure;
    return 'started';
  };
  const witnessed: number[] = [];
  // One that fails keeps nothing back.
  const witness = async (): Promise<void> => {
    witnessed.push(clock.monotonicMs());
    throw away;
  };
  const result = standBy(start, { clock, signal: stop.signal, onWait: (why) => void told.push(why), witness });
  return { clock, stop, told, witnessed, result };
}

it('starts when the account is free, and says once what it waits for', async () => {
  const { clock, told, result } = standingBy(inUse, inUse, away, inUse);
  await clock.advance(5000, () => setImmediate());
  expect(await result).toBe('started');
  expect(told).toEqual([inUse.message, away.message, inUse.message]);
});

it('seals every five seconds how far the owner has got, and not while the store is away', async () => {
  const { clock, stop, witnessed } = standingBy(...Array.from({ length: 5 }, () => away), ...Array.from({ length: 100 }, () => inUse));
  await clock.advance(13_000, () => setImmediate());
  stop.abort();
  expect(witnessed).toEqual([2500, 7500, 12_500]);
});

it('ends when it is told to', async () => {
  const { clock, stop, result } = standingBy(...Array.from({ length: 100 }, () => inUse));
  await clock.advance(2000, () => setImmediate());
  stop.abort();
  await clock.advance(1000, () => setImmediate());
  expect(await result).toBeUndefined();
});

it('does not wait for what waiting does not mend', async () => {
  const { result } = standingBy(new Fault('configuration', 'wrong'));
  await expect(result).rejects.toThrow('wrong');
});
