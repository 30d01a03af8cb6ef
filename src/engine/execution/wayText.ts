import type { Compared, NoWay, Way } from './compareWays.ts';

const DIGITS = 12;

/** What each way would give, in one line: `book 600 EUR to 0.00998 BTC; no quote: …`. */
export function comparedText({ possible, impossible }: Compared, fromCurrency: string, toCurrency: string): string {
  const found = possible.map((way) => wayText(way, fromCurrency, toCurrency));
  return [...found, ...impossible.map((way) => `no ${nameOf(way)}: ${way.problem}`)].join('; ');
}

function wayText(way: Way, fromCurrency: string, toCurrency: string): string {
  const [gives, brings] = [way.gives, way.brings].map((amount) => amount.toSignificantDigits(DIGITS).toFixed());
  return `${nameOf(way)} ${gives} ${fromCurrency} to ${brings} ${toCurrency}`;
}

function nameOf({ kind, via }: Way | NoWay): string {
  return kind === 'path' ? `path over ${via.join(', ')}` : kind;
}
