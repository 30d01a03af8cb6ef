import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParamShape, p } from '../../../src/engine/params.ts';
import { createSampler, type SamplerOptions, trialsOf } from '../../../src/research/sweep/createSampler.ts';
import { type Dimension, type DimensionSpec, dimensionOf } from '../../../src/research/sweep/dimension.ts';
import type { Ask, Point, Sampler } from '../../../src/research/sweep/sampler.ts';
import { SAMPLERS } from '../../../src/settings/sweepSection.ts';
import { MOST_SOBOL_DIMENSIONS, SobolSequence } from '../../../src/research/sweep/sobolSequence.ts';

const SHAPE = {
  spread: p.decimal('10', { min: '1', max: '40', step: '0.1' }),
  size: p.decimal('0.01'),
  smooth: p.int(20, { min: 1, max: 1000 }),
  side: p.pick(['bid', 'both', 'ask'], 'both'),
  lean: p.bool(true),
  wait: p.duration('5s'),
} satisfies ParamShape;

function dimension(name: keyof typeof SHAPE, spec: DimensionSpec = {}): Dimension {
  const made = dimensionOf(name, SHAPE[name], spec);
  if ('problem' in made) throw new Error(made.problem);
  return made;
}

function problem(name: keyof typeof SHAPE, spec: DimensionSpec): string {
  const made = dimensionOf(name, SHAPE[name], spec);
  return 'problem' in made ? made.problem : 'none';
}

/** A hill with its top in the middle of every dimension but the third. */
const SPACE = [dimension('spread', { from: '1', to: '39.9' }), dimension('size', { from: '0.001', to: '1', log: true }), dimension('side')];
function bowl(point: Point): number {
  const [spread, size] = point.map((text, i) => (SPACE[i]!.isOrdered ? SPACE[i]!.unitOf(text) : 0));
  return -((spread! - 0.5) ** 2) - (size! - 0.5) ** 2 + (point[2] === 'ask' ? 0.2 : 0);
}

const options = (more: Partial<SamplerOptions>): SamplerOptions => ({
  sampler: 'random',
  trials: 40,
  seed: '1',
  multivariate: false,
  ...more,
});

/** Asks for several trials at once, and tells their scores in the order of the asks. */
function drive(sampler: Sampler, score: (point: Point, share: number) => number | undefined, batch = 8): Ask[] {
  const asked: Ask[] = [];
  for (;;) {
    const asks: Ask[] = [];
    for (let ask = sampler.ask(); ask !== undefined; ask = asks.length < batch ? sampler.ask() : undefined) asks.push(ask);
    if (asks.length === 0) return asked;
    asked.push(...asks);
    for (const { trial, point, share } of asks) sampler.tell(trial, score(point, share));
  }
}

const pointsOf = (asks: readonly Ask[]): string[] => asks.map(({ point }) => point.join(' '));

describe('dimensionOf', () => {
  it('makes exact texts from a step, from the bounds that the parameter declares where none are given', () => {
    const { values } = dimension('spread', { from: '5', to: '6' });
    expect(values).toEqual(['5', '5.1', '5.2', '5.3', '5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6']);
    expect(dimension('spread').values).toHaveLength(391);
    expect(dimension('smooth').values).toHaveLength(1000);
    expect(dimension('wait', { from: '500ms', to: '2s', step: '500ms' }).values).toEqual(['500ms', '1s', '1500ms', '2s']);
    expect(dimension('lean').values).toEqual(['false', 'true']);
    expect(dimension('side').isOrdered).toBe(false);
    expect(dimension('smooth', { values: ['5', '10', '40'] }).isOrdered).toBe(true);
  });

  it('takes any duration between two when there is no step', () => {
    const wait = dimension('wait', { from: '1s', to: '3s' });
    expect([wait.values, wait.textAt(0), wait.textAt(0.25001), wait.textAt(1 - Number.EPSILON)]).toEqual([undefined, '1s', '1500ms', '3s']);
  });

  it('tells values apart where the bounds are close together', () => {
    const { textAt } = dimension('size', { from: '60000', to: '60020' });
    const texts = Array.from({ length: 100 }, (_, i) => textAt(i / 100));
    expect(new Set(texts).size).toBe(100);
    expect(texts[1]).toBe('60000.2');
  });

  it('goes from a value to its place and back', () => {
    const dimensions = [
      ...SPACE,
      dimension('smooth', { from: '1', to: '900', log: true }),
      dimension('size', { from: '0.5', to: '2' }),
      dimension('wait', { from: '1ms', to: '90s', log: true }),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...dimensions), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (each, unit) => {
        const text = each.textAt(unit);
        expect(each.textAt(each.unitOf(text))).toBe(text);
        const reading = SHAPE[each.name as keyof typeof SHAPE].read(text);
        expect(reading).not.toHaveProperty('problem');
      }),
    );
    expect(SPACE[1]!.textAt(0.5)).toBe('0.03162');
  });

  it('says what is wrong with a dimension', () => {
    expect(problem('size', {})).toContain('needs from and to');
    expect(problem('size', { from: '2', to: '1' })).toContain('from must be below to');
    expect(problem('size', { from: '0', to: '1', log: true })).toContain('above 0');
    expect(problem('size', { from: '0', to: '1', log: true, step: '0.1' })).toContain('above 0');
    expect(problem('size', { from: '1', to: '2', log: true, step: '0.1' })).toContain('either step or log');
    expect(problem('size', { from: '0', to: '1', step: '0.0000001' })).toContain('at most 10000');
    expect(problem('size', { from: 'a', to: '1' })).toContain('expected numbers');
    expect(problem('spread', { from: '0', to: '10' })).toContain('must be at least 1');
    expect(problem('side', { values: ['bid', 'left'] })).toContain('expected one of bid, both, ask');
    expect(problem('side', { from: '1' })).toContain('takes values');
    expect(problem('smooth', { values: ['1', '1'] })).toContain('twice');
    expect(problem('size', { values: ['1', '1.0'] })).toContain('twice');
    expect(problem('wait', { values: ['60s', '1m'] })).toContain('twice');
    expect(problem('smooth', { values: ['1'], from: '1' })).toContain('either values, or from');
    expect(problem('smooth', { from: '1', to: '2', step: '0' })).toContain('above 0 as step');
    expect(problem('smooth', { values: [] })).toContain('no values');
  });
});

