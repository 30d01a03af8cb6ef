import { describe, expect, it } from 'vitest';
import { drawnModel } from '../../src/exchange/drawnModel.ts';
import { checkFillModel, FILL_MODELS } from '../../src/exchange/fillModel.ts';
import { BUY, VenueBench } from './snapshotVenueBench.ts';

const { fitted } = FILL_MODELS;

describe(drawnModel.name, () => {
  it('draws the same for the same number, and something else for another', () => {
    expect(drawnModel(fitted, 1)).toEqual(drawnModel(fitted, 1));
    expect(drawnModel(fitted, 1)).not.toEqual(drawnModel(fitted, 2));
  });

  it('stays within what is said to be plausible, and about the fitted model', () => {
    const draws = Array.from({ length: 400 }, (_, n) =>
      drawnModel(fitted, n, { sweeps: 2, volume: 1.5, shares: 0.5, latency: 0.5, swing: 0.3, informed: 0.6 }),
    );
    for (const draw of draws) {
      checkFillModel(draw);
      expect(draw.sweepSize).toBeGreaterThanOrEqual(fitted.sweepSize / 2);
      expect(draw.sweepSize).toBeLessThanOrEqual(fitted.sweepSize * 2);
      expect(draw.volumeShare).toBeGreaterThanOrEqual(1 / 1.5);
      expect(draw.volumeShare).toBeLessThanOrEqual(1.5);
      expect(draw.holeShare).toBeLessThanOrEqual(1);
    }
    const larger = draws.filter(({ sweepSize }) => sweepSize > fitted.sweepSize).length;
    expect(larger).toBeGreaterThan(160);
    expect(larger).toBeLessThan(240);
  });

  it('lets other sweeps come and requests take another time, and no request overtake another', () => {
    const lives = [1, 2].map((number) => {
      const bench = new VenueBench(drawnModel(fitted, number), { latency: { entryMs: 100, responseMs: 100 } });
      bench.look(1000, [[100, 5]], [[102, 5]]);
      bench.venue.onVolume(1000, 0.2);
      const times: number[] = [];
      for (let at = 1000; at <= 20_000; at += 1000) {
        if (at < 10_000) for (let n = 0; n < 2; n++) bench.venue.sendPlace(at, BUY, 90 - n, 1);
        while (bench.venue.take(at + 999)) times.push(bench.venue.reportAt);
        bench.look(at + 1000, [[100, 5]], [[102, 5]]);
        if (bench.told.length > 40) break;
      }
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      return times;
    });
    expect(lives[0]).not.toEqual(lives[1]);
  });
});
