import { assert } from '../../base/assert.ts';
import { type Decimal, dec, decimalFrom } from '../../base/decimal.ts';
import { durationMsOf } from '../../base/instant.ts';
import type { Param } from '../../engine/params.ts';

/**
 * One parameter that a sweep varies. Samplers work in the unit interval. The strategy gets the exact text of a value, as a person
 * would write it, and never a binary float.
 */
export interface Dimension {
  /** Its path in the configuration, such as `strategies.btc-maker.params.spreadBps`. */
  readonly name: string;
  /** All values in order. Undefined for a continuous dimension. */
  readonly values: readonly string[] | undefined;
  /** Whether neighbours are alike. Numbers are, choices are not. */
  readonly isOrdered: boolean;
  readonly isLog: boolean;
  /** The bounds, as numbers for calculations. For a choice, the numbers of its first and last value. */
  readonly low: number;
  readonly high: number;
  /** The distance between neighbours, for evenly spaced numbers. */
  readonly step: number | undefined;
  readonly isWhole: boolean;
  /** The value at a place of the unit interval. */
  readonly textAt: (unit: number) => string;
  /** The place of a value. With a list of values, the middle of the value's share. */
  readonly unitOf: (text: string) => number;
  /** A value as a number. For a choice, its number in the list. */
  readonly numberOf: (text: string) => number;
}

/** What the configuration says about a dimension. The parameter's declaration supplies the rest. */
export interface DimensionSpec {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly step?: string | undefined;
  readonly values?: readonly string[] | undefined;
  readonly log?: boolean | undefined;
}

/** More values than this are as good as continuous and would only cost memory. */
const MOST_VALUES = 10_000;
/**
 * How many digits a value of a continuous dimension gets: enough to tell two apart, and few enough to read. It gets more where
 * the bounds are close.
 */
const DIGITS = 4;
const MOST_DIGITS = 15;

/** Returns the dimension, or what is wrong with it. */
export function dimensionOf(name: string, param: Param, spec: DimensionSpec): Dimension | { readonly problem: string } {
  const made = makeDimension(name, param, spec);
  if ('problem' in made) return made;
  const probes = made.values ?? [made.textAt(0), made.textAt(1 - Number.EPSILON)];
  for (const text of probes) {
    const reading = param.read(text);
    if ('problem' in reading) return { problem: reading.problem };
  }
  return made;
}

function makeDimension(name: string, param: Param, spec: DimensionSpec): Dimension | { readonly problem: string } {
  const { kind, options } = param;
  const scale = SCALES[kind];
  if (spec.values !== undefined) {
    if (spec.from ?? spec.to ?? spec.step ?? spec.log) return { problem: 'takes either values, or from, to, step and log' };
    // 1 and 1.0 are one value: the same parameters would be tried again under another name.
    const same = spec.values.map((text) => scale?.read(text)?.toFixed() ?? text);
    if (new Set(same).size < same.length) return { problem: 'names a value twice' };
    return listed(name, spec.values, scale);
  }
  if (scale === undefined) {
    if (spec.from ?? spec.to ?? spec.step ?? spec.log) return { problem: `is a ${kind} and takes values: […]` };
    const choices = kind === 'bool' ? ['false', 'true'] : options.choices;
    return choices === undefined ? { problem: `is a ${kind} and needs values: […]` } : listed(name, choices, undefined);
  }
  const [from, to] = [spec.from ?? options.min, spec.to ?? options.max];
  if (from === undefined || to === undefined) return { problem: 'needs from and to: the parameter has no bounds of its own' };
  const [low, high] = [scale.read(from), scale.read(to)];
  if (low === undefined || high === undefined) return { problem: `expected ${scale.expected} as from and to` };
  if (!low.lt(high)) return { problem: `from must be below to, not ${from} and ${to}` };
  if (spec.log === true && !low.gt(0)) return { problem: 'with log, from must be above 0' };
  const stepText = spec.step ?? (spec.log === true ? undefined : (options.step ?? (kind === 'int' ? '1' : undefined)));
  if (stepText === undefined) return continuous(name, low, high, spec.log === true, scale);
  if (spec.log === true) return { problem: 'takes either step or log' };
  const step = scale.read(stepText);
  if (step === undefined || !step.gt(0)) return { problem: `expected ${scale.expected} above 0 as step` };
  return stepped(name, low, high, step, scale);
}

