import { type Decimal, ONE } from '../../base/decimal.ts';
import { midPriceOf, priceOf } from '../../model/grid.ts';
import { DEFAULT_EXECUTION } from '../execution/executionSettings.ts';
import type { EngineState } from '../engineState.ts';
import type { Market } from '../market.ts';
import { BUY } from '../../model/side.ts';
import type { Leg } from './deskOrder.ts';
import type { ArrivalBook } from './work.ts';

/** The book as a worked order finds it, and the walk that would take all of it at once. */
export function arrivalOf({ order, side }: Leg, lots: number): ArrivalBook {
  const { market } = order;
  const levels = side === BUY ? market.book!.asks : market.book!.bids;
  let walked = 0;
  let worth = 0;
  for (let i = levels.start; i < levels.start + levels.length && walked < lots; i++) {
    const taken = Math.min(levels.lots[i]!, lots - walked);
    walked += taken;
    worth += taken * levels.ticks[i]!;
  }
  return { twoMids: market.twoMids, lots, walked, worth };
}

/** The average price of the walk, exact to the last digit of the division. Undefined where the polled levels did not hold all of it. */
export function atOncePrice({ pair }: Market, { lots, walked, worth }: ArrivalBook): Decimal | undefined {
  return walked < lots || walked === 0 ? undefined : priceOf(pair.grid, BigInt(worth)).div(walked);
}

export function arrivalMid({ pair }: Market, { twoMids }: ArrivalBook): Decimal {
  return midPriceOf(pair.grid, twoMids, 0);
}

/** Tells of parts that are about to be sent or were sent by an earlier life, with what one unit given would have brought when their order arrived. */
export function tellParts(leg: Leg, intentIds: readonly string[], { sink, settings }: EngineState): void {
  const { market, id, placedAt, work } = leg.order;
  const arrival = work?.state.arrival;
  if (!sink.hearsNotices || arrival === undefined) return;
  const { takerFee } = settings.execution ?? DEFAULT_EXECUTION;
  const isBuy = leg.side === BUY;
  const { base, quote: quoted } = market.pair;
  const [fromCurrency, toCurrency] = isBuy ? [quoted, base] : [base, quoted];
  const rateOf = (price: Decimal): Decimal => (isBuy ? ONE.div(price) : price);
  const mid = rateOf(arrivalMid(market, arrival));
  const atOnce = atOncePrice(market, arrival);
  const book = atOnce && rateOf(atOnce).times(ONE.minus(takerFee));
  const of = { id, at: placedAt, mid, fromCurrency, toCurrency };
  for (const intentId of intentIds) sink.notice({ type: 'leg', intentId, quote: undefined, book, of });
}
