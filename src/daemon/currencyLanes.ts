import { conversionLane, orderLane } from '../model/command.ts';
import type { Pair } from '../model/pair.ts';

/** The lanes in which these currencies are traded or converted, with the reason for each. */
export function lanesOf(reasons: ReadonlyMap<string, string>, pairs: readonly Pair[]): ReadonlyMap<string, string> {
  const lanes = new Map<string, string>();
  const currencies = new Set(pairs.flatMap(({ base, quote }) => [base, quote]));
  for (const [currency, reason] of reasons) {
    for (const { symbol, base, quote } of pairs) if (base === currency || quote === currency) lanes.set(orderLane(symbol), reason);
    for (const other of currencies) {
      if (other === currency) continue;
      lanes.set(conversionLane(currency, other), reason);
      lanes.set(conversionLane(other, currency), reason);
    }
  }
  return lanes;
}
