import { type Decimal, ONE } from '../../base/decimal.ts';
import type { ConversionSize, Quote } from '../../model/conversion.ts';
import { lotsOf } from '../../model/grid.ts';
import { type BookLeg, bookLeg, legOfLots, lotsThatPass, lotsWithin, type SeenMarket, sideToGive, type UnseenMarket } from './bookLeg.ts';

/** What is to be exchanged, and all that decides how. */
export interface Comparison {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly size: ConversionSize;
  /** The least of `toCurrency` that one unit of `fromCurrency` has to bring. */
  readonly worstRate: Decimal | undefined;
  /** The venue's quote for the whole of it, or in words why there is none. */
  readonly quote: Quote | string;
  /** How long the quote is still valid, less the time that an acceptance needs. Below 0 it comes too late. */
  readonly quoteLeftMs: number;
  /** The markets whose books are fresh and good. */
  readonly markets: readonly SeenMarket[];
  /** Other markets that there are: a way by one of them is told as impossible. */
  readonly unseen?: readonly UnseenMarket[];
  /** The currencies to go over, in this order. Without it, each third currency that two books lead over is looked at. */
  readonly via: readonly string[] | undefined;
  /** The share that the venue takes of what an order brings that meets another. */
  readonly takerFee: Decimal;
  /** The share by which a book may move until an order arrives. A quote does not move. */
  readonly drift: Decimal;
}

/** The part of a deal that a quote is taken for. */
export interface QuoteLeg {
  readonly kind: 'quote';
  readonly gives: Decimal;
  readonly brings: Decimal;
  /** Undefined for a part, for which a quote has to be asked for anew. Its rate is taken to be that of the whole. */
  readonly quote: Quote | undefined;
}

export type WayKind = 'quote' | 'book' | 'path' | 'split';

/** One way to do it, with all that it costs. */
export interface Way {
  readonly kind: WayKind;
  /** In order. The legs of a split begin with the book's. */
  readonly legs: readonly (BookLeg | QuoteLeg)[];
  /** The currencies between, of a path. */
  readonly via: readonly string[];
  readonly gives: Decimal;
  readonly brings: Decimal;
  /** The same if every book moves by the drift. By these the ways are compared. */
  readonly sure: { readonly gives: Decimal; readonly brings: Decimal };
  /** Why it may not be gone. */
  readonly problem: string | undefined;
}

/** A way that does not exist, with the reason. */
export interface NoWay {
  readonly kind: WayKind;
  readonly via: readonly string[];
  readonly problem: string;
}

export interface Compared {
  /** Best first. */
  readonly possible: readonly Way[];
  /** What is worse than the worst rate, or does not exist. */
  readonly impossible: readonly (Way | NoWay)[];
}

/** With equal results, what needs fewer and safer steps goes first. */
const ORDER: readonly WayKind[] = ['quote', 'book', 'split', 'path'];

