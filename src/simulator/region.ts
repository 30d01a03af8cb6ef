import { type RefusalAnswer, standard } from './answer.ts';

/** The regulation in the account's region, which may change while the venue runs. */
export interface Region {
  /** Currencies that may not be used (000 Errors 7). */
  restricted: readonly string[];
  /** Whether the Travel Rule for customers of the EU applies (000 Limits). */
  isEu: boolean;
}

/** The refusal for the first restricted currency of the list. Undefined when none is restricted (000 Errors 7). */
export function restrictedOf(region: Region, currencies: readonly string[]): RefusalAnswer | undefined {
  const currency = currencies.find((code) => region.restricted.includes(code));
  if (currency === undefined) return undefined;
  return standard('operation-for-currency-not-allowed', `operation for currency ${currency} is not allowed due to regulation requirements`);
}
