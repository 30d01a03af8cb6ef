import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import { momentText, spanText } from './ageText.ts';
import { differenceOfFigures, isZeroFigure, sumOfFigures } from './figures.ts';

export type Equity = ControlReply<'equity.series'>;

interface TextPoint {
  readonly at: number;
  readonly text: string;
}

/** What the page shows of one currency's worth in a range of time. All figures are exact texts. */
export interface EquityView {
  readonly currency: string;
  readonly last: string;
  /** The last worth less the first one. */
  readonly change: string;
  /** What the strategies of this currency earned in the range. */
  readonly byStrategies: string;
  /** The rest: the market, deposits, withdrawals. */
  readonly byTheRest: string;
  readonly worth: readonly TextPoint[];
  /** How far below its highest so far it came until the next point, as figures of 0 or less. */
  readonly fall: readonly TextPoint[];
  readonly deepestFall: string;
}

/** The currencies in which something is worth something. */
export function equityCurrencies({ points }: Equity): readonly string[] {
  return Object.keys(points.at(-1)?.worth ?? {});
}

/** Undefined when there is no point of it. */
export function equityView({ points, deepestFall }: Equity, currency: string): EquityView | undefined {
  const within = points.filter(({ worth }) => worth[currency] !== undefined);
  const [first, last] = [within[0], within.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const worth = within.map(({ at, worth: all }) => ({ at, text: all[currency]! }));
  const change = differenceOfFigures(last.worth[currency]!, first.worth[currency]!);
  const byStrategies = differenceOfFigures(profitIn(last.profit, currency), profitIn(first.profit, currency));
  return {
    currency,
    last: last.worth[currency]!,
    change,
    byStrategies,
    byTheRest: differenceOfFigures(change, byStrategies),
    worth,
    fall: within.map(({ at, fall }) => ({ at, text: belowText(fall[currency]) })),
    deepestFall: belowText(deepestFall[currency]),
  };
}

/**
 * How close its points are, and of when the figures are. A row of an earlier version holds one value alone, so only of those may a fall between two
 * points be missing.
 */
export function apartText({ everyMs, points }: Pick<Equity, 'everyMs' | 'points'>, now: number): string {
  const last = points.at(-1);
  const told =
    last === undefined ? '' : ` The figures above are of the last one, ${momentText(last.at, now)} UTC; other panels may be newer.`;
  return `Its points are ${spanText(everyMs)} apart; falls between them count.${told}`;
}

/** The profit of the strategies whose pair is quoted in the currency. */
function profitIn(profit: Readonly<Record<string, string>>, currency: string): string {
  return sumOfFigures(Object.entries(profit).flatMap(([name, value]) => (name.endsWith(`/${currency}`) ? value : [])));
}

function belowText(fall: string | undefined): string {
  return fall === undefined || isZeroFigure(fall) ? '0' : `-${fall}`;
}
