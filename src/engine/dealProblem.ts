import { isDecimal } from '../base/decimal.ts';
import { shown } from './deskOrders/askedFields.ts';
import type { Refusal } from './refusal.ts';

const EXAMPLES = { fromAmount: '250', toAmount: '0.005', worstRate: '0.000016' } as const;

/** What is wrong in kind with the amounts and the rate of a deal, as far as a strategy that is not checked by types may have written them. */
export function dealProblem(asked: Readonly<Partial<Record<keyof typeof EXAMPLES, unknown>>>): Refusal | undefined {
  for (const field of ['fromAmount', 'toAmount', 'worstRate'] as const) {
    const value = asked[field];
    if (value === undefined || (isDecimal(value) && value.isFinite())) continue;
    const rule = field === 'worstRate' ? 'worst-rate' : 'amount';
    return { rule, message: `${field} must be a finite Decimal like dec('${EXAMPLES[field]}'), not ${shown(value)}` };
  }
  return undefined;
}
