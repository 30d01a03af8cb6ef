/** Why the exchange refused a request. Nothing has changed then. */
export interface ExchangeRefusal {
  readonly type: 'refused';
  readonly code: RefusalCode;
  readonly message: string;
  /** The parameter at fault, if there is one. */
  readonly field?: 'symbol' | 'amount' | 'price' | undefined;
}

export type RefusalCode =
  | 'symbol-unknown'
  | 'amount-below-minimum'
  | 'amount-above-maximum'
  | 'amount-off-step'
  | 'price-off-grid'
  | 'price-required'
  | 'insufficient-balance'
  | 'self-trade'
  | 'no-liquidity'
  | 'too-many-orders'
  | 'order-not-found'
  | 'order-already-filled';

export function refuse(code: RefusalCode, message: string, field?: ExchangeRefusal['field']): ExchangeRefusal {
  return { type: 'refused', code, message, field };
}
