import { describe, expect, it } from 'vitest';
import { REAL_BOUNDS, soakReal } from './realHours.ts';
import { SIMULATED_BOUNDS, soakSimulated } from './simulatedDays.ts';
import { type Bound, type Sample, slopesOf } from './slopes.ts';

/** It is long enough to see that everything is measured and that it trades, and too short to tell a slope from warming up. */
function expectMeasured(samples: readonly Sample[], bounds: readonly Bound[]): void {
  for (const { name, first, last, slope } of slopesOf(samples, bounds)) {
    expect([name, Number.isFinite(first), Number.isFinite(last), Number.isFinite(slope)]).toEqual([name, true, true, true]);
  }
  const { descriptors, timers, intents } = samples.at(-1)!.values;
  expect({ descriptors: descriptors! > 5, timers: timers! > 0, intents: intents! > 20 }).toEqual({
    descriptors: true,
    timers: true,
    intents: true,
  });
}

describe('npm run soak', () => {
  it('lets simulated time pass, and says of each thing how it grows', async () => {
    const told: Sample[] = [];
    const samples = await soakSimulated({ days: 0.04, seed: 1, tell: (sample) => told.push(sample) });
    expect(told).toEqual(samples);
    expectMeasured(samples, SIMULATED_BOUNDS);
  });

  it('does the same to a real daemon', async () => {
    const told: Sample[] = [];
    const samples = await soakReal({ hours: 0.01, seed: 1, tell: (sample) => told.push(sample) });
    expect(told).toEqual(samples);
    expectMeasured(samples, REAL_BOUNDS);
  });
});
