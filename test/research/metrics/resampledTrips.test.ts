import { describe, expect, it } from 'vitest';
import { resampledTrips } from '../../../src/research/metrics/resampledTrips.ts';

describe('resampledTrips', () => {
  it('say nothing of few round trips, or of those that nothing values', () => {
    expect(resampledTrips(Array(29).fill(1), 's')).toEqual({ because: 'it needs 30 closed round trips, and there are 29' });
    expect(resampledTrips([...Array<number>(40).fill(1), NaN], 's')).toMatchObject({
      because: expect.stringContaining('no recorded pair') as string,
    });
  });

  it('are the same for the same seed, and others for another', () => {
    const nets = Array.from({ length: 60 }, (_, i) => ((i * 7) % 13) - 6);
    expect(resampledTrips(nets, 'a')).toEqual(resampledTrips(nets, 'a'));
    expect(resampledTrips(nets, 'a')).not.toEqual(resampledTrips(nets, 'b'));
  });

  it('know what must come of round trips that are all the same', () => {
    expect(resampledTrips(Array(50).fill(2), 's')).toMatchObject({
      trips: 50,
      runs: 2000,
      profit: [100, 100, 100, 100, 100],
      drawdown: [0, 0, 0, 0, 0],
      lossShare: 0,
      neighbours: NaN,
    });
    for (const net of [0.1, -12.34, 123.45])
      for (const count of [41, 43, 44, 53]) expect(resampledTrips(Array(count).fill(net), 's')).toMatchObject({ neighbours: NaN });
    expect(resampledTrips(Array(50).fill(-2), 's')).toMatchObject({
      profit: Array(5).fill(-100),
      drawdown: Array(5).fill(100),
      lossShare: 1,
    });
  });

  it('spread as the theory says: a fair coin of 400 throws has a deviation of 20', () => {
    const nets = Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 1 : -1));
    const drawn = resampledTrips(nets, 's');
    if ('because' in drawn) throw new Error(drawn.because);
    const [low, , middle, , high] = drawn.profit;
    expect(Math.abs(low! + 1.645 * 20)).toBeLessThan(3);
    expect(Math.abs(middle!)).toBeLessThan(3);
    expect(Math.abs(high! - 1.645 * 20)).toBeLessThan(3);
    expect(drawn.neighbours).toBeCloseTo(-1, 2);
  });
});
