import { decimalFrom } from '../../src/base/decimal.ts';
import type { BrokenRule } from '../../src/settings/brokenRule.ts';
import { didYouMean } from '../../src/base/didYouMean.ts';

const KNOWN = ['spreadBps', 'size', 'smooth', 'maxBase', 'levels', 'stepBps', 'amount', 'every', 'at', 'limitRate'];

/** Checks parameters as a strategy's own schema does. */
export function makerParams(params: Readonly<Record<string, unknown>>): BrokenRule[] {
  return Object.entries(params).flatMap(([name, value]) => {
    const path = ['params', name];
    const near = didYouMean(name, KNOWN);
    if (!KNOWN.includes(name))
      return [{ path, atKey: true, message: `unknown parameter${near === undefined ? '' : `; did you mean ${near}?`}` }];
    const right = typeof value === 'string' && (name === 'every' || name === 'at' || decimalFrom(value) !== undefined);
    return right ? [] : [{ path, message: 'expected a decimal' }];
  });
}
