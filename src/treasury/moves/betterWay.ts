import { type Decimal, maxDecimal } from '../../base/decimal.ts';
import type { BookLeg, SeenMarket } from '../../engine/execution/bookLeg.ts';
import { collarTicks } from '../../engine/execution/collarPrice.ts';
import { compareWays, type Way, type WayKind } from '../../engine/execution/compareWays.ts';
import type { ExecutionSettings } from '../../engine/execution/executionSettings.ts';
import { comparedText } from '../../engine/execution/wayText.ts';
import type { Quote } from '../../model/conversion.ts';
import { priceOf, type Side, ticksOf } from '../../model/grid.ts';
import type { MoveRow } from '../../model/move.ts';

/** A limit order that takes what rests in a book. */
export interface BookOrder {
  readonly symbol: string;
  readonly side: Side;
  readonly amount: Decimal;
  readonly price: Decimal;
}

export interface ByBook {
  readonly by: 'book';
  readonly order: BookOrder;
  /** What each way would give, in words. */
  readonly compared: string;
}

/** How a conversion is made. */
export type BetterWay = { readonly by: 'quote' } | ByBook;

/**
 * Whether a conversion brings more by its quote or by the book, fee and steps of the market included. The order's price is
 * never worse than the quote, nor than the limits of the row, and never takes more than the row has. `quote`: in words where there is none that would do.
 */
export function betterWay(
  { currency, amount, target, conversion }: MoveRow,
  quote: Quote | string,
  market: SeenMarket,
  settings: ExecutionSettings,
): BetterWay {
  const { exact, toAmount } = conversion!;
  const worstRate = toAmount.div(amount);
  const asked = { fromCurrency: currency, toCurrency: target!, worstRate, quote, quoteLeftMs: 0, markets: [market], via: undefined };
  const size = exact === 'from' ? { fromAmount: amount } : { toAmount };
  const compared = compareWays({ ...asked, size, ...settings });
  const best = compared.possible.find(isWhole);
  if (best?.kind !== 'book') return { by: 'quote' };
  const least = typeof quote === 'string' ? worstRate : maxDecimal(worstRate, quote.toAmount.div(quote.fromAmount));
  const order = orderOf(best, market, amount, { ...settings, leastRate: least });
  if (order === undefined) return { by: 'quote' };
  const looked = { possible: compared.possible.filter(isWhole), impossible: compared.impossible.filter(isWhole) };
  return { by: 'book', order, compared: comparedText(looked, currency, target!) };
}

/** In one step: a second one may never come. */
function isWhole({ kind }: { readonly kind: WayKind }): boolean {
  return kind === 'quote' || kind === 'book';
}

/** Undefined when no price of the grid keeps to it all. */
function orderOf(
  { legs: [leg] }: Way,
  { pair: { grid } }: SeenMarket,
  most: Decimal,
  limits: ExecutionSettings & { readonly leastRate: Decimal },
): BookOrder | undefined {
  const { symbol, side, amount, worstPrice } = leg as BookLeg;
  const collar = collarTicks(grid, side, worstPrice, limits);
  const ticks = side === 'Sell' ? collar : Math.min(collar, ticksOf(grid, most.div(amount), 'down'));
  if (ticks < 1 || (side === 'Sell' && amount.gt(most))) return undefined;
  return { symbol, side, amount, price: priceOf(grid, ticks) };
}
