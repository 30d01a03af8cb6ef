import { describe, expect, it } from 'vitest';
import { drawnFiguresOf, drawnInterval, drawnIntervals } from '../../../src/research/metrics/drawnFigures.ts';
import { metricsOf, metricValues } from '../../../src/research/metrics/metrics.ts';
import { livelyRecord } from '../runFixture.ts';

describe('drawnInterval', () => {
  it('leaves a twentieth of the draws out on each side, in proportion between two of them', () => {
    const hundred = Array.from({ length: 101 }, (_, i) => 100 - i);
    expect(drawnInterval(hundred)).toEqual({ low: 5, high: 95 });
    const twenty = Array.from({ length: 20 }, (_, i) => i * 10);
    expect(drawnInterval(twenty)!.low).toBeCloseTo(9.5, 9);
    expect(drawnInterval(twenty)!.high).toBeCloseTo(180.5, 9);
    expect(drawnInterval([7])).toEqual({ low: 7, high: 7 });
  });

  it('is none without draws, or where one of them has no value', () => {
    expect(drawnInterval([])).toBeUndefined();
    expect(drawnInterval([1, null, 3])).toBeUndefined();
    expect(drawnIntervals([])).toBeUndefined();
  });
});

describe('drawnFiguresOf', () => {
  it('gives the figures that the metrics of the whole run give', () => {
    const run = livelyRecord(3).bands.fitted;
    const { profit, fills, max_drawdown_samples } = metricValues(metricsOf(run, { currency: 'EUR', strategies: [] }));
    expect(drawnFiguresOf(run)).toEqual({ profit, fills, max_drawdown_samples });
    expect(drawnIntervals([drawnFiguresOf(run)])!.fills).toEqual({ low: fills, high: fills });
  });
});
