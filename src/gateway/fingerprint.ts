import { dec, type Decimal } from '../base/decimal.ts';
import type { Quote } from '../model/conversion.ts';
import type { Side } from '../model/grid.ts';
import type { OrderType } from '../model/order.ts';

/** What an order is known by, since the venue takes no id of ours. */
export interface OrderShape {
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly amount: Decimal;
  /** Absent for a market order. */
  readonly price: Decimal | undefined;
}

/** The shape of an order in one canonical text: exact decimals without trailing zeros. */
export function orderFingerprint({ symbol, side, type, amount, price }: OrderShape): string {
  return [symbol, side, type, amount.toFixed(), price?.toFixed() ?? 'market'].join(' ');
}

/** The inverse of `orderFingerprint`. */
export function orderShapeOf(fingerprint: string): OrderShape {
  const [symbol, side, type, amount, price] = fingerprint.split(' ') as [string, Side, OrderType, string, string];
  return { symbol, side, type, amount: dec(amount), price: price === 'market' ? undefined : dec(price) };
}

/** The shape of a conversion: its currencies and both amounts. */
export function conversionFingerprint(fromCurrency: string, toCurrency: string, fromAmount: Decimal, toAmount: Decimal): string {
  return [fromCurrency, toCurrency, fromAmount.toFixed(), toAmount.toFixed()].join(' ');
}

/** The inverse of `conversionFingerprint`. */
export function conversionShapeOf(fingerprint: string): Pick<Quote, 'fromCurrency' | 'toCurrency' | 'fromAmount' | 'toAmount'> {
  const [fromCurrency, toCurrency, fromAmount, toAmount] = fingerprint.split(' ') as [string, string, string, string];
  return { fromCurrency, toCurrency, fromAmount: dec(fromAmount), toAmount: dec(toAmount) };
}
