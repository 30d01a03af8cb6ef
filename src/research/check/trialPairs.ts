import { dec } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import type { DeclaredMarkets } from '../../engine/strategy.ts';
import { gridOf } from '../../model/grid.ts';
import { currenciesOf, type Pair } from '../../model/pair.ts';
import { symbolsOf, type TradedMarkets } from '../../model/tradedMarkets.ts';

/** A pair of the trials' venue. */
export interface TrialPair extends Pair {
  /** The mid at the beginning, in ticks. */
  readonly firstMid: number;
  /** By how much more lots its books hold than those of BTC/EUR. */
  readonly lotsScale: number;
}

/** The currency in which all others are valued. */
export const MONEY = 'EUR';

const PAIRS: readonly TrialPair[] = [
  pairOf('BTC', 'EUR', 2, '0.00001', 6_000_000, 1),
  pairOf('ETH', 'EUR', 2, '0.0001', 300_000, 2),
  pairOf('ETH', 'BTC', 6, '0.0001', 50_000, 2),
  pairOf('SOL', 'EUR', 3, '0.001', 150_000, 4),
  pairOf('ADA', 'EUR', 5, '0.1', 50_000, 10),
  pairOf('XRP', 'EUR', 5, '0.1', 200_000, 10),
  pairOf('LTC', 'EUR', 2, '0.001', 8000, 4),
  pairOf('DOT', 'EUR', 4, '0.01', 60_000, 5),
];

/** What a strategy trades in its trials, by what it declares. */
export interface TrialMarkets {
  readonly traded: TradedMarkets;
  /** Pairs of the venue, those of the strategy first. */
  readonly pairs: readonly TrialPair[];
}

/** What is known of a strategy before it is tried: its markets and the texts of its parameters, as a configuration or a person gives them. */
export interface TrialAsked extends TradedMarkets {
  readonly params?: Readonly<Record<string, string>> | undefined;
}

/**
 * The pairs on which a strategy is tried: those that were asked for; else one of one market on BTC/EUR, one of any on the first three with
 * euros. A named market gets the pair that it is named for (`ethBtc`), or else the next that is free.
 */
export function trialMarketsOf(declared: DeclaredMarkets, { symbol, markets }: TradedMarkets = {}): TrialMarkets {
  const traded = symbol === undefined && markets === undefined ? tradedOf(declared) : { symbol, markets };
  return { traded, pairs: symbolsOf(traded).map((one) => PAIRS.find((pair) => pair.symbol === one) ?? madeUp(one)) };
}

/** A pair of which the trials know nothing but its name. */
function madeUp(symbol: string): TrialPair {
  const { base, quote } = currenciesOf(symbol)!;
  return pairOf(base, quote, 4, '0.001', 500_000, 4);
}

function tradedOf(declared: DeclaredMarkets): TradedMarkets {
  if (declared === undefined) return { symbol: PAIRS[0]!.symbol };
  if (declared === 'any') {
    const inMoney = PAIRS.filter(({ quote }) => quote === MONEY).slice(0, 3);
    return { markets: Object.fromEntries(inMoney.map(({ symbol }) => [symbol, symbol])) };
  }
  const markets = new Map<string, string>();
  for (const name of declared) {
    const named = PAIRS.find(({ base, quote }) => name.toUpperCase() === base + quote);
    if (named !== undefined) markets.set(name, named.symbol);
  }
  const taken = new Set(markets.values());
  const free = PAIRS.filter(({ symbol, quote }) => !taken.has(symbol) && quote === MONEY);
  for (const name of declared) if (!markets.has(name)) markets.set(name, nextOf(free, declared));
  // In the order in which they were declared.
  return { markets: Object.fromEntries(declared.map((name) => [name, markets.get(name)!])) };
}

function nextOf(free: TrialPair[], declared: readonly string[]): string {
  const next = free.shift();
  if (next !== undefined) return next.symbol;
  throw new Fault('strategy', `a trial has too few pairs for ${declared.length} markets`, { suggestion: 'declare fewer' });
}

function pairOf(base: string, quote: string, precision: number, lot: string, firstMid: number, lotsScale: number): TrialPair {
  const least = dec(lot).times(10);
  return {
    symbol: `${base}/${quote}`,
    description: '',
    base,
    quote,
    grid: gridOf(precision, dec(lot)),
    minVolume: least,
    maxVolume: least.times(1_000_000),
    firstMid,
    lotsScale,
  };
}
