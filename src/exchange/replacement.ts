import type { Decimal } from '../base/decimal.ts';
import type { Pair } from '../model/pair.ts';
import type { BookOrder } from './bookOrder.ts';
import { type ExchangeRefusal, refuse } from './exchangeRefusal.ts';
import { checkAmount, checkPrice } from './checkOrder.ts';

export interface Replacement {
  readonly amount: Decimal;
  /** Without it, the price stays the same. */
  readonly price: Decimal | undefined;
  /** What `amount` means: the amount that is open afterwards, or that plus what is already filled. */
  readonly amountIs: 'remaining' | 'total';
  /** Whether the order keeps its id, or ends and continues under a new one. */
  readonly id: 'keep' | 'new';
}

/** Price and open amount of an order after its replacement, or the rule that forbids it. */
export function replacementOf(pair: Pair, order: BookOrder, change: Replacement): { ticks: number; lots: number } | ExchangeRefusal {
  const amount = checkAmount(pair, change.amount);
  if (typeof amount !== 'number') return amount;
  const ticks = change.price === undefined ? order.ticks : checkPrice(pair, change.price);
  if (typeof ticks !== 'number') return ticks;
  const lots = change.amountIs === 'total' ? amount - order.filledLots : amount;
  return lots > 0 ? { ticks, lots } : refuse('order-already-filled', 'as much as that is filled already', 'amount');
}
