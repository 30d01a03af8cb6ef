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

/** The same of an order that was found: side and type in the venue's own words. */
export type FoundShape = Readonly<Record<'symbol' | 'side' | 'type', string>> & Pick<OrderShape, 'amount'>;

/** The shape of an order in one canonical text: exact decimals without trailing zeros. */
export function orderFingerprint(shape: OrderShape): string {
  return `${fingerprintUpToPrice(shape)}${shape.price?.toFixed() ?? 'market'}`;
}

/** What the fingerprints of all orders that differ in price alone begin with. */
export function fingerprintUpToPrice({ symbol, side, type, amount }: FoundShape): string {
  return `${[symbol, side, type, amount.toFixed()].join(' ')} `;
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
