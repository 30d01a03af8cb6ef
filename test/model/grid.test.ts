import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { AssertionFault } from '../../src/base/assert.ts';
import { dec, Decimal } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import {
  amountOf,
  bigLotsOf,
  bigTicksOf,
  type Grid,
  gridOf,
  gridProblem,
  isOnAmountGrid,
  isOnPriceGrid,
  isSide,
  lotsOf,
  midPriceOf,
  priceOf,
  type Side,
  ticksOf,
  wholeLotsOf,
  wholeTicksOf,
} from '../../src/model/grid.ts';

/** A fraction of whole numbers: the oracle, which knows nothing of digits. */
interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

const scaled = (units: bigint, decimals: number): Ratio => ({ over: units, under: 10n ** BigInt(decimals) });
const divided = (a: Ratio, b: Ratio): Ratio => ({ over: a.over * b.under, under: a.under * b.over });
const floor = ({ over, under }: Ratio): bigint => (over >= 0n ? over / under : -((-over + under - 1n) / under));
const ceil = ({ over, under }: Ratio): bigint => -floor({ over: -over, under });

function textOf(units: bigint, decimals: number): string {
  return `${units}e-${decimals}`;
}

/** Values of up to 38 digits on either side of zero, many of them on or next to a step. */
const value = fc
  .record({
    units: fc.oneof(fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }), fc.bigInt({ min: -1000n, max: 1000n })),
    decimals: fc.nat(25),
  })
  .map(({ units, decimals }) => ({ ratio: scaled(units, decimals), decimal: dec(textOf(units, decimals)) }));

const precision = fc.nat(18);

const step = fc
  .record({ units: fc.constantFrom(1n, 2n, 3n, 5n, 25n, 125n, 1000n), decimals: fc.nat(12) })
  .map(({ units, decimals }) => ({ ratio: scaled(units, decimals), decimal: dec(textOf(units, decimals)) }));

const DIRECTIONS = [
  ['down', floor],
  ['up', ceil],
] as const;

describe('gridOf', () => {
  it.each([
    [2, '0.00001', 5, 1],
    [0, '0.005', 3, 5],
    [8, '25', 0, 25],
    [5, '0.0250', 3, 25],
    [2, '1e-18', 18, 1],
  ])('takes precision %d and volumeStep %s (000 Trading pair)', (places, volumeStep, lotDecimals, lotUnits) => {
    const grid = gridOf(places, dec(volumeStep));
    expect(grid).toMatchObject({ precision: places, lotDecimals, lotUnits });
    expect(grid.tick.eq(dec(`1e-${places}`))).toBe(true);
    expect(grid.lot.eq(dec(volumeStep))).toBe(true);
  });

  it.each([
    [-1, '1'],
    [19, '1'],
    [1.5, '1'],
    [2, '0'],
    [2, '-1'],
    [2, '1e-19'],
    [2, '1e16'],
  ])('refuses precision %d with volumeStep %s', (places, volumeStep) => {
    expect(() => gridOf(places, dec(volumeStep))).toThrow(AssertionFault);
  });

  it('says which rule makes no grid, and its value', () => {
    expect(gridProblem(2, dec('0.01'))).toBeUndefined();
    expect(gridProblem(19, dec('0.01'))).toBe('precision is 19');
    expect(gridProblem(2, dec('-1'))).toBe('volumeStep is -1');
    expect(() => gridOf(1.5, dec(1))).toThrow("a grid's precision is 1.5");
  });
});

test('a side is Buy or Sell, in just these letters', () => {
  expect(['Buy', 'Sell', 'buy', ''].map(isSide)).toEqual([true, true, false, false]);
});

