import { assert } from '../base/assert.ts';
import { Decimal } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import { smallDecimal } from '../base/smallDecimal.ts';

export type Side = 'Buy' | 'Sell';

/** Whether a text of the venue is one of our two sides. */
export function isSide(text: string): text is Side {
  return text === 'Buy' || text === 'Sell';
}

/** How to round. It is always stated; `exact` refuses to round. */
export type Rounding = 'down' | 'up' | 'exact';

/**
 * The grid that a pair's prices and amounts lie on: a tick is 10^-precision of the quote currency, a lot is the pair's
 * `volumeStep` of the base currency (000 Trading pair).
 */
export interface Grid {
  /** Decimal places of a price. */
  readonly precision: number;
  readonly tick: Decimal;
  readonly lot: Decimal;
  /** Decimal places of a lot: a lot is lotUnits * 10^-lotDecimals. */
  readonly lotDecimals: number;
  readonly lotUnits: number;
}

const TEN = new Decimal(10);

/** The most digits that `smallDecimal` takes on either side of the point. */
const SMALL_DECIMALS = 14;
const SMALL = 10 ** SMALL_DECIMALS - 1;
/** The powers of ten that a number holds exactly. */
const POWERS: readonly number[] = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** The most decimal places of a price or an amount. */
const MOST_DECIMALS = 18;

/** What is wrong with the rules of a grid, whatever a venue or a file says they are. Undefined when they make one. */
export function gridProblem(precision: number, volumeStep: Decimal): string | undefined {
  if (!Number.isInteger(precision) || precision < 0 || precision > MOST_DECIMALS) return `precision is ${precision}`;
  const decimals = volumeStep.decimalPlaces();
  // A lot is a whole number of its last decimal that a number holds exactly.
  const isStep = volumeStep.gt(0) && decimals <= MOST_DECIMALS && volumeStep.times(TEN.pow(decimals)).lte(Number.MAX_SAFE_INTEGER);
  return isStep ? undefined : `volumeStep is ${volumeStep}`;
}

/** The rules must make a grid: see `gridProblem`. */
export function gridOf(precision: number, volumeStep: Decimal): Grid {
  const problem = gridProblem(precision, volumeStep);
  assert(problem === undefined, () => `a grid's ${problem}`);
  const lotDecimals = volumeStep.decimalPlaces();
  const lotUnits = volumeStep.times(TEN.pow(lotDecimals)).toNumber();
  return { precision, tick: TEN.pow(-precision), lot: volumeStep, lotDecimals, lotUnits };
}

export function isSameGrid(a: Pick<Grid, 'precision' | 'lot'>, b: Pick<Grid, 'precision' | 'lot'>): boolean {
  return a.precision === b.precision && a.lot.eq(b.lot);
}

/** A price as whole ticks. Throws a `Fault` that names the value when it is off the grid (with `exact`) or beyond 2^53 ticks. */
export function ticksOf(grid: Grid, price: Decimal, rounding: Rounding): number {
  return wholeTicksOf(grid, price) ?? safe(stepsOf(price, grid.precision, 1, rounding, 'price'), 'price', price);
}

/** An amount as whole lots; see `ticksOf`. */
export function lotsOf(grid: Grid, amount: Decimal, rounding: Rounding): number {
  return wholeLotsOf(grid, amount) ?? safe(stepsOf(amount, grid.lotDecimals, grid.lotUnits, rounding, 'amount'), 'amount', amount);
}

/**
 * A price as whole ticks. Undefined when it lies between two ticks, or at 2^53 and beyond. It is quicker than `ticksOf`, for
 * callers that do the refusing themselves.
 */
export function wholeTicksOf(grid: Grid, price: Decimal): number | undefined {
  return wholeSteps(price, grid.precision, 1);
}

/** An amount as whole lots. Undefined when it lies between two lots, or has 2^53 units of its last decimal or more. */
export function wholeLotsOf(grid: Grid, amount: Decimal): number | undefined {
  return wholeSteps(amount, grid.lotDecimals, grid.lotUnits);
}

/** Like `ticksOf`, for prices of any size. */
export function bigTicksOf(grid: Grid, price: Decimal, rounding: Rounding): bigint {
  return BigInt(wholeTicksOf(grid, price) ?? stepsOf(price, grid.precision, 1, rounding, 'price'));
}

