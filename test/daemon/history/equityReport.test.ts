import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { equityReport } from '../../../src/daemon/history/equityReport.ts';
import type { EquityStep } from '../../../src/model/chronicle.ts';
import { addStep } from '../../../src/model/equitySteps.ts';
import { extremesOf } from '../../../src/model/extremes.ts';
import { fallOf, seenAt } from '../../model/fallOf.ts';

function stepsOf(worths: readonly string[], perStep: number): EquityStep[] {
  const steps: EquityStep[] = [];
  for (const [n, worth] of worths.entries()) addStep(steps, seenAt(n, worth), () => n % perStep !== 0);
  return steps;
}

describe(equityReport, () => {
  it('shows of each step how far it came below the highest so far, before the step or within it', () => {
    const { points, highest, deepestFall } = equityReport(3, stepsOf(['5', '9', '7.5', '8', '1', '9', '12', '11', '12'], 3));
    expect(points.map(({ worth, fall }) => [worth['EUR'], fall['EUR']])).toEqual([
      ['5', '1.5'],
      ['8', '8'],
      ['12', '1'],
    ]);
    expect([highest, deepestFall]).toEqual([{ EUR: '12' }, { EUR: '8' }]);
  });

  it('leaves out of a point what did not fall, and knows the currencies that came later', () => {
    const later = { ...seenAt(2, '5'), worth: { EUR: '5', USD: '7' }, extremes: { EUR: extremesOf(dec('5')), USD: extremesOf(dec('7')) } };
    const { points, deepestFall } = equityReport(1, [seenAt(1, '4'), later]);
    expect(points.map(({ fall }) => fall)).toEqual([{}, {}]);
    expect(deepestFall).toEqual({ EUR: '0', USD: '0' });
    expect(equityReport(1, [])).toEqual({ everyMs: 1, points: [], highest: {}, deepestFall: {} });
  });

  it('has the deepest fall of all values, and of a point the deepest in its step, however many values a step has', () => {
    const worths = fc.array(fc.integer({ min: 0, max: 60 }).map(String), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(worths, fc.integer({ min: 1, max: 20 }), (all, perStep) => {
        const { points, deepestFall } = equityReport(1, stepsOf(all, perStep));
        const values = all.map((worth) => dec(worth));
        expect(deepestFall).toEqual({ EUR: fallOf(values).toFixed() });
        for (const [n, { fall }] of points.entries()) {
          const until = values.slice(0, (n + 1) * perStep);
          const peaks = until.map((_, place) => Math.max(...until.slice(0, place + 1).map(Number)));
          const deepest = Math.max(...until.map((value, place) => peaks[place]! - Number(value)).slice(n * perStep));
          expect(Number(fall['EUR'] ?? '0')).toBe(deepest);
        }
      }),
    );
  });
});
