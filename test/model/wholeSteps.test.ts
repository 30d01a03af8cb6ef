import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { amountOf, gridOf, lotsOf, priceOf, ticksOf, wholeLotsOf, wholeTicksOf } from '../../src/model/grid.ts';

const precision = fc.nat(18);
const step = fc.tuple(fc.constantFrom(1, 2, 3, 5, 25, 125, 1000), fc.nat(12)).map(([units, decimals]) => dec(`${units}e-${decimals}`));
/** Up to 38 digits on either side of zero, many of them on or next to a step. */
const value = fc
  .tuple(fc.oneof(fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }), fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n })), fc.nat(20))
  .map(([units, decimals]) => dec(`${units}e-${decimals}`));

describe('whole ticks and lots', () => {
  it('are those of the exact reading, and nothing where that refuses', () => {
    const stepsOf = (read: () => number): number | undefined => {
      try {
        return read();
      } catch {
        return undefined;
      }
    };
    fc.assert(
      fc.property(precision, step, value, (places, volumeStep, given) => {
        const grid = gridOf(places, volumeStep);
        expect(wholeTicksOf(grid, given)).toBe(stepsOf(() => ticksOf(grid, given, 'exact')));
        expect(wholeLotsOf(grid, given)).toBe(
          lotsBelow(
            stepsOf(() => lotsOf(grid, given, 'exact')),
            grid.lotUnits,
          ),
        );
      }),
    );
  });

  it('count every step of a grid', () => {
    fc.assert(
      fc.property(precision, step, fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), (places, volumeStep, steps) => {
        const grid = gridOf(places, volumeStep);
        expect(wholeTicksOf(grid, priceOf(grid, steps))).toBe(steps === 0 ? 0 : steps);
        expect(wholeLotsOf(grid, amountOf(grid, steps))).toBe(steps === 0 ? 0 : steps);
      }),
    );
  });
});

/** An amount is first counted in units of its last decimal. There is no count beyond 2^53 units. */
function lotsBelow(lots: number | undefined, lotUnits: number): number | undefined {
  return lots === undefined || Math.abs(lots) * lotUnits > Number.MAX_SAFE_INTEGER ? undefined : lots;
}
