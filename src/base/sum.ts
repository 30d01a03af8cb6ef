import { Decimal } from './decimal.ts';

/** Sums of whole numbers up to `CARRY_AT` are exact, with one more term below `LIMB`. */
const LIMB = 1e15;
const CARRY_AT = 4e15;
const BIG_LIMB = 10n ** 15n;
/** What `high` and `low` can't hold goes into `rest`. */
const MOST_HIGH = 4e15;
const MOST_EXACT = 10n ** 30n;

/** A whole factor. Small products use it as a number, the others use it exactly. */
export class Scale {
  readonly near: number = 0;
  readonly exact: bigint;

  constructor(exact: bigint) {
    this.near = Number(exact);
    this.exact = exact;
  }
}

/**
 * An exact sum of money in whole units of 10^-decimals, held as `high * 10^15 + low`, so that everyday amounts need neither
 * bigint nor Decimal. Digits finer than a unit are kept in `rest`, in units; only `decimal` includes them.
 */
export class Sum {
  high = 0;
  low = 0;
  /** What `high` and `low` can't hold: digits finer than a unit, and sums beyond 10^30 units. Undefined when there are none. */
  rest: Decimal | undefined = undefined;
  decimals: number = 0;

  constructor(decimals: number) {
    this.decimals = decimals;
  }

  /** Adds fewer than 10^15 whole units. */
  add(units: number): void {
    this.low += units;
    if (this.low >= CARRY_AT || this.low <= -CARRY_AT) this.#carry();
  }

  /** Adds a product of whole numbers of any size. */
  addProduct(a: number, b: number, scale: Scale): void {
    const units = a * b * scale.near;
    if (units < LIMB && units > -LIMB) this.add(units);
    else this.addExact(BigInt(a) * BigInt(b) * scale.exact);
  }

  addExact(units: bigint): void {
    if (units >= MOST_EXACT || units <= -MOST_EXACT) {
      this.#keepAside(new Decimal(units.toString()));
      return;
    }
    const high = units / BIG_LIMB;
    this.high += Number(high);
    this.add(Number(units - high * BIG_LIMB));
    this.#boundHigh();
  }

  addSum(other: Sum): void {
    this.high += other.high;
    this.add(other.low);
    this.#boundHigh();
    if (other.rest !== undefined) this.#addRest(other.rest);
  }

  subtract(other: Sum): void {
    this.high -= other.high;
    this.add(-other.low);
    this.#boundHigh();
    if (other.rest !== undefined) this.#addRest(other.rest.negated());
  }

  /** Adds any amount, whatever its digits. */
  addDecimal(value: Decimal): void {
    const units = scaled(value, this.decimals);
    const whole = units.floor();
    this.addExact(BigInt(whole.toFixed()));
    this.#addRest(units.minus(whole));
  }

  set(other: Sum): void {
    this.high = other.high;
    this.low = other.low;
    this.rest = other.rest;
  }

  setProduct(a: number, b: number, scale: Scale): void {
    this.clear();
    this.addProduct(a, b, scale);
  }

  /** Becomes a product of whole numbers, neither below 0. The sums that it is a part of change by as much. */
  setPart(whole: Sum, a: number, b: number, scale: Scale, otherWhole?: Sum): void {
    const units = a * b * scale.near;
    if (units < LIMB && this.high === 0 && this.rest === undefined) {
      const more = units - this.low;
      if (more === 0) return;
      this.low = units;
      whole.add(more);
      if (otherWhole !== undefined) otherWhole.add(more);
      return;
    }
    whole.subtract(this);
    if (otherWhole !== undefined) otherWhole.subtract(this);
    this.setProduct(a, b, scale);
    whole.addSum(this);
    if (otherWhole !== undefined) otherWhole.addSum(this);
  }

  clear(): void {
    this.high = 0;
    this.low = 0;
    this.rest = undefined;
  }

  /** Makes the units finer. */
  refine(decimals: number): void {
    const value = this.decimal;
    this.decimals = decimals;
    this.clear();
    this.addDecimal(value);
  }

  get isZero(): boolean {
    // What is kept aside may be what the rest takes off.
    return this.rest === undefined ? this.high * LIMB + this.low === 0 : this.decimal.isZero();
  }

  /** The sum in units, as a number: exact below 10^15 when it is whole, and rounded to 15 digits otherwise. */
  get near(): number {
    if (this.rest === undefined) return this.high * LIMB + this.low;
    // The two parts may almost take each other off, which in numbers would leave few digits, or none.
    return this.#units().toNumber();
  }

  /** The sum in whole units, exact; digits finer than a unit are cut off. */
  get exact(): bigint {
    const whole = BigInt(this.high) * BIG_LIMB + BigInt(this.low);
    return this.rest === undefined ? whole : whole + BigInt(this.rest.floor().toFixed());
  }

  /** The amount, exactly. */
  get decimal(): Decimal {
    return scaled(this.#units(), -this.decimals);
  }

  #units(): Decimal {
    const whole = this.high === 0 ? new Decimal(this.low) : new Decimal(this.high).times(LIMB).plus(this.low);
    return this.rest === undefined ? whole : whole.plus(this.rest);
  }

  #addRest(more: Decimal): void {
    this.#keepAside(more);
    const whole = this.rest!.floor();
    if (whole.abs().gte(LIMB)) return;
    const rest = this.rest!.minus(whole);
    this.rest = rest.isZero() ? undefined : rest;
    this.add(whole.toNumber());
  }

  #keepAside(more: Decimal): void {
    this.rest = this.rest === undefined ? more : this.rest.plus(more);
  }

  /** Up to here `high` is exact, with the next term too. */
  #boundHigh(): void {
    if (this.high < MOST_HIGH && this.high > -MOST_HIGH) return;
    this.#keepAside(new Decimal(this.high).times(LIMB));
    this.high = 0;
  }

  #carry(): void {
    const carried = Math.trunc(this.low / LIMB);
    this.high += carried;
    this.low -= carried * LIMB;
  }
}

/** Moves the decimal point, which changes no digit. */
function scaled(value: Decimal, places: number): Decimal {
  return value.times(new Decimal(10).pow(places));
}

/** Whether `a * b` is more than `c * d`, exactly. */
export function isMore(a: number, b: number, c: number, d: number): boolean {
  const one = a * b;
  const other = c * d;
  if (Math.min(one, other) <= Number.MAX_SAFE_INTEGER) return one > other;
  return BigInt(a) * BigInt(b) > BigInt(c) * BigInt(d);
}
