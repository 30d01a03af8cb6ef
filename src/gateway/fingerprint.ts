import { dec, type Decimal } from '../base/decimal.ts';
import type { Side } from '../model/grid.ts';
import type { OrderType } from '../model/order.ts';

/** The shape of an order in one canonical text: exact decimals without trailing zeros. */
export function orderFingerprint(symbol: string, side: Side, type: OrderType, amount: Decimal, price: Decimal | undefined): string {
  return [symbol, side, type, amount.toFixed(), price?.toFixed() ?? 'market'].join(' ');
}

/** The shape of a conversion. */
export function conversionFingerprint(fromCurrency: string, toCurrency: string, fromAmount: Decimal, toAmount: Decimal): string {
  return [fromCurrency, toCurrency, fromAmount.toFixed(), toAmount.toFixed()].join(' ');
}

export interface OrderShape {
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly amount: Decimal;
  readonly price: Decimal | undefined;
}

/** The inverse of `orderFingerprint`. */
export function orderShapeOf(fingerprint: string): OrderShape {
  const [symbol, side, type, amount, price] = fingerprint.split(' ') as [string, Side, OrderType, string, string];
  return { symbol, side, type, amount: dec(amount), price: price === 'market' ? undefined : dec(price) };
}
