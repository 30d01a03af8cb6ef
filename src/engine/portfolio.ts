import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import { currenciesOf } from '../model/pair.ts';
import type { PositionEntry } from '../model/positionEntry.ts';

/**
 * What a strategy has bought and sold of one pair, with what it began with and what a person has entered. Amounts and flows are exact. The average, the cost and the profit come from
 * divisions and are good to 40 digits. `realised` plus the unrealised profit is what the trading has earned, apart from `otherFees`.
 */
export interface Position {
  /** In base currency, with fees in base taken off. Below zero when more was sold than bought since the beginning. */
  readonly amount: Decimal;
  /** What the amount cost, in quote currency. It has the sign of the amount. */
  readonly cost: Decimal;
  /** The cost of one unit. Undefined without a position. */
  readonly averagePrice: Decimal | undefined;
  /** Profit of what was closed, before fees, in quote currency. */
  readonly gross: Decimal;
  /** Fees paid in base or quote, in quote currency; those in base at cost. Fees in a third currency are in `otherFees`. */
  readonly fees: Decimal;
  /** Profit of what was closed, after fees: `gross` less `fees`. */
  readonly realised: Decimal;
  readonly otherFees: Readonly<Record<string, Decimal>>;
  /** The quote currency received less that paid, including fees. Exact. */
  readonly quoteFlow: Decimal;
  readonly fills: number;
}

export const NO_POSITION: Position = {
  amount: ZERO,
  cost: ZERO,
  averagePrice: undefined,
  gross: ZERO,
  fees: ZERO,
  realised: ZERO,
  otherFees: {},
  quoteFlow: ZERO,
  fills: 0,
};

/** A trade. A positive `amount` was bought, a negative one was sold. */
interface Trade {
  readonly amount: Decimal;
  readonly price: Decimal;
  /** The quote currency for the whole amount, a positive number. */
  readonly value: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: string;
}

export function positionAfterFill(position: Position, fill: Fill): Position {
  return positionAfter(position, fill.symbol, {
    amount: fill.side === 'Buy' ? fill.amount : fill.amount.negated(),
    price: fill.price,
    value: fill.price.times(fill.amount),
    fee: fill.fee,
    feeCurrency: fill.feeCurrency,
  });
}

/** A conversion between the symbol's two currencies counts as a trade. Any other leaves the position alone. */
export function positionAfterConversion(position: Position, symbol: string, conversion: Conversion): Position {
  const { fromCurrency, toCurrency, fromAmount, toAmount } = conversion;
  // Without a fee, the price is not used.
  const trade = { price: ZERO, fee: ZERO, feeCurrency: '' };
  if (symbol === `${toCurrency}/${fromCurrency}`) return positionAfter(position, symbol, { ...trade, amount: toAmount, value: fromAmount });
  if (symbol === `${fromCurrency}/${toCurrency}`)
    return positionAfter(position, symbol, { ...trade, amount: fromAmount.negated(), value: toAmount });
  return position;
}

/** What is entered counts as a trade at its price. */
export function positionAfterEntry(position: Position, { symbol, amount, price }: PositionEntry): Position {
  return positionAfter(position, symbol, { amount, price, value: price.times(amount.abs()), fee: ZERO, feeCurrency: '' });
}

/** What the open amount would bring at `price`, less what it cost. */
export function unrealisedOf(position: Position, price: Decimal): Decimal {
  return position.amount.times(price).minus(position.cost);
}

/** A position without the values that follow from others. */
type Sums = Omit<Position, 'averagePrice' | 'realised' | 'fills'>;

function positionAfter(position: Position, symbol: string, trade: Trade): Position {
  return positionFrom({ ...withFee(withTrade(position, trade), symbol, trade), fills: position.fills + (trade.amount.isZero() ? 0 : 1) });
}

/** A position with the values that follow from its sums. */
export function positionFrom({ amount, cost, gross, fees, otherFees, quoteFlow, fills }: Sums & Pick<Position, 'fills'>): Position {
  let average: Decimal | undefined;
  return {
    amount,
    cost,
    // Few callers need it, and the division costs more than all the rest.
    get averagePrice() {
      if (average === undefined && !amount.isZero()) average = cost.div(amount);
      return average;
    },
    gross,
    fees,
    get realised() {
      return gross.minus(fees);
    },
    otherFees,
    quoteFlow,
    fills,
  };
}

function withTrade(position: Position, trade: Trade): Sums {
  const { amount, cost, gross, fees, otherFees } = position;
  const bought = trade.amount.gt(0);
  const signedValue = bought ? trade.value : trade.value.negated();
  const quoteFlow = position.quoteFlow.minus(signedValue);
  const after = { amount: amount.plus(trade.amount), cost, gross, fees, otherFees, quoteFlow };
  const size = trade.amount.abs();
  const opens = amount.isZero() || amount.isPositive() === bought;
  if (opens) return { ...after, cost: cost.plus(signedValue) };
  if (size.lte(amount.abs())) {
    const closed = size.eq(amount.abs()) ? cost : cost.times(size).div(amount.abs());
    return { ...after, gross: gross.minus(closed).minus(signedValue), cost: cost.minus(closed) };
  }
  // The trade closes the whole position and opens one on the other side with the rest.
  const closing = signedValue.times(amount.abs()).div(size);
  return { ...after, gross: gross.minus(cost).minus(closing), cost: signedValue.minus(closing) };
}

function withFee(position: Sums, symbol: string, { price, fee, feeCurrency }: Trade): Sums {
  if (fee.isZero()) return position;
  const { base, quote } = currenciesOf(symbol) ?? { base: '', quote: '' };
  const { amount, cost, fees, quoteFlow, otherFees } = position;
  if (feeCurrency === quote) return { ...position, fees: fees.plus(fee), quoteFlow: quoteFlow.minus(fee) };
  if (feeCurrency !== base) {
    return { ...position, otherFees: { ...otherFees, [feeCurrency]: (otherFees[feeCurrency] ?? ZERO).plus(fee) } };
  }
  // The fee leaves the position at the position's cost, or at the trade's price when there is no position.
  const each = amount.isZero() ? price : cost.div(amount);
  const atCost = fee.eq(amount) ? cost : each.times(fee);
  return { ...position, fees: fees.plus(atCost), cost: cost.minus(atCost), amount: amount.minus(fee) };
}