describe('whole steps', () => {
  it('are those of a value on its grid below 2^53, and undefined for all others', () => {
    fc.assert(
      fc.property(precision, step, value, (places, volumeStep, { decimal }) => {
        const grid = gridOf(places, volumeStep.decimal);
        const isSmall = (units: Decimal): boolean => units.isInteger() && units.abs().lte(Number.MAX_SAFE_INTEGER);
        const ticks = decimal.times(dec(10).pow(places));
        expect(wholeTicksOf(grid, decimal)).toBe(isSmall(ticks) ? ticks.toNumber() + 0 : undefined);
        const units = decimal.times(dec(10).pow(grid.lotDecimals));
        const lots = units.div(grid.lotUnits);
        expect(wholeLotsOf(grid, decimal)).toBe(isSmall(units) && lots.isInteger() ? lots.toNumber() + 0 : undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it('are undefined for what is no number, too large or too fine', () => {
    const grid = gridOf(2, dec('0.01'));
    for (const odd of [NaN, Infinity, -Infinity, '1e300', '1e-300', '9007199254740992']) {
      expect(wholeTicksOf(grid, new Decimal(odd))).toBeUndefined();
      expect(wholeLotsOf(grid, new Decimal(odd))).toBeUndefined();
    }
  });
});

describe('prices and ticks', () => {
  it('round in the stated direction, exactly, whatever the size and the sign', () => {
    fc.assert(
      fc.property(precision, value, (places, { ratio, decimal }) => {
        const grid = gridOf(places, dec(1));
        for (const [direction, oracle] of DIRECTIONS) {
          expect(bigTicksOf(grid, decimal, direction)).toBe(oracle(divided(ratio, scaled(1n, places))));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('give the price back from its ticks', () => {
    fc.assert(
      fc.property(precision, fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }), (places, ticks) => {
        const grid = gridOf(places, dec(1));
        const price = priceOf(grid, ticks);
        expect(price.eq(dec(textOf(ticks, places)))).toBe(true);
        expect(bigTicksOf(grid, price, 'exact')).toBe(ticks);
        expect(isOnPriceGrid(grid, price)).toBe(true);
      }),
    );
  });

  it('give the same price from a number as from a bigint, and the mid of two', () => {
    const ticks = fc.maxSafeInteger();
    fc.assert(
      fc.property(precision, ticks, ticks, (places, a, b) => {
        const grid = gridOf(places, dec(1));
        const [price, other] = [priceOf(grid, a), priceOf(grid, b)];
        expect(price.toFixed()).toBe(priceOf(grid, BigInt(a)).toFixed());
        expect(price.times(1).eq(price)).toBe(true);
        expect(midPriceOf(grid, a, b).toFixed()).toBe(price.plus(other).div(2).toFixed());
      }),
      { numRuns: 1000 },
    );
  });

  it('are numbers up to 2^53 - 1 ticks, and a refusal that names the price beyond', () => {
    const grid = gridOf(2, dec(1));
    expect(ticksOf(grid, dec('90071992547409.91'), 'exact')).toBe(Number.MAX_SAFE_INTEGER);
    expect(ticksOf(grid, dec('-90071992547409.91'), 'exact')).toBe(Number.MIN_SAFE_INTEGER);
    expect(() => ticksOf(grid, dec('90071992547409.92'), 'exact')).toThrow(
      new Fault('invalid-request', 'price 90071992547409.92 is beyond the 9007199254740991 steps of its grid'),
    );
    expect(bigTicksOf(grid, dec('90071992547409.92'), 'exact')).toBe(2n ** 53n);
  });

  it('refuse a price off the grid when asked to be exact', () => {
    const grid = gridOf(2, dec(1));
    expect(ticksOf(grid, dec('1.230'), 'exact')).toBe(123);
    for (const price of ['1.234', '-0.001', '1e-8', `0.${'0'.repeat(39)}1`]) {
      expect(() => ticksOf(grid, dec(price), 'exact')).toThrow(/^price .+ is not a multiple of 0\.01$/);
      expect(isOnPriceGrid(grid, dec(price))).toBe(false);
    }
  });

  it('refuse what is no number', () => {
    const grid = gridOf(2, dec(1));
    for (const odd of [NaN, Infinity, -Infinity]) expect(() => ticksOf(grid, new Decimal(odd), 'down')).toThrow(AssertionFault);
  });

  it('have no negative zero', () => {
    const grid = gridOf(2, dec(1));
    expect(Object.is(ticksOf(grid, dec('-0'), 'exact'), 0)).toBe(true);
    expect(Object.is(ticksOf(grid, dec('-0.001'), 'up'), 0)).toBe(true);
    expect(priceOf(grid, -0).isNegative()).toBe(false);
  });
});

describe('amounts and lots', () => {
  it('round in the stated direction, exactly, with steps that are no power of ten too', () => {
    fc.assert(
      fc.property(step, value, (volumeStep, { ratio, decimal }) => {
        const grid = gridOf(0, volumeStep.decimal);
        for (const [direction, oracle] of DIRECTIONS) {
          expect(bigLotsOf(grid, decimal, direction)).toBe(oracle(divided(ratio, volumeStep.ratio)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('give the amount back from its lots', () => {
    fc.assert(
      fc.property(step, fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (volumeStep, lots) => {
        const grid = gridOf(0, volumeStep.decimal);
        const amount = amountOf(grid, lots);
        expect(amount.eq(volumeStep.decimal.times(dec(lots)))).toBe(true);
        expect(bigLotsOf(grid, amount, 'exact')).toBe(lots);
        expect(isOnAmountGrid(grid, amount)).toBe(true);
      }),
    );
  });

  it('round alike as numbers and as bigints, with few digits and with many', { tags: 'long' }, () => {
    const digits = fc.integer({ min: 0, max: 10 }).chain((length) => fc.stringMatching(new RegExp(`^-?[0-9]{1,9}\\.[0-9]{${length},14}$`)));
    fc.assert(
      fc.property(step, digits, fc.constantFrom('down', 'up'), (volumeStep, text, rounding) => {
        const grid = gridOf(2, volumeStep.decimal);
        const amount = dec(text);
        // With too many digits for numbers, bigints are used, and they must end at the same step.
        const long = dec(`${text}${'0'.repeat(14)}`).plus(rounding === 'down' ? '1e-30' : '-1e-30');
        const steps = bigLotsOf(grid, amount, rounding);
        const isOn = isOnAmountGrid(grid, amount);
        expect(bigLotsOf(grid, long, rounding)).toBe(steps);
        expect(isOn).toBe(amountOf(grid, steps).eq(amount));
        if (Number.isSafeInteger(Number(steps))) expect(lotsOf(grid, amount, rounding)).toBe(Number(steps));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['0.005', '0.014', 'down', 2],
    ['0.005', '0.014', 'up', 3],
    ['0.005', '-0.014', 'down', -3],
    ['0.005', '-0.014', 'up', -2],
    ['25', '74.999', 'down', 2],
    ['25', '75', 'down', 3],
    ['25', '0.0001', 'up', 1],
  ] as const)('of %s: %s rounds %s*%s', (volumeStep, amount, rounding, lots) => {
    expect(lotsOf(gridOf(2, dec(volumeStep)), dec(amount), rounding)).toBe(lots);
  });

  it('refuse an amount between two lots when asked to be exact, and one beyond 2^53 lots', () => {
    const grid = gridOf(2, dec('0.005'));
    expect(() => lotsOf(grid, dec('0.012'), 'exact')).toThrow('amount 0.012 is not a multiple of 0.005');
    // A person's mistake, and none of the program: by this code it is told.
    expect(() => lotsOf(grid, dec('0.012'), 'exact')).toThrow(expect.objectContaining({ code: 'invalid-request' }) as Error);
    expect(() => lotsOf(grid, new Decimal(Infinity), 'down')).toThrow('amount must be finite, not Infinity');
    expect(() => lotsOf(grid, dec('1e15'), 'down')).toThrow('amount 1000000000000000 is beyond');
    expect(isOnAmountGrid(grid, dec('0.012'))).toBe(false);
  });
});

const roundPrice = (grid: Grid, side: Side, price: Decimal): Decimal =>
  priceOf(grid, bigTicksOf(grid, price, side === 'Buy' ? 'down' : 'up'));
const roundAmount = (grid: Grid, amount: Decimal): Decimal => amountOf(grid, bigLotsOf(grid, amount, 'down'));

describe('rounding an order', () => {
  it('never makes a price worse than asked for, and moves it by less than a tick', () => {
    fc.assert(
      fc.property(precision, value, (places, { decimal }) => {
        const grid = gridOf(places, dec(1));
        const [buy, sell] = [roundPrice(grid, 'Buy', decimal), roundPrice(grid, 'Sell', decimal)];
        expect(buy.lte(decimal) && sell.gte(decimal)).toBe(true);
        expect(isOnPriceGrid(grid, buy) && isOnPriceGrid(grid, sell)).toBe(true);
        expect(bigTicksOf(grid, sell, 'exact') - bigTicksOf(grid, buy, 'exact')).toBe(isOnPriceGrid(grid, decimal) ? 0n : 1n);
      }),
    );
  });

  it('never makes an amount greater, and lowers it by less than a lot', () => {
    fc.assert(
      fc.property(step, value, (volumeStep, { ratio, decimal }) => {
        const grid = gridOf(0, volumeStep.decimal);
        const amount = roundAmount(grid, decimal);
        expect(amount.lte(decimal)).toBe(true);
        expect(bigLotsOf(grid, amount, 'exact')).toBe(floor(divided(ratio, volumeStep.ratio)));
      }),
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(precision, step, value, (places, volumeStep, { decimal }) => {
        const grid = gridOf(places, volumeStep.decimal);
        for (const side of ['Buy', 'Sell'] as const) {
          const once = roundPrice(grid, side, decimal);
          expect(roundPrice(grid, side, once).eq(once)).toBe(true);
        }
        const amount = roundAmount(grid, decimal);
        expect(roundAmount(grid, amount).eq(amount)).toBe(true);
      }),
    );
  });
});
