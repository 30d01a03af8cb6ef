import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import type { Cell } from './alive.ts';
import { amountOfFigure, isZeroFigure, productOfFigures, roundedFigure, shareOfLimit, sumOfFigures } from './figures.ts';
import type { Status } from './status.ts';

export type Limit = ControlReply<'limits.list'>[number];

/** What the positions of all strategies are worth, whatever their side, by quote currency. Undefined worth: no book tells it. */
export interface PositionsWorth {
  readonly currency: string;
  readonly worth: string;
  /** Markets with a position and without a mid. */
  readonly unvalued: readonly string[];
}

/** By quote currency, without those of strategies that hold nothing. */
export function positionsWorth({ strategies, markets }: Pick<Status, 'strategies' | 'markets'>): readonly PositionsWorth[] {
  const currencies = [...new Set(strategies.map(({ symbol }) => quoteOf(symbol)))];
  return currencies.map((currency) => {
    const held = strategies.filter(({ symbol, position }) => quoteOf(symbol) === currency && !isZeroFigure(position));
    const midOf = (symbol: string): string | undefined => markets.find((market) => market.symbol === symbol)?.mid;
    const values = held.flatMap(({ symbol, position }) => {
      const mid = midOf(symbol);
      return mid === undefined ? [] : [productOfFigures(amountOfFigure(position), mid)];
    });
    const unvalued = held.flatMap(({ symbol }) => (midOf(symbol) === undefined ? [symbol] : []));
    return { currency, worth: sumOfFigures(values), unvalued };
  });
}

/** `3,491.69 EUR and 20.00 USD`; says where a book is missing. Empty where nothing is held. */
export function worthText(all: readonly PositionsWorth[]): string {
  return all
    .filter(({ worth, unvalued }) => !isZeroFigure(worth) || unvalued.length > 0)
    .map(
      ({ worth, currency, unvalued }) =>
        `${roundedFigure(worth, 2)} ${currency}${unvalued.length > 0 ? ` and ${unvalued.join(', ')}` : ''}`,
    )
    .join(' and ');
}

export function quoteOf(symbol: string): string {
  return symbol.slice(symbol.indexOf('/') + 1);
}

export function baseOf(symbol: string): string {
  return symbol.slice(0, symbol.indexOf('/'));
}

const LIMIT_NAMES: Readonly<Record<string, string>> = {
  'risk.maxExposure': 'Exposure',
  'risk.maxDailyLoss': 'Loss today',
  'risk.maxOpenValue': 'Open orders, value',
  'risk.maxTurnover': 'Turnover today',
  'risk.maxOpenOrders': 'Open orders',
  'risk.maxOrdersPerMinute': 'Orders in a minute',
};

/** What a limit is called on the page; the name of its setting where it has no other. */
export function limitName(limit: string): string {
  return Object.hasOwn(LIMIT_NAMES, limit) ? LIMIT_NAMES[limit]! : limit;
}

/** Where there is little room. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'risk.maxOpenValue': 'open value',
  'risk.maxTurnover': 'turnover',
  'risk.maxOrdersPerMinute': 'orders/min',
};

function shortName(limit: string): string {
  return Object.hasOwn(SHORT_NAMES, limit) ? SHORT_NAMES[limit]! : limitName(limit).toLowerCase();
}

/** The limits of which a use is known, in their order. */
export function usedLimits(limits: readonly Limit[]): readonly (Limit & { readonly used: string; readonly most: string })[] {
  return limits.flatMap(({ used, most, ...limit }) => (used === undefined || most === undefined ? [] : [{ ...limit, used, most }]));
}

/** The age in milliseconds from which on a book is too old; what it is by default before the daemon has told. */
export function staleAfter(limits: readonly Limit[] | undefined): number {
  return Number(limits?.find(({ limit }) => limit === 'risk.staleAfter')?.most ?? 5000);
}

/** From this share of a limit on, it asks for a look. */
const NOTCH = 80;

/**
 * The cell of the bar: the exposure if it is limited, and else what the positions are worth; then the fullest limit. A limit that asks
 * for a look comes first, so that the sign stands beside its cause.
 */
export function riskCell(limits: readonly Limit[] | undefined, status: Status | undefined): Cell {
  if (limits === undefined || status === undefined) return { kind: 'plain', sign: '○', word: '–', first: 'not told yet', second: '' };
  const exposure = limits.find(({ limit }) => limit === 'risk.maxExposure');
  const amount = atRiskText(exposure, positionsWorth(status)[0]);
  const share =
    exposure?.used === undefined || exposure.most === undefined
      ? 'in positions'
      : `${wholePercent(shareOfLimit(exposure.used, exposure.most))} of limit`;
  const shares = usedLimits(limits).map(({ limit, used, most }) => ({ limit, share: shareOfLimit(used, most) }));
  const fullest = shares.toSorted((a, b) => b.share - a.share)[0];
  const use = fullest === undefined ? 'no limit is set' : `${shortName(fullest.limit)} ${wholePercent(fullest.share)}`;
  return fullest !== undefined && fullest.share >= NOTCH
    ? { kind: 'call', sign: '▲', word: use, first: amount, second: share }
    : { kind: 'plain', sign: '', word: amount, first: share, second: use };
}

function atRiskText(exposure: Limit | undefined, worth: PositionsWorth | undefined): string {
  if (exposure !== undefined) return exposure.used === undefined ? 'unknown' : `${roundedFigure(exposure.used, 0)} ${exposure.unit}`;
  if (worth === undefined) return 'Nothing';
  return worth.unvalued.length > 0 ? 'unknown' : `${roundedFigure(worth.worth, 0)} ${worth.currency}`;
}

function wholePercent(share: number): string {
  // The sign stays beside its number where the line is broken.
  return `${Math.round(share)}\u00A0%`;
}
