import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.ts';
import { p } from '../../../src/engine/params.ts';
import { normalCdf } from '../../../src/research/metrics/normalDistribution.ts';
import { type Dimension, dimensionOf } from '../../../src/research/sweep/dimension.ts';
import { ParzenEstimator } from '../../../src/research/sweep/parzenEstimator.ts';

function dimension(made: ReturnType<typeof dimensionOf>): Dimension {
  if ('problem' in made) throw new Error(made.problem);
  return made;
}
const NAME = 'strategies.s.params.x';
const X = dimension(dimensionOf(NAME, p.decimal('0'), { from: '0', to: '1' }));
const STEPS = dimension(dimensionOf(NAME, p.decimal('1'), { from: '1', to: '7', step: '1' }));
const CHOICES = dimension(dimensionOf(NAME, p.pick(['bid', 'both', 'ask', 'none'], 'bid'), {}));

describe('ParzenEstimator', () => {
  // Computed by `_ParzenEstimator.log_pdf` of Optuna 5.0.0 with the sampler's defaults.
  it('has the densities that Optuna has', () => {
    const many = Array.from({ length: 40 }, (_, i) => ((i * 37) % 41) / 41);
    const places = (dimensionWith: Dimension, texts: readonly string[]): number[][] => texts.map((text) => [dimensionWith.unitOf(text)]);
    expect(new ParzenEstimator([X], [[0.05]]).logDensity([0.3])).toBeCloseTo(0.06800678502183222, 12);
    expect(
      new ParzenEstimator(
        [X],
        many.map((x) => [x]),
      ).logDensity([0.37]),
    ).toBeCloseTo(0.16089680887353808, 12);
    expect(
      new ParzenEstimator(
        [X, X],
        many.map((x) => [x, x ** 2]),
      ).logDensity([0.37, 0.9]),
    ).toBeCloseTo(-3.5236212476873168, 12);
    const steps = new ParzenEstimator([STEPS], places(STEPS, ['2', '2', '7', '5', '1']));
    expect(Math.exp(steps.logDensity([STEPS.unitOf('3')]))).toBeCloseTo(0.14601600190618524, 12);
    const choices = new ParzenEstimator([CHOICES], places(CHOICES, ['both', 'both', 'none']));
    expect(Math.exp(choices.logDensity([CHOICES.unitOf('both')]))).toBeCloseTo(0.40625, 12);
  });

  it('draws each value as often as its density says, of values without an order and of steps', () => {
    for (const drawn of [CHOICES, STEPS]) {
      const { values, unitOf } = drawn;
      const estimator = new ParzenEstimator(
        [drawn],
        [values![1]!, values![3]!, values![1]!].map((text) => [unitOf(text)]),
      );
      const random = seededRandom('draws');
      const counts = new Map(values!.map((text) => [text, 0]));
      const draws = 40_000;
      for (let i = 0; i < draws; i++) {
        const text = drawn.textAt(estimator.sample(random)[0]!);
        counts.set(text, counts.get(text)! + 1);
      }
      const densities = values!.map((text) => Math.exp(estimator.logDensity([unitOf(text)])));
      expect(densities.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 12);
      for (const [i, text] of values!.entries()) expect(counts.get(text)! / draws).toBeCloseTo(densities[i]!, 1.7);
    }
  });

  it('knows nothing without observations', () => {
    const mass = normalCdf(0.5) - normalCdf(-0.5);
    expect(Math.exp(new ParzenEstimator([X], []).logDensity([0.5]))).toBeCloseTo(1 / (Math.sqrt(2 * Math.PI) * mass), 12);
  });
});
