import { Decimal, ZERO } from '../base/decimal.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import type { Pair } from '../model/pair.ts';

/**
 * What a strategy has bought and sold of one pair. Amounts and flows are exact; the average and the realised profit come of
 * divisions and are good to 40 digits. `realised + unrealised - fees` is what the trading changed.
 */
export interface Position {
  /** In base currency; below zero when more was sold than bought since the beginning. Fees in base are taken off. */
  readonly amount: Decimal;
  /** What the amount cost, in quote currency; its sign is that of the amount. */
  readonly cost: Decimal;
  /** Cost for one unit; undefined without a position. */
  readonly averagePrice: Decimal | undefined;
  /** Profit of what was closed, before fees, in quote currency. */
  readonly realised: Decimal;
  /** Fees in base or quote, in quote currency at cost. Those in a third currency stand in `otherFees`. */
  readonly fees: Decimal;
  readonly otherFees: Readonly<Record<string, Decimal>>;
  /** What came in of the quote currency less what went out, exactly, fees included. */
  readonly quoteFlow: Decimal;
  readonly fills: number;
}

export const NO_POSITION: Position = {
  amount: ZERO,
  cost: ZERO,
  averagePrice: undefined,
  realised: ZERO,
  fees: ZERO,
  otherFees: {},
  quoteFlow: ZERO,
  fills: 0,
};

/** One side of trading: positive `amount` was bought, negative was sold. */
interface Trade {
  readonly amount: Decimal;
  /** Quote currency for all of it, positive. */
  readonly value: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: string;
}

export function positionAfterFill(position: Position, pair: Pair, fill: Fill): Position {
  return positionAfter(position, pair, {
    amount: fill.side === 'Buy' ? fill.amount : fill.amount.negated(),
    value: fill.price.times(fill.amount),
    fee: fill.fee,
    feeCurrency: fill.feeCurrency,
  });
}

/** A conversion between the pair's two currencies counts as a trade; any other leaves the position alone. */
export function positionAfterConversion(position: Position, pair: Pair, conversion: Conversion): Position {
  const { fromCurrency, toCurrency, fromAmount, toAmount } = conversion;
  if (fromCurrency === pair.quote && toCurrency === pair.base) {
    return positionAfter(position, pair, { amount: toAmount, value: fromAmount, fee: ZERO, feeCurrency: pair.quote });
  }
  if (fromCurrency === pair.base && toCurrency === pair.quote) {
    return positionAfter(position, pair, { amount: fromAmount.negated(), value: toAmount, fee: ZERO, feeCurrency: pair.quote });
  }
  return position;
}

/** What the open amount would bring at `price`, less its cost. */
export function unrealisedOf(position: Position, price: Decimal): Decimal {
  return position.amount.times(price).minus(position.cost);
}

function positionAfter(position: Position, pair: Pair, trade: Trade): Position {
  const bought = trade.amount.gt(0);
  const signedValue = bought ? trade.value : trade.value.negated();
  let { amount, cost, realised, fees, otherFees, quoteFlow } = position;

  const opens = amount.isZero() || amount.isPositive() === bought;
  if (opens) {
    cost = cost.plus(signedValue);
  } else if (trade.amount.abs().lte(amount.abs())) {
    const share = cost.times(trade.amount.abs()).div(amount.abs());
    realised = realised.plus(share.negated().minus(signedValue));
    cost = cost.minus(share);
  } else {
    // It closes the whole position and opens one on the other side with the rest.
    const closing = signedValue.times(amount.abs()).div(trade.amount.abs());
    realised = realised.plus(cost.negated().minus(closing));
    cost = signedValue.minus(closing);
  }
  amount = amount.plus(trade.amount);
  quoteFlow = quoteFlow.minus(signedValue);

  if (trade.feeCurrency === pair.quote) {
    fees = fees.plus(trade.fee);
    quoteFlow = quoteFlow.minus(trade.fee);
  } else if (trade.feeCurrency === pair.base) {
    // The fee leaves the position at what it cost.
    const price = trade.value.div(trade.amount.abs());
    const atCost = amount.isZero() ? price.times(trade.fee) : cost.div(amount).times(trade.fee);
    fees = fees.plus(atCost);
    cost = amount.isZero() ? atCost.negated() : cost.minus(atCost);
    amount = amount.minus(trade.fee);
  } else if (!trade.fee.isZero()) {
    otherFees = { ...otherFees, [trade.feeCurrency]: (otherFees[trade.feeCurrency] ?? ZERO).plus(trade.fee) };
  }
  if (amount.isZero()) cost = new Decimal(0);
  return {
    amount,
    cost,
    averagePrice: amount.isZero() ? undefined : cost.div(amount),
    realised,
    fees,
    otherFees,
    quoteFlow,
    fills: position.fills + 1,
  };
}
