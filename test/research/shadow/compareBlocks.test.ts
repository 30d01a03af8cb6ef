import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.ts';
import { BLOCK_MS, compareBlocks, type ShadowBlock } from '../../../src/research/shadow/compareBlocks.ts';
import { comparisonText } from '../../../src/research/shadow/shadowText.ts';

function blocksOf(gaps: readonly number[]): ShadowBlock[] {
  return gaps.map((gap, i) => ({ from: i * BLOCK_MS, to: (i + 1) * BLOCK_MS, champion: 10, challenger: 10 + gap }));
}

function noise(count: number, seed: number, shift = 0): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random.normal() + shift);
}

function chanceOf(gaps: readonly number[]): number {
  const { certainty } = compareBlocks(blocksOf(gaps), 's');
  if ('because' in certainty) throw new Error(certainty.because);
  return certainty.chance;
}

const euros = (value: number): string => `${value.toFixed(2)} EUR`;

describe('compareBlocks', () => {
  it('says nothing of too little, but how much there is', () => {
    expect(compareBlocks(blocksOf(Array(23).fill(1)), 's')).toEqual({
      blocks: 23,
      difference: 23,
      certainty: { because: 'it needs 24 hours, and there are 23' },
    });
    expect(compareBlocks([], 's')).toMatchObject({ blocks: 0, difference: 0 });
  });

  it('takes no half a minute for an hour', () => {
    const comparison = compareBlocks([{ from: 0, to: 32_000, champion: 1, challenger: 3 }], 's');
    expect(comparison).toEqual({ blocks: 0, seenMs: 32_000, difference: 2, certainty: { because: 'it needs 24 hours, and there are 0' } });
    expect(comparisonText(comparison, euros)).toBe(
      "the challenger earned 2.00 EUR more in 32.0 s; whether that is chance can't be said: it needs 24 hours, and there are 0",
    );
    expect(compareBlocks([{ from: 0, to: BLOCK_MS / 2, champion: 1, challenger: 3 }], 's').blocks).toBe(1);
  });

  it.each([
    [[88], 1, '1 h 28 min'],
    [[31], 1, '31 min'],
    [[59.5], 1, '1 h'],
    [[60, 60, 60], 3, '3 h'],
    [[85, 60, 85], 3, '3 h 50 min'],
    [[35, 60], 2, '1 h 35 min'],
  ])('says how long it was where blocks are no hours: %j minutes', (minutes, blocks, seen) => {
    const lasted = minutes.map((each) => ({ from: 0, to: each * 60_000, champion: 1, challenger: 3 }));
    const comparison = compareBlocks(lasted, 's');
    expect(comparison.blocks).toBe(blocks);
    expect(comparisonText(comparison, euros)).toContain(` EUR more in ${seen}; `);
  });

  it('says so where there is no difference at all', () => {
    expect(compareBlocks(blocksOf(Array(100).fill(0)), 's').certainty).toEqual({ because: 'the two have earned the same in every hour' });
  });

  it('takes a clear difference for no chance, and gives the same for the same seed', () => {
    const gaps = noise(200, 1, 0.5);
    expect(chanceOf(gaps)).toBeLessThan(0.01);
    expect(compareBlocks(blocksOf(gaps), 's')).toEqual(compareBlocks(blocksOf(gaps), 's'));
    const { certainty, difference } = compareBlocks(blocksOf(gaps), 's');
    expect(certainty).toMatchObject({ low: expect.any(Number) as number });
    if ('because' in certainty) throw new Error(certainty.because);
    // Nine of ten within 1.645 deviations of a sum of 200.
    expect(Math.abs(certainty.low - (difference - 1.645 * Math.sqrt(200)))).toBeLessThan(5);
    expect(Math.abs(certainty.high - (difference + 1.645 * Math.sqrt(200)))).toBeLessThan(5);
  });

  it('calls about one in ten of pure noise unlikely at 10 %', { tags: 'long' }, () => {
    const below = Array.from({ length: 200 }, (_, seed) => chanceOf(noise(60, seed + 5))).filter((chance) => chance < 0.1).length;
    expect(below).toBeGreaterThan(8);
    expect(below).toBeLessThan(45);
  });

  it('is less sure of hours that go on in the next than of the same hours mixed', () => {
    const [even, odd] = [noise(30, 3, 0.35), noise(30, 3, 0.35)];
    const trending = even.flatMap((gap) => [gap, gap, gap, gap]);
    const mixed = [even, odd, even, odd].flat();
    expect(chanceOf(trending)).toBeGreaterThan(chanceOf(mixed));
  });
});

describe('what a comparison says', () => {
  it('is how much, and how likely by chance', () => {
    expect(comparisonText({ blocks: 30, difference: -5, certainty: { chance: 0.234, low: -9, high: 1 } }, euros)).toBe(
      'the challenger earned 5.00 EUR less in 30 h; two that are equally good would come out as far apart by chance in 23 % of cases (90 %: -9.00 EUR to 1.00 EUR)',
    );
    expect(comparisonText({ blocks: 0, difference: 0, certainty: { because: 'none' } }, euros)).toBe('no full hour is counted yet');
    expect(comparisonText({ blocks: 3, difference: 5, certainty: { because: 'it needs 24 hours, and there are 3' } }, euros)).toBe(
      "the challenger earned 5.00 EUR more in 3 h; whether that is chance can't be said: it needs 24 hours, and there are 3",
    );
  });
});
