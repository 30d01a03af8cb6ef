import type { Compared, NoWay, Way } from './compareWays.ts';

const DIGITS = 12;
/** So many ways that are not possible are told: of a venue with many pairs, most are alike. */
const MOST_NOT = 10;

/** What each way would give, in one line: `book 600 EUR to 0.00998 BTC; no quote: …`. */
export function comparedText({ possible, impossible }: Compared, fromCurrency: string, toCurrency: string): string {
  const found = possible.map((way) => wayText(way, fromCurrency, toCurrency));
  const not = impossible.map(noWayText);
  const more = not.length > MOST_NOT ? [`and ${not.length - MOST_NOT} more that are not possible; --via asks for one of them`] : [];
  return [...found, ...not.slice(0, MOST_NOT), ...more].join('; ');
}

/** Which way is impossible, and why. */
export function noWayText(way: Way | NoWay): string {
  return `no ${nameOf(way)}: ${way.problem}`;
}

function wayText(way: Way, fromCurrency: string, toCurrency: string): string {
  const [gives, brings] = [way.gives, way.brings].map((amount) => amount.toSignificantDigits(DIGITS).toFixed());
  return `${nameOf(way)} ${gives} ${fromCurrency} to ${brings} ${toCurrency}`;
}

function nameOf({ kind, via }: Way | NoWay): string {
  return kind === 'path' ? `path over ${via.join(', ')}` : kind;
}
