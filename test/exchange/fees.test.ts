import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Scale, Sum } from '../../src/base/sum.ts';
import { DEFAULT_FEES, FeeScale, feeUnits } from '../../src/exchange/fees.ts';
import { feeOf } from '../../src/exchange/units.ts';
import { UNIT_DECIMALS } from '../../src/model/lotScales.ts';

/** Decimals of a currency's unit, from the step of fees up to the finest there is. */
const anyDecimals = fc.integer({ min: 8, max: UNIT_DECIMALS });
/** From 10^-18 on, and as coarse as people write them. */
const anyRate = fc.oneof(
  fc.constantFrom('0', '0.001', '0.002', '0.0025', '0.5', '0.9', '0.90000001', '1', '1.5', '0.00000003', '0.0000000001'),
  fc.bigInt({ min: 0n, max: 10n ** 18n }).map((units) =>
    dec(units)
      .div(dec(10n ** 18n))
      .toFixed(),
  ),
  fc.nat(100_000).map((units) => dec(units).div(100_000_000).toFixed()),
);
/** As likely to have few digits as many. */
const ofAnySize = (digits: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: digits }).chain((size) => fc.integer({ min: 0, max: Math.min(10 ** size, Number.MAX_SAFE_INTEGER) }));

const MOST_UNITS = 9n * 10n ** 30n;

function feeBySums(rate: string, a: number, b: number, scale: bigint, decimals: number): bigint {
  const fee = new Sum(decimals);
  fee.add(12_345);
  new FeeScale(dec(rate)).feeOf(a, b, new Scale(scale), 10 ** (decimals - 8), fee);
  expect(fee.rest?.isInteger() ?? true, 'a fee is whole units').toBe(true);
  return fee.exact;
}

describe('FeeScale', () => {
  it('takes the fee that `feeOf` takes in units of 10^-18, whatever the rate, the amount and the unit', () => {
    const scales = fc
      .integer({ min: 0, max: 10 })
      .chain((zeros) => fc.constantFrom(1n, 5n, 25n).map((factor) => factor * 10n ** BigInt(zeros)));
    fc.assert(
      fc.property(anyRate, ofAnySize(16), ofAnySize(9), scales, anyDecimals, (rate, a, b, scale, decimals) => {
        const finer = 10n ** BigInt(UNIT_DECIMALS - decimals);
        const received = BigInt(a) * BigInt(b) * scale;
        // As far as a sum is exact: nine million million coins of 18 decimals.
        fc.pre(received < MOST_UNITS);
        const exact = feeOf(received * finer, feeUnits({ maker: dec(rate), taker: dec(rate) }).Maker);
        expect(feeBySums(rate, a, b, scale, decimals) * finer).toBe(exact);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    // Just below and above what plain numbers take.
    ['0.001', 999_999_999_999_999, 1, 1n, 18],
    ['0.9', 999_999_999_999_999, 1, 1n, 8],
    ['0.9', 1_000_000_000_000_000, 1, 1n, 8],
    // A number of so many digits has lost the last one, which makes the fee one unit more.
    ['0.001', 94_906_273, 94_906_337, 1n, 8],
    ['0.89999999', 99_999_999, 9_999_999, 1n, 8],
    // All of it goes as fee.
    ['0.001', 1, 1, 1n, 8],
    ['0.001', 1, 1, 1n, 18],
    ['1', 7, 1, 1n, 18],
    ['0.00000001', 100_000_000, 1, 1n, 8],
    ['0.00000001', 100_000_001, 1, 1n, 8],
    ['0.001', 0, 5, 1n, 8],
    // Rates that are too fine or too large for plain numbers, which would be off by one unit.
    ['0.000000015', 100_000_001, 1, 1n, 8],
    ['0.99999999', 99_999_999, 1, 1n, 8],
  ] as const)('and at the edges: %s of %d times %d', (rate, a, b, scale, decimals) => {
    const finer = 10n ** BigInt(UNIT_DECIMALS - decimals);
    const rates = feeUnits({ maker: dec('0'), taker: dec(rate) });
    expect(feeBySums(rate, a, b, scale, decimals) * finer).toBe(feeOf(BigInt(a) * BigInt(b) * scale * finer, rates.Taker));
  });

  it('rounds against the customer', () => {
    // 0.1 % of 0.00012345 and of 0.00010000.
    expect(feeBySums('0.001', 12_345, 1, 1n, 8)).toBe(13n);
    expect(feeBySums('0.001', 10_000, 1, 1n, 8)).toBe(10n);
    expect(feeUnits(DEFAULT_FEES)).toEqual({ Maker: 10n ** 15n, Taker: 2n * 10n ** 15n });
  });
});
