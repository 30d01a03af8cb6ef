import { expect, it } from 'vitest';
import { clockByWall } from '../../src/base/clockByWall.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';

it('has a wall time of its own, and the timers and the monotonic time of the clock that it is made of', async () => {
  const steady = new VirtualClock(5000);
  let wall = 70;
  const clock = clockByWall(steady, () => wall);
  const fired: string[] = [];
  clock.setTimer(10, () => fired.push('first'));
  clock.setTimer(10, () => fired.push('second'))();
  await steady.advance(10, () => Promise.resolve());
  expect([clock.now(), clock.machineTime(), clock.monotonicMs(), fired]).toEqual([70, 5010, 10, ['first']]);
  wall = 3;
  expect(clock.now()).toBe(3);
});
