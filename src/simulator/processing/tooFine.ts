import type { Decimal } from '../../base/decimal.ts';
import { invalid, type RefusalAnswer } from '../answer.ts';
import { decimalsOf } from './coinCatalog.ts';

/** The refusal of an amount with a part of the least unit of its currency, which nobody can pay. Undefined for any other amount. */
export function tooFine(field: string, amount: Decimal | undefined, currency: string): RefusalAnswer | undefined {
  const decimals = decimalsOf(currency);
  if (amount === undefined || decimals === undefined || amount.decimalPlaces() <= decimals) return undefined;
  return invalid({ [field]: [`must have at most ${decimals} decimals`] });
}
