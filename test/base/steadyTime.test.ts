import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SteadyTime } from '../../src/base/steadyTime.ts';

const START = Date.UTC(2026, 10, 20, 10);

describe(SteadyTime.name, () => {
  it('is the wall clock while nobody sets that back', () => {
    const time = new SteadyTime();
    expect([0, 10, 3_600_000].map((ms) => time.read(START + ms, ms))).toEqual([START, START + 10, START + 3_600_000]);
    expect(time.read(START + 9_000_000, 3_600_001), 'a step forward is followed').toBe(START + 9_000_000);
  });

  it('V6: goes on after a step back, a little slower, until the wall clock has caught up', () => {
    const time = new SteadyTime();
    time.read(START, 0);
    expect(time.read(START - 90_000 + 1000, 1000)).toBe(START + 900);
    expect(time.read(START - 90_000 + 100_000, 100_000)).toBe(START + 90_000);
    expect(time.read(START - 90_000 + 1_000_000, 1_000_000), 'caught up').toBe(START + 910_000);
  });

  it('never goes back, and never stands for as long as ten milliseconds, whatever is done to the wall clock', () => {
    const reading = fc.record({ passed: fc.integer({ min: 10, max: 100_000 }), step: fc.integer({ min: -1e9, max: 1e9 }) });
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 30 }), (readings) => {
        const time = new SteadyTime();
        let [wall, ms, last] = [START, 0, time.read(START, 0)];
        for (const { passed, step } of readings) {
          wall += passed + step;
          ms += passed;
          const now = time.read(wall, ms);
          expect(now - last).toBeGreaterThanOrEqual(Math.floor(passed * 0.9));
          expect(now).toBeGreaterThanOrEqual(wall);
          last = now;
        }
      }),
    );
  });
});
