/**
 * One backtest made in many ways, over backtests that are drawn: market, strategies, limits, latencies, fill models, ranges. Each seed
 * is one of them. `SLUICE_DRAWN=FROM:TO npx vitest run test/research/drawn/drawn.long.test.ts` makes those seeds (the last one
 * included) in the place of the usual ones.
 */
import { describe, expect, it } from 'vitest';
import { assert } from '../../../src/base/assert.ts';
import { compareDrawn, type DrawnOutcome } from './compareDrawn.ts';

const USUAL = '1:60';
/** From this many cases on, the share of them that trades is checked. */
const ENOUGH = 50;
/** The time limit for running all of them alone. */
const ALL_WITHIN_MS = 1_200_000;

function seedsOf(text: string): number[] {
  const [, from, to] = /^(\d+):(\d+)$/.exec(text) ?? [];
  assert(from !== undefined && to !== undefined, () => `SLUICE_DRAWN is FROM:TO, two whole numbers, not ${text}`);
  return Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_, i) => Number(from) + i);
}

const seeds = seedsOf(process.env['SLUICE_DRAWN'] ?? USUAL);

/** Each is run once, by the test that needs it first. */
const outcomes = new Map<number, DrawnOutcome>();

function outcomeOf(seed: number): DrawnOutcome {
  const outcome = outcomes.get(seed) ?? compareDrawn(seed);
  outcomes.set(seed, outcome);
  return outcome;
}

describe('a drawn backtest', () => {
  it.each(seeds)('comes to the same from copies, from memory, alone, in one pass and in a sweep, to the last digit (seed %d)', (seed) => {
    const { differences } = outcomeOf(seed);
    expect(differences, `seed ${seed}: ${differences.join('\n')}`).toEqual([]);
  });

  it(
    'mostly trades, and goes through memory row by row',
    () => {
      const all = seeds.map(outcomeOf);
      // A few cases may all be idle.
      const least = all.length < ENOUGH ? -Infinity : 1;
      const count = (is: (outcome: DrawnOutcome) => boolean): number => all.filter(is).length;
      expect(count(({ byRows }) => byRows)).toBeGreaterThan(least * 0.6 * all.length);
      expect(count(({ fills }) => fills > 0)).toBeGreaterThan(least * 0.4 * all.length);
      expect(count(({ fills }) => fills > 50)).toBeGreaterThan(least * 0.1 * all.length);
      expect(count(({ commands }) => commands > 100)).toBeGreaterThan(least * 0.2 * all.length);
    },
    ALL_WITHIN_MS,
  );
});
