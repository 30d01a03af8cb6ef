import { type Decimal, dec } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Book } from '../model/book.ts';
import type { RiskyCommand } from '../gateway/lastGate.ts';
import { amountOf, bigLotsOf, bigTicksOf, priceOf } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';

/** The orders that a probe may place, before it places any. */
export interface ProbePlan {
  readonly pair: Pair;
  readonly bestBid: Decimal;
  /** The price of the first order; each further one is a few ticks lower, so that each can be told from the others. */
  readonly price: Decimal;
  /** The smallest amount that the pair takes. */
  readonly amount: Decimal;
}

/** At most so many orders are placed, and so many of them are open at a time. */
export const MOST_ORDERS = 12;
export const MOST_OPEN = 3;
export const MOST_REPLACEMENTS = 3;

/** A buy at half the best bid is far enough that nobody meets it. */
const SHARE_OF_BID = dec('0.5');
/** No request of the probe may ask for a price above this share of the best bid, whatever it was made from. */
const MOST_SHARE = dec('0.6');
const TICKS_APART = 10;

/** Throws a `Fault` `usage` when the pair or its book don't allow it. */
export function probePlan(pair: Pair, book: Book, amount: Decimal | undefined): ProbePlan {
  const { grid, symbol, minVolume } = pair;
  if (book.bids.length === 0)
    throw new Fault('usage', `${symbol} has no bid to stay away from`, { suggestion: 'name another pair with --symbol' });
  const bestBid = priceOf(grid, book.bids.bestTicks);
  const price = priceOf(grid, bigTicksOf(grid, bestBid.times(SHARE_OF_BID), 'down'));
  if (price.lte(grid.tick.times(2 * TICKS_APART * MOST_ORDERS)))
    throw new Fault('usage', `half the best bid of ${symbol} is ${price}, too few ticks to place orders apart`, {
      suggestion: 'name another pair with --symbol',
    });
  const least = amountOf(grid, bigLotsOf(grid, minVolume, 'up'));
  const smallest = least.gt(0) ? least : grid.lot;
  if (
    amount !== undefined &&
    (amount.lt(smallest) || amount.gt(pair.maxVolume) || !amountOf(grid, bigLotsOf(grid, amount, 'down')).eq(amount))
  )
    throw new Fault('usage', `--amount: expected a multiple of ${grid.lot} from ${smallest} to ${pair.maxVolume}, not ${amount}`);
  return { pair, bestBid, price, amount: amount ?? smallest };
}

/** The price of the order with this number. */
export function priceAt({ pair, price }: ProbePlan, number: number): Decimal {
  return price.minus(pair.grid.tick.times(TICKS_APART * number));
}

/**
 * The last check of what a probe sends: nothing but limit buys of this pair, of about this amount and far below the market. It looks at nothing but
 * the command.
 */
export function reasonAgainst({ pair, amount, bestBid }: ProbePlan, command: RiskyCommand): string | undefined {
  if (command.type !== 'place' && command.type !== 'replace') return `a probe sends no ${command.type}`;
  const { symbol, side, price } = command;
  if (symbol !== pair.symbol || side !== 'Buy') return `a probe buys ${pair.symbol}, and this is a ${side} of ${symbol}`;
  if (price === undefined || price.gt(bestBid.times(MOST_SHARE)))
    return `a probe stays far below the best bid ${bestBid}, and this is at ${price ?? 'the market'}`;
  const most = amount.plus(pair.grid.lot);
  return command.amount.gt(most) ? `a probe orders at most ${most}, and this is ${command.amount}` : undefined;
}

/** What is placed, in words for a person who has to agree. */
export function planText({ pair, price, amount, bestBid }: ProbePlan): string {
  const value = price.times(amount);
  return (
    `at most ${MOST_ORDERS} orders to buy ${amount} ${pair.symbol} at ${price} or less (the best bid is ${bestBid}), each worth ${value} ${pair.quote}, ` +
    `at most ${MOST_OPEN} open at a time, at most ${MOST_REPLACEMENTS} replacements, and each order canceled`
  );
}
