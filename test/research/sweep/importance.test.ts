import { expect, it } from 'vitest';
import { p } from '../../../src/engine/params.ts';
import { dimensionOf } from '../../../src/research/sweep/dimension.ts';
import { importance } from '../../../src/research/sweep/importance.ts';
import type { SweepTrial } from '../../../src/research/sweep/sweepTrial.ts';

const made = dimensionOf('strategies.s.params.x', p.int(1), { from: '1', to: '8' });
if ('problem' in made) throw new Error(made.problem);
const dimension = made;

function trialsOf(count: number, valueOf: (x: number) => number): SweepTrial[] {
  return Array.from({ length: count }, (_, number): SweepTrial => {
    const x = 1 + (number % 8);
    const value = valueOf(x);
    const inSample = { figures: { profit: value }, days: [], returns: [], snapshots: 1, fills: 1, digest: '' };
    const params = { 'strategies.s.params.x': String(x) };
    return { number, window: 0, params, state: 'complete', rungs: [{ share: 1, value }], value, inSample, outOfSample: undefined };
  });
}

it('a parameter on which nothing depends explains nothing, whatever the value that all trials share', () => {
  for (const value of [0.1, -12.34, 123.45, 1 / 3, 0]) {
    for (let count = 6; count <= 64; count++) {
      const [found] = importance(
        [dimension],
        trialsOf(count, () => value),
      );
      expect(found, `${count} trials of ${value}`).toEqual({ name: 'strategies.s.params.x', share: undefined });
    }
  }
});

it('a parameter on which everything depends explains everything', () => {
  const [found] = importance(
    [dimension],
    trialsOf(64, (x) => x / 10),
  );
  expect(found!.share).toBe(1);
});
