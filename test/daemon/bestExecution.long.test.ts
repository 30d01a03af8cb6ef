import { expect, test } from 'vitest';
import { dec, ONE, ZERO } from '../../src/base/decimal.ts';
import { DEFAULT_EXECUTION } from '../../src/engine/execution/executionSettings.ts';
import { type Executed, executeBest } from './bestExecution.ts';

const SEEDS = 100;
/** A venue rounds amounts to eight decimals, and its fees. */
const ROUNDING = dec('0.000001');

test(
  'over a hundred seeds no leg is worse than quote and book by more than was known, and both in sum are beaten',
  { timeout: 1_200_000 },
  async () => {
    const all: Executed[] = [];
    for (let seed = 1; seed <= SEEDS; seed++) all.push(await executeBest(seed));
    expect(all.filter(({ outcome }) => outcome !== 'done').map(({ message }) => message)).toEqual([]);
    const { drift } = DEFAULT_EXECUTION;
    const slack = ONE.minus(drift).minus(ROUNDING);
    for (const { legs } of all) {
      expect(legs.length).toBeGreaterThan(0);
      for (const { isBook, quote, book, bookAtWorst, rate } of legs) {
        // A leg by the book beats the quote that was refused for it; it may move by the drift from the last level that was seen.
        if (quote !== undefined) expect(rate.gte(quote.times(ONE.minus(ROUNDING)))).toBe(true);
        const known = isBook ? bookAtWorst : book;
        if (known !== undefined) expect(rate.gte(known.times(slack))).toBe(true);
      }
    }
    // Against what would have been taken at the first decision, weighted alike.
    const gain = (of: 'quote' | 'book'): number =>
      all
        .reduce((sum, { rate, legs }) => {
          const other = legs[0]![of];
          return other === undefined ? sum : sum.plus(rate.div(other).minus(1));
        }, ZERO)
        .toNumber();
    expect(gain('quote')).toBeGreaterThan(0);
    expect(gain('book')).toBeGreaterThan(0);
    // Both ways were taken, so that something was decided.
    expect(new Set(all.flatMap(({ legs }) => legs.map(({ isBook }) => isBook)))).toEqual(new Set([true, false]));
    expect(all.some(({ legs }) => legs.length > 1)).toBe(true);
  },
);
