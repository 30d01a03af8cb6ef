import { spreadOf } from './bookRows.ts';
import type { Status } from './status.ts';

/** A lane: a market, or a pair of currencies that is converted. */
export interface Lane {
  readonly name: string;
  readonly isMarket: boolean;
  readonly mid: string | undefined;
  readonly ageMs: number | undefined;
  /** The distance of the best prices, in hundredths of a percent of the mid. */
  readonly spreadBps: string | undefined;
  /** `shut`: something must be settled first. `halted` and `reducing`: a stop is over it. */
  readonly state: 'open' | 'shut' | 'halted' | 'reducing';
  /** Why it takes no new risk. */
  readonly why: string | undefined;
}

/** The lane of a market; conversions have lanes of their own. */
function laneOf(symbol: string): string {
  return `spot:${symbol}`;
}

/** All lanes: the markets in their order, then those that are frozen besides, together where they have one cause. */
export function lanesOf(status: Pick<Status, 'markets' | 'frozen' | 'stops'>): readonly Lane[] {
  const markets = status.markets.map(({ symbol, mid, bid, ask, ageMs, trouble }): Lane => {
    const why = whyShut(symbol, trouble, status);
    const spreadBps = bid === undefined || ask === undefined ? undefined : spreadOf([[bid, '0']], [[ask, '0']])?.bps;
    return { name: symbol, isMarket: true, mid, ageMs, spreadBps, ...why };
  });
  const isOther = ([name]: readonly [string, string]): boolean => !status.markets.some(({ symbol }) => laneOf(symbol) === name);
  const others = [...Map.groupBy(Object.entries(status.frozen).filter(isOther), ([, why]) => why)].map(([why, lanes]): Lane => {
    const name = lanes.length === 1 ? lanes[0]![0] : `${lanes.length} others`;
    return { name, isMarket: false, mid: undefined, ageMs: undefined, spreadBps: undefined, state: 'shut', why };
  });
  return [...markets, ...others];
}

function whyShut(
  symbol: string,
  trouble: readonly string[],
  { frozen, stops }: Pick<Status, 'frozen' | 'stops'>,
): Pick<Lane, 'state' | 'why'> {
  const reason = frozen[laneOf(symbol)];
  if (reason !== undefined) return { state: 'shut', why: reason };
  if (trouble.length > 0) return { state: 'shut', why: `the book is ${trouble.join(', ')}; it opens with the next good one` };
  const over = stops.filter(({ scope }) => scope === 'all' || scope === symbol);
  const stop = over.find(({ state }) => state === 'halted') ?? over[0];
  return stop === undefined ? { state: 'open', why: undefined } : { state: stop.state, why: stop.reason };
}

/** Why lanes take no new risk, each reason once, with those that have it. */
export function reasonsOf(lanes: readonly Lane[]): readonly { readonly names: string; readonly why: string }[] {
  const shut = lanes.flatMap(({ name, why }) => (why === undefined ? [] : [{ name, why }]));
  return [...Map.groupBy(shut, ({ why }) => why)].map(([why, all]) => ({ why, names: all.map(({ name }) => name).join(', ') }));
}