/** What the quote, the book, both together, and paths over other currencies bring: all-in, exact, best first. */
export function compareWays(asked: Comparison): Compared {
  const all = [...directWays(asked), ...pathsOf(asked).map((via) => pathOver(via, asked))].map((way) => judged(way, asked));
  const possible = all.filter((way): way is Way => way.problem === undefined);
  possible.sort((a, b) => compareRates(b.sure, a.sure) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  return { possible, impossible: all.filter((way) => way.problem !== undefined) };
}

/** What one unit given would bring by a way, good enough or not. Undefined when there is no such way. */
export function rateBy({ possible, impossible }: Compared, kind: WayKind): Decimal | undefined {
  for (const way of [...possible, ...impossible]) if (way.kind === kind && 'legs' in way) return way.brings.div(way.gives);
  return undefined;
}

/** Which of two exchanges has the better rate: above 0 when it is the first. */
export function compareRates(a: Way['sure'], b: Way['sure']): number {
  return a.brings.times(b.gives).cmp(b.brings.times(a.gives));
}

function directWays(asked: Comparison): (Way | NoWay)[] {
  const { fromCurrency, toCurrency, quote, quoteLeftMs, markets, takerFee } = asked;
  if (fromCurrency === toCurrency) return [];
  const hasTime = quoteLeftMs >= 0;
  const offered =
    typeof quote === 'string' ? no('quote', quote) : hasTime ? wholeQuote(quote) : no('quote', 'the quote is about to expire');
  const market = markets.find(({ pair }) => sideToGive(pair, fromCurrency, toCurrency) !== undefined);
  if (market === undefined) return [offered, no('book', noMarket(asked, fromCurrency, toCurrency))];
  const leg = bookLeg(market, asked, takerFee);
  const book = typeof leg === 'string' ? no('book', leg) : wayOf('book', [leg], asked.drift);
  return 'legs' in offered ? [offered, book, splitOf(market, offered, asked)] : [offered, book];
}

function wholeQuote(quote: Quote): Way {
  const { fromAmount: gives, toAmount: brings } = quote;
  return {
    kind: 'quote',
    legs: [{ kind: 'quote', gives, brings, quote }],
    via: [],
    gives,
    brings,
    sure: { gives, brings },
    problem: undefined,
  };
}

/**
 * Takes from the book what is better there than by the quote, and the rest by a quote. Each further lot of a book is at best as
 * good as the one before, so that the best number of lots is where the quote becomes better, or the least order.
 */
function splitOf(market: SeenMarket, { gives: quoted, brings }: Way, asked: Comparison): Way | NoWay {
  const { fromCurrency, toCurrency, size, takerFee, drift } = asked;
  const { pair, book } = market;
  const side = sideToGive(pair, fromCurrency, toCurrency)!;
  const kept = ONE.minus(takerFee).times(ONE.minus(drift));
  const isBetter = (price: Decimal): boolean =>
    side === 'Sell' ? price.times(kept).times(quoted).gt(brings) : kept.times(quoted).gt(brings.times(price));
  const least = lotsOf(pair.grid, pair.minVolume, 'up');
  const most = Math.min(lotsOf(pair.grid, pair.maxVolume, 'down'), lotsWithin(market, side, size, takerFee));
  const lots = Math.min(Math.max(lotsThatPass(book, side, isBetter), least), most);
  const leg = legOfLots(market, side, lots, takerFee);
  if (typeof leg === 'string') return no('split', leg);
  const isPart = 'fromAmount' in size ? leg.gives.lt(size.fromAmount) : leg.brings.lt(size.toAmount);
  if (!isPart) return no('split', `${leg.amount} ${pair.base} by the book leave nothing for a quote`);
  const rest = restByQuote(size, leg, quoted, brings);
  return wayOf('split', [leg, rest], drift);
}

function restByQuote(size: ConversionSize, leg: BookLeg, quoted: Decimal, brings: Decimal): QuoteLeg {
  const rest = 'fromAmount' in size ? size.fromAmount.minus(leg.gives) : size.toAmount.minus(leg.brings).times(quoted).div(brings);
  const got = 'fromAmount' in size ? rest.times(brings).div(quoted) : size.toAmount.minus(leg.brings);
  return { kind: 'quote', gives: rest, brings: got, quote: undefined };
}

/** The currencies between, for each path that is looked at. */
function pathsOf({ fromCurrency, toCurrency, markets, unseen = [], via }: Comparison): readonly (readonly string[])[] {
  if (via !== undefined) return [via];
  const neighbours = (currency: string): Set<string> =>
    new Set(
      [...markets, ...unseen].flatMap(({ pair: { base, quote } }) => (base === currency ? [quote] : quote === currency ? [base] : [])),
    );
  const ends = neighbours(toCurrency);
  return [...neighbours(fromCurrency)]
    .filter((third) => third !== toCurrency && third !== fromCurrency && ends.has(third))
    .map((third) => [third]);
}

/** One book after the other. What a step leaves because of whole lots is counted as lost. */
function pathOver(via: readonly string[], asked: Comparison): Way | NoWay {
  const { fromCurrency, toCurrency, size, markets, takerFee, drift } = asked;
  const stops = [fromCurrency, ...via, toCurrency];
  const steps = stops.slice(1).map((to, i) => ({ fromCurrency: stops[i]!, toCurrency: to }));
  const isForward = 'fromAmount' in size;
  const legs: BookLeg[] = [];
  let next = size;
  for (const step of isForward ? steps : steps.toReversed()) {
    const market = markets.find(({ pair }) => sideToGive(pair, step.fromCurrency, step.toCurrency) !== undefined);
    const leg =
      market === undefined ? noMarket(asked, step.fromCurrency, step.toCurrency) : bookLeg(market, { ...step, size: next }, takerFee);
    if (typeof leg === 'string') return { ...no('path', leg), via };
    legs.push(leg);
    next = isForward ? { fromAmount: leg.brings } : { toAmount: leg.gives };
  }
  const inOrder = isForward ? legs : legs.toReversed();
  const { gives } = inOrder[0]!;
  const { brings } = inOrder.at(-1)!;
  const moved = brings.times(ONE.minus(drift).pow(legs.length));
  return { kind: 'path', legs: inOrder, via, gives, brings, sure: { gives, brings: moved }, problem: undefined };
}

function noMarket({ unseen = [] }: Comparison, fromCurrency: string, toCurrency: string): string {
  const known = unseen.find(({ pair }) => sideToGive(pair, fromCurrency, toCurrency) !== undefined);
  return known?.problem ?? `no fresh book exchanges ${fromCurrency} for ${toCurrency}`;
}

function wayOf(kind: WayKind, legs: readonly (BookLeg | QuoteLeg)[], drift: Decimal): Way {
  const sum = (of: (leg: BookLeg | QuoteLeg) => Decimal): Decimal => legs.map(of).reduce((a, b) => a.plus(b));
  const gives = sum((leg) => leg.gives);
  const moved = sum((leg) => (leg.kind === 'book' ? leg.brings.times(ONE.minus(drift)) : leg.brings));
  return { kind, legs, via: [], gives, brings: sum((leg) => leg.brings), sure: { gives, brings: moved }, problem: undefined };
}

function no(kind: WayKind, problem: string): NoWay {
  return { kind, via: [], problem };
}

function judged(way: Way | NoWay, { worstRate }: Comparison): Way | NoWay {
  if (!('legs' in way) || worstRate === undefined || way.brings.gte(way.gives.times(worstRate))) return way;
  const rate = way.brings.div(way.gives).toSignificantDigits(12);
  return { ...way, problem: `its rate of ${rate} is worse than the worst rate of ${worstRate}` };
}
