import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { Fault } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { lives } from '../../src/daemon/lives.ts';
import { overtaken } from '../../src/store/overtaken.ts';

/** Lives of these lengths, each of which ends because it was overtaken; the last one ends by itself. Answers how long each wait was. */
async function waitsAfter(lengths: readonly number[], isStandby = true, signal = new AbortController().signal): Promise<readonly number[]> {
  const clock = new VirtualClock(0);
  const waits: number[] = [];
  let life = 0;
  const live = async (): Promise<void> => {
    const length = lengths[life++];
    if (length === undefined) return;
    if (length > 0) await sleep(clock, length);
    throw overtaken();
  };
  const options = { clock, signal, isStandby, onAgain: (waitMs: number) => void waits.push(waitMs) };
  const watch = { isDone: false };
  const ended = lives(live, options).finally(() => (watch.isDone = true));
  ended.catch(() => undefined);
  for (let i = 0; i < 500 && !watch.isDone; i++) await clock.advance(10_000, () => setImmediate());
  await ended;
  return waits;
}

it('who is overtaken again and again waits longer each time, up to a minute, and after a long life a second', async () => {
  expect(await waitsAfter(Array.from({ length: 8 }, () => 0))).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(await waitsAfter([0, 0, 700_000])).toEqual([1000, 2000, 1000]);
});

it('ends where it does not stand by, was told to end, or failed in another way', async () => {
  await expect(waitsAfter([0], false)).rejects.toThrow('has taken the account over');
  await expect(waitsAfter([0], true, AbortSignal.abort())).rejects.toThrow('has taken the account over');
  const clock = new VirtualClock(0);
  const failing = lives(() => Promise.reject(new Fault('store', 'broken')), {
    clock,
    signal: new AbortController().signal,
    isStandby: true,
    onAgain: () => undefined,
  });
  await expect(failing).rejects.toThrow('broken');
});
