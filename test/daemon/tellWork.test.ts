import { setImmediate as settle } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { tellWork } from '../../src/daemon/tellWork.ts';

it('tells what begins and that it goes on, until it ends or fails', async () => {
  const clock = new VirtualClock(0);
  const told: string[] = [];
  const tell = (message: string): void => void told.push(message);
  const made = tellWork('reading', clock, tell, async () => {
    await sleep(clock, 25_000);
    return 7;
  });
  await clock.advance(60_000, settle);
  expect(await made).toBe(7);
  expect(told).toEqual(['reading', 'reading, for 10.0 s by now', 'reading, for 20.0 s by now']);
  await expect(tellWork('reading', clock, tell, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await clock.advance(60_000, settle);
  expect(told).toHaveLength(4);
});