/** Like `lotsOf`, for amounts of any size. */
export function bigLotsOf(grid: Grid, amount: Decimal, rounding: Rounding): bigint {
  return BigInt(wholeLotsOf(grid, amount) ?? stepsOf(amount, grid.lotDecimals, grid.lotUnits, rounding, 'amount'));
}

export function priceOf(grid: Grid, ticks: number | bigint): Decimal {
  return scaled(ticks, grid.precision);
}

export function amountOf(grid: Grid, lots: number | bigint): Decimal {
  return scaled(product(lots, grid.lotUnits), grid.lotDecimals);
}

/** The middle of two prices, exact: it may lie on half a tick. */
export function midPriceOf(grid: Grid, ticks: number, otherTicks: number): Decimal {
  const sum = ticks + otherTicks;
  return scaled(product(Number.isSafeInteger(sum) ? sum : BigInt(ticks) + BigInt(otherTicks), 5), grid.precision + 1);
}

export function isOnPriceGrid(grid: Grid, price: Decimal): boolean {
  return price.decimalPlaces() <= grid.precision;
}

export function isOnAmountGrid(grid: Grid, amount: Decimal): boolean {
  return wholeLotsOf(grid, amount) !== undefined || amountOf(grid, bigLotsOf(grid, amount, 'down')).eq(amount);
}

/**
 * How many steps of `unit * 10^-decimals` a value holds. It works on the digits, so that values of 40 digits or of 1e21 are
 * exact.
 */
function stepsOf(value: Decimal, decimals: number, units: number, rounding: Rounding, field: string): bigint {
  assert(value.isFinite(), () => `${field} must be finite, not ${value}`);
  const unit = BigInt(units);
  const [whole = '', fraction = ''] = value.abs().toFixed().split('.');
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const cut = fraction.length > decimals;
  const steps = kept / unit;
  const exact = !cut && kept % unit === 0n;
  const negative = value.isNegative();
  if (exact) return negative ? -steps : steps;
  if (rounding === 'exact') {
    throw new Fault('invalid-request', `${field} ${value} is not a multiple of ${scaled(unit, decimals)}`);
  }
  // `down` is towards minus infinity and `up` towards plus infinity. The division above rounded towards zero.
  if (negative) return rounding === 'down' ? -steps - 1n : -steps;
  return rounding === 'up' ? steps + 1n : steps;
}

/**
 * A decimal's words have seven digits each, most significant first. The last digit of the first word is worth 10^(7 * floor(e /
 * 7)).
 */
const WORD_DIGITS = 7;

/** Like `stepsOf` for a value that is a whole number of steps, below 2^53 units. Undefined for all others. */
function wholeSteps(value: Decimal, decimals: number, unit: number): number | undefined {
  const units = wholeUnits(value, decimals);
  return units % unit === 0 ? units / unit : undefined;
}

/**
 * The value times 10^decimals, or NaN when that is not a whole number below 2^53. Each word is moved to its place, which is exact. A power of
 * ten that no number holds exactly is none of `POWERS`, which makes it NaN too.
 */
function wholeUnits(value: Decimal, decimals: number): number {
  const words = value.d as number[] | null;
  if (words === null) return NaN;
  let units = 0;
  let power = Math.floor(value.e / WORD_DIGITS) * WORD_DIGITS + decimals;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (power >= 0) units += word * POWERS[power]!;
    else {
      const part = POWERS[-power]!;
      if (word % part !== 0) return NaN;
      units += word / part;
    }
    power -= WORD_DIGITS;
  }
  if (!Number.isSafeInteger(units)) return NaN;
  return value.isNegative() && units !== 0 ? -units : units;
}

function product(a: number | bigint, b: number): number | bigint {
  const small = Number(a) * b;
  return Number.isSafeInteger(small) ? small : BigInt(a) * BigInt(b);
}

/** `units * 10^-decimals`. The prices of every book go through here, so small values are made without going through text. */
function scaled(units: number | bigint, decimals: number): Decimal {
  if (typeof units === 'number' && units >= 0 && units <= SMALL && decimals <= SMALL_DECIMALS) {
    const power = POWERS[decimals]!;
    const fraction = units % power;
    return smallDecimal((units - fraction) / power, fraction, decimals);
  }
  return new Decimal(`${BigInt(units)}e-${decimals}`);
}

function safe(steps: bigint, field: string, value: Decimal): number {
  const number = Number(steps);
  if (!Number.isSafeInteger(number)) {
    throw new Fault('invalid-request', `${field} ${value} is beyond the ${Number.MAX_SAFE_INTEGER} steps of its grid`);
  }
  return number;
}
