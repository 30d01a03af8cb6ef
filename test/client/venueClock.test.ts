import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { VenueClock } from '../../src/client/venueClock.ts';

const START = Date.UTC(2026, 10, 20, 10);
const turn = (): Promise<void> => Promise.resolve();

/** A venue whose time is ahead of our monotonic time by `ahead.ms`, and answers of it that take `latencyMs`. */
async function answer(clock: VirtualClock, venueClock: VenueClock, venueAheadMs: number, latencyMs = 40): Promise<void> {
  const sentMs = clock.monotonicMs();
  await clock.advance(latencyMs / 2, turn);
  const date = new Date(Math.floor((START + clock.monotonicMs() + venueAheadMs) / 1000) * 1000).toUTCString();
  await clock.advance(latencyMs / 2, turn);
  venueClock.observe({ sentMs, receivedMs: clock.monotonicMs(), headers: { date } });
}

describe('venue clock (000 Authentication 3)', () => {
  it('is our own clock before the first answer', () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    expect(venueClock.now()).toBe(START);
    expect(venueClock.uncertaintyMs).toBe(Infinity);
    expect(venueClock.halted).toBeUndefined();
  });

  it('contains the truth after each answer, and narrows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -3_600_000, max: 3_600_000 }),
        fc.array(fc.record({ waitMs: fc.integer({ min: 0, max: 1999 }), latencyMs: fc.integer({ min: 1, max: 400 }) }), {
          minLength: 1,
          maxLength: 20,
        }),
        async (aheadMs, answers) => {
          const clock = new VirtualClock(START);
          const venueClock = new VenueClock(clock);
          let before = Infinity;
          // The first answer is not believed alone when it is far from the machine's clock.
          await answer(clock, venueClock, aheadMs);
          await answer(clock, venueClock, aheadMs);
          for (const { waitMs, latencyMs } of answers) {
            await clock.advance(waitMs, turn);
            await answer(clock, venueClock, aheadMs, 2 * latencyMs);
            // Rounded to whole milliseconds at both ends.
            expect(Math.abs(venueClock.offsetMs - aheadMs)).toBeLessThanOrEqual(venueClock.uncertaintyMs + 1);
            expect(venueClock.uncertaintyMs).toBeLessThanOrEqual(before + 1);
            before = venueClock.uncertaintyMs;
            expect(venueClock.halted).toBeUndefined();
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('ends well below the second of resolution that Date has', async () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    for (let i = 0; i < 41; i++) {
      await answer(clock, venueClock, 12_345);
      await clock.advance(170, turn);
    }
    expect(venueClock.uncertaintyMs).toBeLessThan(120);
    expect(Math.abs(venueClock.offsetMs - 12_345)).toBeLessThan(120);
  });

  it('halts signing when our wall clock jumps, says why, and resumes when an answer shows that the venue did not', async () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    await answer(clock, venueClock, 0);
    clock.stepWall(3_600_000);
    expect(venueClock.halted).toMatch(/wall clock of this machine jumped by \+1 h/);
    expect(() => venueClock.assertUsable()).toThrow(expect.objectContaining({ code: 'clock', outcome: 'not-sent' }));
    await answer(clock, venueClock, 0);
    expect(venueClock.halted).toBeUndefined();
    expect(Math.abs(venueClock.now() - (START + clock.monotonicMs()))).toBeLessThan(1100);
    expect(venueClock.offsetMs).toBeLessThan(-3_598_000);
  });

  it('resumes after a suspended machine: wall and venue moved alike, monotonic time stood still', async () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    await answer(clock, venueClock, 0);
    clock.stepWall(600_000);
    expect(venueClock.halted).toBeDefined();
    await answer(clock, venueClock, 600_000);
    expect(venueClock.halted).toBeUndefined();
    expect(Math.abs(venueClock.offsetMs)).toBeLessThan(1100);
  });

  it('halts when the venue jumps, until a second answer confirms it some time later', async () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    await answer(clock, venueClock, 0);
    await answer(clock, venueClock, -90_000);
    expect(venueClock.halted).toMatch(/venue's clock moved by -1 min against ours/);
    await answer(clock, venueClock, -90_000);
    expect(venueClock.halted, 'it may be one that flips').toBeDefined();
    await clock.advance(3000, turn);
    await answer(clock, venueClock, -90_000);
    expect(venueClock.halted).toBeUndefined();
    expect(Math.abs(venueClock.offsetMs + 90_000)).toBeLessThan(1100);
  });

  it('stays halted while answers contradict each other', async () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    for (const aheadMs of [0, 50_000, -50_000, 100_000]) await answer(clock, venueClock, aheadMs);
    expect(venueClock.halted).toBeDefined();
  });

  it('is not moved by an answer to a request from before the jump', async () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    await answer(clock, venueClock, 0);
    const sentMs = clock.monotonicMs();
    const date = new Date(START + sentMs).toUTCString();
    await clock.advance(10, turn);
    clock.stepWall(-60_000);
    venueClock.observe({ sentMs, receivedMs: clock.monotonicMs(), headers: { date } });
    expect(venueClock.halted).toMatch(/jumped by -1 min/);
  });

  it('bears a slewed wall clock and a Date that lags by a second', async () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    for (let i = 0; i < 20; i++) {
      clock.stepWall(100);
      await answer(clock, venueClock, i % 2 === 0 ? 0 : -1000);
      expect(venueClock.halted).toBeUndefined();
    }
  });

  it('learns nothing from an answer without a Date, with a strange one, or from a cache', async () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    await answer(clock, venueClock, 1000);
    const before = venueClock.now();
    const old = new Date(START - 86_400_000).toUTCString();
    for (const headers of [{}, { date: 'tomorrow' }, { date: '1' }, { date: old, age: '86400' }]) {
      venueClock.observe({ sentMs: clock.monotonicMs(), receivedMs: clock.monotonicMs(), headers });
    }
    expect(venueClock.now()).toBe(before);
    expect(venueClock.halted).toBeUndefined();
  });

  it('B4: does not follow a Date that is more than an hour away from our own clock, however often it comes', async () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    const year = 365 * 86_400_000;
    for (let i = 0; i < 3; i++) await answer(clock, venueClock, year);
    expect(venueClock.halted).toMatch(/venue's clock is \+364 d 23 h away .* and more than 1 h is not believed/);
    expect(venueClock.now()).toBe(clock.machineTime());
    await answer(clock, venueClock, 0);
    expect(venueClock.halted).toBeUndefined();
    for (let i = 0; i < 3; i++) await answer(clock, venueClock, year);
    expect(venueClock.halted).toMatch(/not believed/);
    expect(Math.abs(venueClock.offsetMs), 'what was known stays').toBeLessThan(1100);
    await answer(clock, venueClock, 0);
    expect(venueClock.halted).toBeUndefined();
  });

  it('B4: believes a first Date that is away from our own clock only when a second one says the same', async () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    await answer(clock, venueClock, 30_000);
    expect(venueClock.halted).toMatch(/\+30\.0 s away from that of this machine, and only one answer says so/);
    expect(venueClock.uncertaintyMs).toBe(Infinity);
    await answer(clock, venueClock, 30_000);
    expect(venueClock.halted).toBeUndefined();
    expect(Math.abs(venueClock.offsetMs - 30_000)).toBeLessThan(1100);
  });

  it('B4: with a Date that flips, each answer that fits what is known lets signing go on, and one that does not moves nothing', async () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    await answer(clock, venueClock, 0);
    for (let i = 0; i < 10; i++) {
      await answer(clock, venueClock, 90_000);
      expect(venueClock.halted).toBeDefined();
      expect(Math.abs(venueClock.offsetMs)).toBeLessThan(1100);
      await answer(clock, venueClock, 0);
      expect(venueClock.halted).toBeUndefined();
    }
  });

  it('B4: a clock of this machine that was wrong and is put right is believed again at once', async () => {
    const clock = new VirtualClock(START);
    const venueClock = new VenueClock(clock);
    for (let i = 0; i < 3; i++) await answer(clock, venueClock, -7_200_000);
    expect(venueClock.halted).toMatch(/not believed/);
    clock.stepWall(-7_200_000);
    await answer(clock, venueClock, -7_200_000);
    expect(venueClock.halted).toBeUndefined();
    expect(Math.abs(venueClock.now() - clock.machineTime())).toBeLessThan(1100);
  });
});
