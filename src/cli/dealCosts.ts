import { type Decimal, dec, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Arrival } from '../daemon/arrival.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import { currenciesOf } from '../model/pair.ts';

/** A deal that was decided at once, or a worked order: what it gave and brought, all-in, and what was known by then. */
export interface Deal {
  readonly strategy: string;
  readonly at: Instant;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly gave: Decimal;
  readonly brought: Decimal;
  readonly arrival: Arrival;
}

/** How a deal was done: taken from the book or by a quote, by an order that rested, or by a worked order. */
export type DealKind = 'taken' | 'rested' | 'worked';

export type Grouping = 'strategy' | 'size' | 'hour' | 'order';

/** What the deals of one group and direction came to. In basis points of what they would have brought; above 0 is lost, below 0 won. */
export interface DealCosts {
  readonly group: string;
  readonly kind: DealKind;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly deals: number;
  readonly gave: Decimal;
  readonly brought: Decimal;
  /** Against the middle of the book when it was decided, against the quote and against the book. Undefined where none was known. */
  readonly toMid: Decimal | undefined;
  readonly toQuote: Decimal | undefined;
  readonly toBook: Decimal | undefined;
}

const BPS = 10_000;
const PLACES = 2;

/** The deals of which it was kept what was known, with what their fills and conversions came to. Oldest first. */
export function dealsOf(
  arrivals: Readonly<Record<string, string>>,
  fills: readonly Fill[],
  conversions: readonly Conversion[],
): readonly Deal[] {
  const deals = new Map<string, Deal>();
  const add = (intentId: string | undefined, strategy: string | undefined, gave: Decimal, brought: Decimal, fillId?: string): void => {
    const text = keptOf(arrivals, intentId, fillId);
    if (text === undefined) return;
    const arrival = JSON.parse(text) as Arrival;
    const { at, fromCurrency, toCurrency } = arrival;
    // The parts of a worked order are one deal, and so is what an order has executed at one price that was decided.
    const key = arrival.order ?? `${intentId} ${at} ${arrival.rested}`;
    const before = deals.get(key) ?? { strategy: strategy ?? '', at, fromCurrency, toCurrency, arrival, gave: ZERO, brought: ZERO };
    deals.set(key, { ...before, gave: before.gave.plus(gave), brought: before.brought.plus(brought) });
  };
  for (const { intentId, strategy, fromAmount, toAmount } of conversions) add(intentId, strategy, fromAmount, toAmount);
  for (const { id, intentId, strategy, symbol, side, price, amount, fee, feeCurrency } of fills) {
    const { base, quote } = currenciesOf(symbol)!;
    const value = price.times(amount);
    const [from, to, gave, brought] = side === 'Sell' ? [base, quote, amount, value] : [quote, base, value, amount];
    add(intentId, strategy, feeCurrency === from ? gave.plus(fee) : gave, feeCurrency === to ? brought.minus(fee) : brought, id);
  }
  return [...deals.values()].filter(({ gave }) => gave.gt(0)).sort((a, b) => a.at - b.at);
}

/** How many of our executions and conversions have no arrival, so that nothing can be said of them. */
export function withoutArrival(
  arrivals: Readonly<Record<string, string>>,
  fills: readonly Fill[],
  conversions: readonly Conversion[],
): number {
  const unknownFills = fills.filter(({ intentId, id }) => keptOf(arrivals, intentId, id) === undefined);
  return unknownFills.length + conversions.filter(({ intentId }) => keptOf(arrivals, intentId, undefined) === undefined).length;
}

function keptOf(arrivals: Readonly<Record<string, string>>, ...ids: readonly (string | undefined)[]): string | undefined {
  const known = ids.find((id) => id !== undefined && Object.hasOwn(arrivals, id));
  return known === undefined ? undefined : arrivals[known];
}

/** What the deals cost, by group and direction, those that gave most first within a group. */
export function dealCosts(deals: readonly Deal[], by: Grouping): readonly DealCosts[] {
  const groups = new Map<string, Deal[]>();
  for (const deal of deals) {
    const key = `${groupOf(deal, by)}\n${deal.fromCurrency}\n${deal.toCurrency}\n${kindOf(deal)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [deal]);
    else group.push(deal);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => costsOf(group, by));
}

function costsOf(deals: readonly Deal[], by: Grouping): DealCosts {
  const first = deals[0]!;
  const { fromCurrency, toCurrency } = first;
  return {
    group: groupOf(first, by),
    kind: kindOf(first),
    fromCurrency,
    toCurrency,
    deals: deals.length,
    gave: sumOf(deals, ({ gave }) => gave),
    brought: sumOf(deals, ({ brought }) => brought),
    toMid: lossOf(deals, 'mid'),
    toQuote: lossOf(deals, 'quote'),
    toBook: lossOf(deals, 'book'),
  };
}

function kindOf({ arrival: { order, rested } }: Deal): DealKind {
  if (order !== undefined) return 'worked';
  return rested === true ? 'rested' : 'taken';
}

/** What is missing of what the rates that were known would have brought, over the deals that have one. */
function lossOf(deals: readonly Deal[], of: 'mid' | 'quote' | 'book'): Decimal | undefined {
  const known = deals.filter(({ arrival }) => arrival[of] !== undefined);
  if (known.length === 0) return undefined;
  const expected = sumOf(known, ({ gave, arrival }) => gave.times(dec(arrival[of]!)));
  const brought = sumOf(known, (deal) => deal.brought);
  return expected.minus(brought).div(expected).times(BPS).toDecimalPlaces(PLACES);
}

/** The size is that of what was given, by its power of ten. What is no worked order has no order. */
function groupOf({ strategy, at, gave, fromCurrency, arrival }: Deal, by: Grouping): string {
  if (by === 'order') return arrival.order ?? '';
  if (by === 'strategy') return strategy;
  if (by === 'hour') return `${String(new Date(at).getUTCHours()).padStart(2, '0')}:00`;
  const from = dec(10).pow(Math.floor(gave.log(10).toNumber()));
  return `${from} to ${from.times(10)} ${fromCurrency}`;
}

function sumOf(deals: readonly Deal[], of: (deal: Deal) => Decimal): Decimal {
  return deals.map(of).reduce((sum, amount) => sum.plus(amount), ZERO);
}
