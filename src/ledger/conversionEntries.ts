import type { Conversion } from '../model/conversion.ts';
import type { LedgerEntry } from '../model/ledger.ts';

export function conversionEntries(conversion: Omit<Conversion, 'intentId' | 'strategy'>): readonly LedgerEntry[] {
  const { id: reference, fromCurrency, toCurrency, fromAmount, toAmount, executedAt: at } = conversion;
  const entry = { cause: 'conversion', reference, at, note: undefined } as const;
  return [
    { ...entry, currency: fromCurrency, amount: fromAmount.negated() },
    { ...entry, currency: toCurrency, amount: toAmount },
  ];
}
