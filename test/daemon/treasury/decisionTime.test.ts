import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/base/instant.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { VenueClock } from '../../../src/client/venueClock.ts';
import { decisionTime } from '../../../src/daemon/treasury/decisionTime.ts';

const START = Date.UTC(2026, 10, 30, 12);

it('is the machine’s while the venue agrees, so that what was just written down is not in the future', async () => {
  const clock = new VirtualClock(START + 700);
  const venueClock = new VenueClock(clock);
  expect(decisionTime(clock, venueClock)).toBe(START + 700);
  venueClock.observe({ sentMs: 0, receivedMs: 0, headers: { date: new Date(START - 1000).toUTCString() } });
  expect(decisionTime(clock, venueClock)).toBe(START + 700);
});

it('a machine that was a day ahead for a moment, or stays so, makes nothing older', async () => {
  const clock = new VirtualClock(START);
  const venueClock = new VenueClock(clock);
  const answer = async (): Promise<number> => {
    await clock.advance(1000, () => Promise.resolve());
    const readMs = clock.monotonicMs();
    venueClock.observe({ sentMs: readMs, receivedMs: readMs, headers: { date: new Date(START + readMs).toUTCString() } });
    return decisionTime(clock, venueClock) - START - readMs;
  };
  expect(await answer()).toBe(0);
  clock.stepWall(25 * HOUR_MS);
  expect(Math.abs(await answer())).toBeLessThan(1000);
  clock.stepWall(-25 * HOUR_MS);
  expect(await answer()).toBe(0);
  // The steady clock is still far ahead.
  expect(clock.now() - START).toBeGreaterThan(24 * HOUR_MS);
});