/** How numbers of one kind of parameter are read and written. */
interface Scale {
  readonly expected: string;
  readonly isWhole: boolean;
  read(text: string): Decimal | undefined;
  write(value: Decimal): string;
}

const SCALES: Partial<Record<Param['kind'], Scale>> = {
  decimal: { expected: 'numbers', isWhole: false, read: decimalFrom, write: (value) => value.toFixed() },
  int: {
    expected: 'whole numbers',
    isWhole: true,
    read: (text) => (/^-?\d{1,15}$/.test(text) ? dec(text) : undefined),
    write: (value) => value.toFixed(),
  },
  duration: {
    expected: 'durations like 20s',
    isWhole: true,
    read: (text) => {
      const ms = durationMsOf(text);
      return ms === undefined ? undefined : dec(ms);
    },
    write: (value) => (value.mod(1000).isZero() ? `${value.div(1000).toFixed()}s` : `${value.toFixed()}ms`),
  },
};

function listed(name: string, values: readonly string[], scale: Scale | undefined): Dimension | { readonly problem: string } {
  if (values.length === 0) return { problem: 'has no values' };
  const numbers = values.map((text) => scale?.read(text));
  const isOrdered = numbers.every((value, i) => value !== undefined && (i === 0 || value.gt(numbers[i - 1]!)));
  const numberOf = (text: string): number => values.indexOf(text);
  const last = values.length - 1;
  return { name, values, isOrdered, isLog: false, low: 0, high: last, step: undefined, isWhole: false, numberOf, ...placesOf(values) };
}

function stepped(name: string, low: Decimal, high: Decimal, step: Decimal, scale: Scale): Dimension | { readonly problem: string } {
  const count = high.minus(low).div(step).floor().toNumber() + 1;
  if (count > MOST_VALUES) return { problem: `has ${count} values, at most ${MOST_VALUES}: take a larger step` };
  const numbers = Array.from({ length: count }, (_, i) => low.plus(step.times(i)));
  const values = numbers.map((value) => scale.write(value));
  const numberOf = (text: string): number => scale.read(text)!.toNumber();
  const [first, last] = [numbers[0]!.toNumber(), numbers.at(-1)!.toNumber()];
  const bounds = { low: first, high: last, step: step.toNumber(), isWhole: scale.isWhole };
  return { name, values, isOrdered: true, isLog: false, ...bounds, numberOf, ...placesOf(values) };
}

function placesOf(values: readonly string[]): Pick<Dimension, 'textAt' | 'unitOf'> {
  const { length } = values;
  return {
    textAt: (unit) => values[Math.min(length - 1, Math.floor(unit * length))]!,
    unitOf: (text) => {
      const i = values.indexOf(text);
      assert(i >= 0, () => `${text} is none of ${values.join(', ')}`);
      return (i + 0.5) / length;
    },
  };
}

function continuous(name: string, low: Decimal, high: Decimal, isLog: boolean, scale: Scale): Dimension {
  const [first, last] = [low.toNumber(), high.toNumber()];
  const width = isLog ? Math.log(last / first) : last - first;
  const closeness = Math.max(1, Math.max(Math.abs(first), Math.abs(last)) / (last - first));
  const digits = Math.min(MOST_DIGITS, DIGITS + Math.floor(Math.log10(closeness)));
  const textAt = (unit: number): string => {
    const number = isLog ? first * Math.exp(width * unit) : first + width * unit;
    // The digits that are kept are the value. Digits that only a float would add are cut off here.
    const rounded = scale.isWhole ? dec(String(Math.round(number))) : dec(number.toPrecision(digits));
    return scale.write(rounded.lt(low) ? low : rounded.gt(high) ? high : rounded);
  };
  const numberOf = (text: string): number => scale.read(text)!.toNumber();
  const unitOf = (text: string): number => {
    const number = numberOf(text);
    return Math.min(1, Math.max(0, isLog ? Math.log(number / first) / width : (number - first) / width));
  };
  const bounds = { low: first, high: last, step: undefined, isWhole: scale.isWhole };
  return { name, values: undefined, isOrdered: true, isLog, ...bounds, textAt, unitOf, numberOf };
}
