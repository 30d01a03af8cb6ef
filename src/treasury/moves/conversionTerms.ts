import { Decimal, ONE } from '../../base/decimal.ts';
import type { ConversionTerms } from '../../model/move.ts';

/** How bad a quote may be: the least that one of what leaves has to bring, or a share by which it may be worse than one that is given. */
export type QuoteLimit =
  | { readonly worst: Decimal }
  | { readonly slippage: Decimal; readonly quoted: { readonly fromAmount: Decimal; readonly toAmount: Decimal } };

/** What an amount of a conversion becomes under a limit: what leaves, exactly or at most, and what has to arrive. */
export function conversionTerms(
  exact: ConversionTerms['exact'],
  amount: Decimal,
  limit: QuoteLimit,
): { readonly amount: Decimal; readonly conversion: ConversionTerms } {
  if (exact === 'from') {
    const least = 'worst' in limit ? amount.times(limit.worst) : limit.quoted.toAmount.times(ONE.minus(limit.slippage));
    return { amount, conversion: { exact, toAmount: least.toSignificantDigits(DIGITS, Decimal.ROUND_UP) } };
  }
  const most = 'worst' in limit ? amount.div(limit.worst) : limit.quoted.fromAmount.times(ONE.plus(limit.slippage));
  return { amount: most.toSignificantDigits(DIGITS, Decimal.ROUND_DOWN), conversion: { exact, toAmount: amount } };
}

/** Limits are rounded to be stricter, to what people can read. */
const DIGITS = 12;
