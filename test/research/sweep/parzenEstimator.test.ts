import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.ts';
import { p } from '../../../src/engine/params.ts';
import { normalCdf } from '../../../src/research/metrics/normalDistribution.ts';
import { type Dimension, dimensionOf } from '../../../src/research/sweep/dimension.ts';
import { ParzenEstimator } from '../../../src/research/sweep/parzenEstimator.ts';

function unitDimension(): Dimension {
  const made = dimensionOf('strategies.s.params.x', p.decimal('0'), { from: '0', to: '1' });
  if ('problem' in made) throw new Error(made.problem);
  return made;
}
const X = unitDimension();

/** A normal distribution that is cut off at 0 and 1. */
function bell(x: number, centre: number, width: number): number {
  const mass = normalCdf((1 - centre) / width) - normalCdf(-centre / width);
  return Math.exp(-0.5 * ((x - centre) / width) ** 2) / (width * Math.sqrt(2 * Math.PI) * mass);
}

describe('ParzenEstimator', () => {
  it('is as wide as the farther neighbour is away, the middle of the prior among them, as in Optuna', () => {
    const one = new ParzenEstimator([X], [[0.05]], false);
    // From 0.05 to 0.5; the bounds are no neighbours.
    expect(Math.exp(one.logDensity([0.3]))).toBeCloseTo((bell(0.3, 0.05, 0.45) + bell(0.3, 0.5, 1)) / 2, 12);
    const two = new ParzenEstimator([X], [[0.1], [0.95]], false);
    expect(Math.exp(two.logDensity([0.7]))).toBeCloseTo((bell(0.7, 0.1, 0.4) + bell(0.7, 0.95, 0.45) + bell(0.7, 0.5, 1)) / 3, 12);
  });

  it('has one width for all where dimensions are looked at together, as in Optuna', () => {
    const observed = Array.from({ length: 8 }, (_, i) => [i / 10, 1 - i / 10]);
    const together = new ParzenEstimator([X, X], observed, true);
    const width = 0.2 * 8 ** (-1 / 6);
    const kernels = observed.map(([x, y]) => bell(0.42, x!, width) * bell(0.6, y!, width));
    const expected = (kernels.reduce((sum, each) => sum + each, 0) + bell(0.42, 0.5, 1) * bell(0.6, 0.5, 1)) / 9;
    expect(Math.exp(together.logDensity([0.42, 0.6]))).toBeCloseTo(expected, 12);
  });

  it('draws each value as often as its density says, of values without an order and of steps', () => {
    const made = [
      dimensionOf('strategies.s.params.side', p.pick(['bid', 'both', 'ask', 'none'], 'bid'), {}),
      dimensionOf('strategies.s.params.x', p.decimal('0'), { from: '1', to: '7', step: '1' }),
    ];
    for (const dimension of made) {
      if ('problem' in dimension) throw new Error(dimension.problem);
      const { values, unitOf } = dimension;
      const estimator = new ParzenEstimator(
        [dimension],
        [values![1]!, values![3]!, values![1]!].map((text) => [unitOf(text)]),
        false,
      );
      const random = seededRandom('draws');
      const counts = new Map(values!.map((text) => [text, 0]));
      const draws = 40_000;
      for (let i = 0; i < draws; i++) {
        const text = dimension.textAt(estimator.sample(random)[0]!);
        counts.set(text, counts.get(text)! + 1);
      }
      const densities = values!.map((text) => Math.exp(estimator.logDensity([unitOf(text)])));
      expect(densities.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 12);
      for (const [i, text] of values!.entries()) expect(counts.get(text)! / draws).toBeCloseTo(densities[i]!, 1.7);
    }
  });

  it('knows nothing without observations', () => {
    expect(Math.exp(new ParzenEstimator([X], [], true).logDensity([0.42]))).toBeCloseTo(bell(0.42, 0.5, 1), 12);
  });
});
