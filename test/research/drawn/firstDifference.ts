import { isDecimal } from '../../../src/base/decimal.ts';

/** Where two results first differ, member by member, to the last digit and the sign of a zero. Undefined when they don't. */
export function firstDifference(expected: unknown, found: unknown): string | undefined {
  if (Object.is(expected, found)) return undefined;
  if (isDecimal(expected) || isDecimal(found) || !isHolder(expected) || !isHolder(found)) {
    const [wanted, got] = [textOf(expected), textOf(found)];
    return wanted === got ? undefined : ` is ${got} instead of ${wanted}`;
  }
  for (const key of keysOf(expected, found)) {
    // Most members are equal plain values, and there are many.
    if (Object.is(expected[key], found[key])) continue;
    const difference = firstDifference(expected[key], found[key]);
    if (difference !== undefined) return `.${key}${difference}`;
  }
  return undefined;
}

type Holder = Readonly<Record<string, unknown>>;

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}

function keysOf(some: Holder, others: Holder): Iterable<string> {
  const keys = Object.keys(some);
  const isSame = keys.length === Object.keys(others).length && keys.every((key) => Object.hasOwn(others, key));
  return isSame ? keys : new Set([...keys, ...Object.keys(others)]);
}

function textOf(value: unknown): string {
  if (isDecimal(value)) return `the decimal ${value.valueOf()}`;
  return Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? String(value));
}
