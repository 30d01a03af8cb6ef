/**
 * The fast lane against the engine, over backtests that are drawn: market, strategy, limits, latencies, fill models, ranges.
 * Each seed is one of them. `SLUICE_DRAWN=FROM:TO npx vitest run test/research/fastLane/drawn.test.ts` makes those seeds (the last one
 * included) in the place of the usual ones.
 */
import { describe, expect, it } from 'vitest';
import { assert } from '../../../src/base/assert.ts';
import { BANDS } from '../../../src/research/runRecord.ts';
import { compareDrawn, type DrawnOutcome } from './drawnRuns.ts';

const USUAL = '1:60';
/** So many cases tell what share of them stays in the lane. */
const ENOUGH = 50;
/** Of the test that makes all of them when it is run alone. */
const ALL_WITHIN_MS = 1_200_000;

function seedsOf(text: string): number[] {
  const [, from, to] = /^(\d+):(\d+)$/.exec(text) ?? [];
  assert(from !== undefined && to !== undefined, () => `SLUICE_DRAWN is FROM:TO, two whole numbers, not ${text}`);
  return Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_, i) => Number(from) + i);
}

const seeds = seedsOf(process.env['SLUICE_DRAWN'] ?? USUAL);

/** Each is made once, by the test that asks first. */
const outcomes = new Map<number, DrawnOutcome>();

function outcomeOf(seed: number): DrawnOutcome {
  const outcome = outcomes.get(seed) ?? compareDrawn(seed);
  outcomes.set(seed, outcome);
  return outcome;
}

describe('a drawn backtest', () => {
  it.each(seeds)('comes to the same in the fast lane and by the engine, to the last digit (seed %d)', (seed) => {
    const { differences } = outcomeOf(seed);
    expect(differences, `seed ${seed}: ${differences.join('\n')}`).toEqual([]);
  });

  it(
    'mostly stays in the lane, and trades',
    () => {
      const all = seeds.map(outcomeOf);
      const inLane = all.filter((outcome) => outcome.inLane.length > 0);
      const reasons = all.flatMap(({ left }) => left);
      // A few cases may all be left.
      const least = all.length < ENOUGH ? -Infinity : 1;
      const share = inLane.reduce((sum, outcome) => sum + outcome.inLane.length, 0) / (BANDS.length * all.length);
      expect(share, `left for: ${[...new Set(reasons)].join('; ')}`).toBeGreaterThan(least * 0.5);
      expect(inLane.filter(({ fills }) => fills > 0).length).toBeGreaterThan(least * 0.4 * all.length);
      expect(inLane.filter(({ fills }) => fills > 50).length).toBeGreaterThan(least * 0.1 * all.length);
      expect(inLane.filter(({ commands }) => commands > 100).length).toBeGreaterThan(least * 0.2 * all.length);
    },
    ALL_WITHIN_MS,
  );
});