describe('the Sobol sequence', () => {
  it('begins as it is known to', () => {
    const sequence = new SobolSequence(3);
    expect(Array.from({ length: 5 }, () => sequence.next())).toEqual([
      [0, 0, 0],
      [0.5, 0.5, 0.5],
      [0.75, 0.25, 0.25],
      [0.25, 0.75, 0.75],
      [0.375, 0.375, 0.625],
    ]);
  });

  it.each([undefined, 'a', 'b'])('puts one of the first 2^k points into each of 2^k slices of every dimension (seed %s)', (seed) => {
    const sequence = new SobolSequence(MOST_SOBOL_DIMENSIONS, seed);
    const points = Array.from({ length: 256 }, () => sequence.next());
    for (let i = 0; i < MOST_SOBOL_DIMENSIONS; i++)
      expect(new Set(points.map((point) => Math.floor(point[i]! * 256))).size, `dimension ${i}`).toBe(256);
    // The first two dimensions are a (0, 2)-sequence, so every square of a 16 by 16 grid has one point.
    expect(new Set(points.map(([x, y]) => `${Math.floor(x! * 16)} ${Math.floor(y! * 16)}`)).size).toBe(256);
  });

  it('is another one for another seed', () => {
    expect(new SobolSequence(2, 'a').next()).not.toEqual(new SobolSequence(2, 'b').next());
  });
});

describe.each(SAMPLERS)('the sampler %s', (sampler) => {
  const space = sampler === 'grid' ? [SPACE[0]!, dimension('side')] : SPACE;
  const score = sampler === 'grid' ? () => 0 : bowl;

  it('asks for the same points for the same seed and the same tells, none twice, at most as many as are wanted', () => {
    const asks = drive(createSampler(space, options({ sampler })), score);
    expect(asks).toHaveLength(40);
    expect(asks.map(({ trial }) => trial)).toEqual(Array.from({ length: 40 }, (_, i) => i));
    expect(new Set(pointsOf(asks)).size).toBe(40);
    expect(asks.every(({ share }) => share === 1)).toBe(true);
    expect(pointsOf(drive(createSampler(space, options({ sampler })), score))).toEqual(pointsOf(asks));
  });

  it('tries every point of a small space once', () => {
    const small = [dimension('side'), dimension('lean'), dimension('smooth', { values: ['1', '2', '3', '4'] })];
    const asks = drive(createSampler(small, options({ sampler, trials: 1000 })), () => 1);
    expect(new Set(pointsOf(asks)).size).toBe(24);
    expect(trialsOf(small, options({ sampler, trials: 1000 }))).toBe(24);
  });

  it('works through halving: few go on, and they are tried on more of the data', () => {
    const asks = drive(createSampler(space, options({ sampler, trials: 27, halving: { rungs: 3, reduction: 3 } })), score);
    const counts = [0, 1, 2].map((rung) => asks.filter((ask) => ask.rung === rung).length);
    expect(counts[0]).toBe(27);
    expect(counts[1]).toBeGreaterThanOrEqual(9);
    expect(counts[2]).toBeGreaterThanOrEqual(3);
    expect(counts[1]! + counts[2]!).toBeLessThan(27);
    expect([...new Set(asks.map(({ share }) => share))].toSorted((a, b) => a - b)).toEqual([1 / 9, 1 / 3, 1]);
  });
});

