import { Decimal, maxDecimal, minDecimal, ONE } from '../../base/decimal.ts';
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
    if ('worst' in limit) return { amount, conversion: { exact, toAmount: roundedUp(amount.times(limit.worst)) } };
    const { quoted, slippage } = limit;
    const least = roundedUp(quoted.toAmount.times(ONE.minus(slippage)));
    return { amount, conversion: { exact, toAmount: minDecimal(least, quoted.toAmount) } };
  }
  const conversion = { exact, toAmount: amount };
  if ('worst' in limit) return { amount: roundedDown(amount.div(limit.worst)), conversion };
  const { quoted, slippage } = limit;
  return { amount: maxDecimal(roundedDown(quoted.fromAmount.times(ONE.plus(slippage))), quoted.fromAmount), conversion };
}

function roundedUp(least: Decimal): Decimal {
  return least.toSignificantDigits(DIGITS, Decimal.ROUND_UP);
}

function roundedDown(most: Decimal): Decimal {
  return most.toSignificantDigits(DIGITS, Decimal.ROUND_DOWN);
}

/** Limits are rounded to be stricter, to what people can read, and never to be stricter than the quote itself. */
const DIGITS = 12;
