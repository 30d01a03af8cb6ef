import { dec, type Decimal, maxDecimal, ZERO } from '../../src/base/decimal.ts';
import type { EquityStep } from '../../src/model/chronicle.ts';
import { extremesOf } from '../../src/model/extremes.ts';

/** The deepest fall from one value to a later one, by its plain definition. */
export function fallOf(values: readonly Decimal[]): Decimal {
  return values.reduce((deepest, from, place) => values.slice(place).reduce((most, to) => maxDecimal(most, from.minus(to)), deepest), ZERO);
}

/** One value that was seen at a time. */
export function seenAt(at: number, worth: string): EquityStep {
  return { at, worth: { EUR: worth }, profit: { 'maker BTC/EUR': '0.10' }, extremes: { EUR: extremesOf(dec(worth)) } };
}
