import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, dec, type Decimal as DecimalValue, ZERO } from '../../src/base/decimal.ts';
import { isMore, Scale, Sum } from '../../src/base/sum.ts';

const DECIMALS = 8;
/** The most that `add` takes at once, and values just below and above the point where it carries. */
const MOST = 10 ** 15 - 1;

const units = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -MOST, max: MOST }), fc.constantFrom(MOST, -MOST));
const whole = fc.oneof(fc.nat(1000), fc.nat(2 ** 31 - 1), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
const signed = fc.oneof(whole, fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: -1 }));
/** Two whole numbers and a scale whose product is below 10^29, so that twenty of them still fit into a sum. */
const products = fc
  .tuple(signed, whole, fc.nat(16))
  .filter(([a, b, power]) => Math.abs(a) * b * 10 ** power < 1e29)
  .map(([a, b, power]) => ({ a, b, scale: new Scale(10n ** BigInt(power)) }));
/** Up to 38 digits, at most 18 of them behind the point. */
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }), fc.nat(30), fc.nat(18))
  .map(([digits, cut, places]) =>
    new Decimal((digits / 10n ** BigInt(Math.max(cut, 18 - places))).toString()).div(new Decimal(10).pow(places)),
  );

type Step = (sum: Sum) => DecimalValue;

const inUnits = (value: bigint | number): DecimalValue => new Decimal(value.toString()).div(10 ** DECIMALS);
/** Each step changes a sum and returns what that should have added. */
const steps: fc.Arbitrary<Step> = fc.oneof(
  units.map(
    (value): Step =>
      (sum) => (sum.add(value), inUnits(value)),
  ),
  products.map(
    ({ a, b, scale }): Step =>
      (sum) => (sum.addProduct(a, b, scale), inUnits(BigInt(a) * BigInt(b) * scale.exact)),
  ),
  fc.bigInt({ min: -(10n ** 28n), max: 10n ** 28n }).map(
    (value): Step =>
      (sum) => (sum.addExact(value), inUnits(value)),
  ),
  decimals.map(
    (value): Step =>
      (sum) => (sum.addDecimal(value), value),
  ),
  decimals.map(
    (value): Step =>
      (sum) => (sum.addSum(sumOf(value)), value),
  ),
  decimals.map(
    (value): Step =>
      (sum) => (sum.subtract(sumOf(value)), value.negated()),
  ),
);