describe('a sampler', () => {
  it('of TPE comes nearer to the top than chance does, by each dimension and by all together', { tags: 'long' }, () => {
    const best = (more: Partial<SamplerOptions>): number => {
      const seeds = ['1', '2', '3'];
      const tops = seeds.map((seed) => {
        const asks = drive(createSampler(SPACE, options({ trials: 80, seed, ...more })), bowl);
        return Math.max(...asks.map(({ point }) => bowl(point)));
      });
      return tops.reduce((sum, top) => sum + top, 0) / seeds.length;
    };
    const random = best({});
    expect(0.2 - best({ sampler: 'tpe' })).toBeLessThan((0.2 - random) / 2);
    expect(0.2 - best({ sampler: 'tpe', multivariate: true })).toBeLessThan((0.2 - random) / 2);
  });

  it('of TPE lives with trials of which nothing can be said', () => {
    const asks = drive(createSampler(SPACE, options({ sampler: 'tpe' })), (point) => (point[2] === 'bid' ? undefined : bowl(point)));
    expect(asks).toHaveLength(40);
    expect(asks.slice(20).filter(({ point }) => point[2] === 'bid').length).toBeLessThan(8);
  });

  it('of halving needs trials enough for one to reach all of the data', () => {
    const halving = { rungs: 3, reduction: 3 };
    expect(() => createSampler(SPACE, options({ trials: 8, halving }))).toThrow('expected at least 9 trials for 3 rungs, not 8');
    const asks = drive(createSampler(SPACE, options({ trials: 9, halving })), bowl);
    expect(asks.some(({ share }) => share === 1)).toBe(true);
  });

  it('of halving promotes as the paper says: the best unpromoted one of the top share, the highest rung first', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }), { minLength: 9, maxLength: 60 }), (scores) => {
        const sampler = createSampler([dimension('smooth')], options({ trials: scores.length, halving: { rungs: 3, reduction: 3 } }));
        const rungs = [0, 1, 2].map(() => ({ told: [] as { trial: number; score: number }[], promoted: new Set<number>() }));
        for (let ask = sampler.ask(); ask !== undefined; ask = sampler.ask()) {
          const wanted = [1, 0].flatMap((rung) => {
            const { told, promoted } = rungs[rung]!;
            const best = told.toSorted((a, b) => b.score - a.score || a.trial - b.trial).slice(0, Math.floor(told.length / 3));
            const next = best.find(({ trial, score }) => score >= 0 && !promoted.has(trial));
            return next === undefined ? [] : [{ trial: next.trial, rung: rung + 1 }];
          })[0];
          if (wanted === undefined) expect(ask.rung).toBe(0);
          else expect({ trial: ask.trial, rung: ask.rung }).toEqual(wanted);
          if (ask.rung > 0) rungs[ask.rung - 1]!.promoted.add(ask.trial);
          const score = scores[ask.trial];
          rungs[ask.rung]!.told.push({ trial: ask.trial, score: score ?? -1 });
          sampler.tell(ask.trial, score);
        }
      }),
    );
  });

  it('refuses a grid of more combinations than anyone can try', () => {
    const many = [dimension('smooth'), dimension('spread'), dimension('lean', { values: ['true', 'false'] }), dimension('smooth')];
    expect(() => createSampler(many, options({ sampler: 'grid', trials: undefined }))).toThrow(
      'at most 1000000 combinations for a grid, not 782000000',
    );
  });

  it('never lets a worthless trial go on to more data', () => {
    const asks = drive(createSampler(SPACE, options({ trials: 27, halving: { rungs: 2, reduction: 3 } })), () => undefined);
    expect(asks).toHaveLength(27);
  });

  it('grid needs values, and sobol few enough dimensions', () => {
    expect(() => createSampler([SPACE[1]!], options({ sampler: 'grid' }))).toThrow('a grid needs values');
    const many = Array.from({ length: MOST_SOBOL_DIMENSIONS + 1 }, () => dimension('lean'));
    expect(() => createSampler(many, options({ sampler: 'sobol' }))).toThrow('takes at most 21');
  });

  it('must be told of what it asked for, once', () => {
    for (const halving of [undefined, { rungs: 2, reduction: 2 }]) {
      const sampler = createSampler(SPACE, options({ halving }));
      const { trial } = sampler.ask()!;
      sampler.tell(trial, 1);
      expect(() => sampler.tell(trial, 1)).toThrow('told twice');
    }
  });
});
