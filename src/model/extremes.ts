import { type Decimal, maxDecimal, minDecimal, ZERO } from '../base/decimal.ts';

/** The lowest and the highest of some values in a row, and the deepest fall from one of them to a later one. */
export interface Extremes {
  readonly low: Decimal;
  readonly high: Decimal;
  readonly fall: Decimal;
}

export function extremesOf(value: Decimal): Extremes {
  return { low: value, high: value, fall: ZERO };
}

/**
 * Those of both, where all of `later` came after all of `earlier`. It is exact: the deepest fall lies within one of them, or goes from the highest of the
 * earlier to the lowest of the later. So values may be joined in any pieces, and nothing of their falls is lost or made up.
 */
export function joinedExtremes(earlier: Extremes, later: Extremes): Extremes {
  return {
    low: minDecimal(earlier.low, later.low),
    high: maxDecimal(earlier.high, later.high),
    fall: maxDecimal(maxDecimal(earlier.fall, later.fall), earlier.high.minus(later.low)),
  };
}
