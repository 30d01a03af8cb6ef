import { amountOfFigure, sumOfFigures } from './figures.ts';

export interface BookRow {
  readonly price: string;
  readonly amount: string;
  /** From the touch to here. */
  readonly sum: string;
  /** The length of the bar, 0 to 100: the sum as a share of the deepest sum on both sides. */
  readonly depth: number;
  readonly isOwn: boolean;
}

type Level = readonly [price: string, amount: string];

/** Levels with their sums, best first, as many as are shown. */
export function bookRows(
  bids: readonly Level[],
  asks: readonly Level[],
  ownPrices: readonly string[],
  most: number,
): { readonly bids: readonly BookRow[]; readonly asks: readonly BookRow[] } {
  const own = new Set(ownPrices.map(plainPrice));
  const [below, above] = [summed(bids.slice(0, most)), summed(asks.slice(0, most))];
  // A share in tenths of a percent is enough for a bar.
  const deepest = Math.max(1e-300, ...[...below, ...above].map(({ sum }) => Number(sum)));
  const rows = (levels: ReturnType<typeof summed>): BookRow[] =>
    levels.map((level) => {
      return { ...level, depth: Math.round((Number(level.sum) / deepest) * 1000) / 10, isOwn: own.has(plainPrice(level.price)) };
    });
  return { bids: rows(below), asks: rows(above) };
}

function summed(levels: readonly Level[]): { readonly price: string; readonly amount: string; readonly sum: string }[] {
  let sum = '0';
  return levels.map(([price, amount]) => {
    sum = sumOfFigures([sum, amount]);
    return { price, amount, sum };
  });
}

/** The price without zeros at its end, so that `1.50` and `1.5` are one. */
function plainPrice(price: string): string {
  return price.includes('.') ? price.replace(/\.?0+$/, '') : price;
}

/** The spread, and in hundredths of a percent of the mid; undefined where a side is empty. */
export function spreadOf(bids: readonly Level[], asks: readonly Level[]): { readonly spread: string; readonly bps: string } | undefined {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  if (bid === undefined || ask === undefined) return undefined;
  const spread = sumOfFigures([ask, `-${amountOfFigure(bid)}`]);
  const bps = (Number(spread) / ((Number(ask) + Number(bid)) / 2)) * 10_000;
  return { spread, bps: bps.toFixed(1) };
}