describe('Sum', () => {
  it('keeps aside only what is finer than a unit, and nothing when that has become whole', () => {
    const sum = new Sum(DECIMALS);
    for (const amount of ['0.000000006', '0.000000006']) sum.addDecimal(dec(amount));
    expect([sum.low, sum.rest?.toFixed()]).toEqual([1, '0.2']);
    sum.addDecimal(dec('0.000000008'));
    expect([sum.low, sum.rest]).toEqual([2, undefined]);
  });

  it('is exact, whatever is added and taken off', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 20 }), (list) => {
        const sum = new Sum(DECIMALS);
        let model = ZERO;
        for (const step of list) {
          model = model.plus(step(sum));
          expect(sum.decimal.eq(model), `${sum.decimal} and ${model}`).toBe(true);
          expect(sum.isZero).toBe(model.isZero());
          expect(sum.exact).toBe(
            BigInt(
              model
                .times(10 ** DECIMALS)
                .floor()
                .toFixed(),
            ),
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([1, -1])('carries what many terms add up to, whatever their sign: %i', (sign) => {
    const sum = new Sum(0);
    for (let count = 1; count <= 30; count++) {
      sum.add(sign * MOST);
      expect(sum.exact).toBe(BigInt(sign * count) * BigInt(MOST));
      expect(sum.isZero).toBe(false);
    }
    for (let count = 29; count >= 0; count--) {
      sum.add(-sign * MOST);
      expect(sum.exact).toBe(BigInt(sign * count) * BigInt(MOST));
      expect(sum.isZero).toBe(count === 0);
    }
  });

  it.each([1n, -1n])('keeps every digit of what is beyond 10^30 units, whatever its sign: %i', (sign) => {
    const large = sign * 123_456_789_012_345_678_901_234_567_890_123_456n;
    const sum = new Sum(0);
    sum.addExact(large);
    expect(sum.exact).toBe(large);
    sum.addDecimal(new Decimal('0.5'));
    sum.addExact(sign * 7n);
    expect(sum.exact).toBe(large + sign * 7n);
    expect(sum.decimal.eq(new Decimal((large + sign * 7n).toString()).plus('0.5'))).toBe(true);
    const other = new Sum(0);
    other.setProduct(Number(sign) * 3, 5, new Scale(10n ** 15n));
    other.set(sum);
    expect(other.exact).toBe(sum.exact);
    other.setProduct(Number(sign) * 3, 5, new Scale(10n ** 15n));
    expect(other.exact).toBe(sign * 15n * 10n ** 15n);
  });

  it.each([1n, -1n])('keeps every digit of many large terms and sums: %i', (sign) => {
    const term = sign * (10n ** 30n - 1n);
    const [terms, sums] = [new Sum(0), new Sum(0)];
    const one = new Sum(0);
    one.addExact(term);
    for (let count = 1n; count <= 30_000n; count++) {
      terms.addExact(term);
      sums.addSum(one);
      if (count % 1000n === 0n) expect([terms.exact, sums.exact]).toEqual([count * term, count * term]);
    }
    for (let count = 29_999n; count >= 0n; count--) {
      sums.subtract(one);
      if (count % 1000n === 0n) expect(sums.exact).toBe(count * term);
    }
    expect(sums.isZero).toBe(true);
  });

  it('is nothing when its two parts take each other off', () => {
    const sum = new Sum(0);
    sum.addExact(2n * 10n ** 15n);
    for (const units of [-MOST, -MOST, -2]) {
      expect(sum.isZero).toBe(false);
      sum.add(units);
    }
    expect([sum.isZero, sum.exact, sum.near]).toEqual([true, 0n, 0]);
  });

  it('is near what is kept aside too', () => {
    const sum = new Sum(0);
    sum.addDecimal(new Decimal('3.25'));
    expect(sum.near).toBe(3.25);
    sum.addExact(10n ** 36n);
    expect(sum.near).toBeCloseTo(1e36, -22);
  });

  it.each(['-0.00000000000000000001', '0.00000000000000000001'])(
    'is near what is left of two parts that almost take each other off: %s',
    (left) => {
      const sum = sumOf(dec(left));
      expect(sum.near).toBe(Number(left) * 10 ** DECIMALS);
    },
  );

  it('takes one product, of any size and sign, in place of what it held', () => {
    fc.assert(
      fc.property(decimals, products, (before, { a, b, scale }) => {
        const sum = sumOf(before);
        sum.setProduct(a, b, scale);
        expect(sum.exact).toBe(BigInt(a) * BigInt(b) * scale.exact);
        expect(sum.decimal.eq(inUnits(BigInt(a) * BigInt(b) * scale.exact))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('takes the sums that it is a part of along', () => {
    const positive = products.map(({ a, b, scale }) => ({ a: Math.abs(a), b, scale }));
    fc.assert(
      fc.property(decimals, decimals, fc.array(positive, { minLength: 1, maxLength: 5 }), (first, others, next) => {
        const [part, whole, other] = [sumOf(first), sumOf(first.plus(others)), sumOf(first)];
        for (const [i, { a, b, scale }] of next.entries()) {
          part.setPart(whole, a, b, scale, i % 2 === 0 ? other : undefined);
          if (i % 2 === 1) other.set(part);
          expect(part.exact).toBe(BigInt(a) * BigInt(b) * scale.exact);
          expect(whole.decimal.minus(others).eq(part.decimal)).toBe(true);
          expect(other.decimal.eq(part.decimal)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('goes over to finer units without losing a digit, and digits that were too fine become units', () => {
    fc.assert(
      fc.property(
        decimals.filter((value) => value.abs().lt(1e14)),
        fc.integer({ min: DECIMALS, max: 16 }),
        (value, finer) => {
          const sum = sumOf(value);
          sum.refine(finer);
          expect(sum.decimals).toBe(finer);
          expect(sum.decimal.eq(value)).toBe(true);
          expect(sum.rest === undefined).toBe(value.decimalPlaces() <= finer);
        },
      ),
    );
  });

  it('gives another the same value, and begins anew when it is cleared', () => {
    fc.assert(
      fc.property(decimals, decimals, (value, other) => {
        const sum = sumOf(other);
        sum.set(sumOf(value));
        expect(sum.decimal.eq(value)).toBe(true);
        sum.clear();
        expect(sum.isZero).toBe(true);
        expect(sum.decimal.eq(0)).toBe(true);
      }),
    );
  });

  it('is nothing only when all of it has gone, the digits finer than a unit too', () => {
    const sum = sumOf(dec('0.0000000001'));
    expect(sum.isZero).toBe(false);
    expect(sum.exact).toBe(0n);
    sum.addDecimal(dec('-0.0000000001'));
    expect(sum.isZero).toBe(true);
  });

  it('joins digits finer than a unit to units', () => {
    const sum = sumOf(dec('0.000000006'));
    sum.addDecimal(dec('0.000000006'));
    expect(sum.exact).toBe(1n);
    expect(sum.decimal).toEqual(dec('0.000000012'));
    sum.subtract(sumOf(dec('0.000000013')));
    expect(sum.exact, 'towards minus infinity').toBe(-1n);
    expect(sum.decimal).toEqual(dec('-0.000000001'));
  });

  it('holds the money of the finest grid: precision 18 and lots of 10^-18', () => {
    const sum = new Sum(36);
    sum.addDecimal(dec('123456.789'));
    expect(sum.decimal).toEqual(dec('123456.789'));
  });
});

describe('isMore', () => {
  it('compares products exactly, of any size and however near', () => {
    fc.assert(
      fc.property(whole, whole, whole, whole, (a, b, c, d) => {
        expect(isMore(a, b, c, d)).toBe(BigInt(a) * BigInt(b) > BigInt(c) * BigInt(d));
      }),
      { numRuns: 500 },
    );
  });

  it('takes equal products for equal', () => {
    expect(isMore(2, 3, 1, 6)).toBe(false);
    expect(isMore(2, 3, 1, 5)).toBe(true);
  });

  it('tells products apart that differ by one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2 ** 27, max: 2 ** 40 }), (a) => {
        // (a + 1)(a - 1) is one less than a^2.
        expect(isMore(a, a, a + 1, a - 1)).toBe(true);
        expect(isMore(a + 1, a - 1, a, a)).toBe(false);
        expect(isMore(a, a, a, a)).toBe(false);
      }),
    );
  });
});

function sumOf(value: DecimalValue): Sum {
  const sum = new Sum(DECIMALS);
  sum.addDecimal(value);
  return sum;
}
