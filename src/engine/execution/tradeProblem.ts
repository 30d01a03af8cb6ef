import type { Refusal } from '../refusal.ts';
import type { Trade, TradeTerms } from './trade.ts';

/** What a trade is asked to do. */
export type TradeAsked = Omit<TradeTerms, 'id' | 'strategy' | 'startedAt'>;

/** Why a trade may not begin. A strategy has one of two currencies at a time. */
export function tradeProblem(
  strategy: string,
  { fromCurrency, toCurrency, via, size }: TradeAsked,
  trades: Iterable<Trade>,
): Refusal | undefined {
  for (const { terms } of trades) {
    const isSame = terms.strategy === strategy && terms.fromCurrency === fromCurrency && terms.toCurrency === toCurrency;
    if (isSame) return { rule: 'lane-busy', message: `trade ${terms.id} of ${fromCurrency} to ${toCurrency} is under way` };
  }
  if (fromCurrency === toCurrency && (via?.length ?? 0) < 2) {
    return { rule: 'amount', message: `a trade of ${fromCurrency} to itself has to go over two other currencies, with \`via\`` };
  }
  if (via !== undefined && 'toAmount' in size) return { rule: 'amount', message: 'a trade over named currencies takes an amount to give' };
  const amount = 'fromAmount' in size ? size.fromAmount : size.toAmount;
  return amount.gt(0) ? undefined : { rule: 'amount', message: `the amount of a trade must be above 0, not ${amount}` };
}
