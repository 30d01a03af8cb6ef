import { dec, type Decimal, ZERO } from '../base/decimal.ts';
import { signedMoney } from '../base/moneyText.ts';
import { currenciesOf } from '../model/pair.ts';

/** With its money as it is, or as text. */
interface ProfitRow {
  readonly symbol: string;
  readonly profit?: Decimal | string | undefined;
}

/** The profit of all strategies, by currency. A dash where an open position has no price. */
export function profitText(strategies: readonly ProfitRow[]): string {
  const sums = new Map<string, Decimal | undefined>();
  for (const { symbol, profit } of strategies) {
    const currency = currenciesOf(symbol)?.quote ?? '';
    const before = sums.has(currency) ? sums.get(currency) : ZERO;
    sums.set(currency, profit === undefined ? undefined : before?.plus(dec(profit)));
  }
  return [...sums].map(([currency, sum]) => `${sum === undefined ? '–' : signedMoney(sum, currency)} ${currency}`).join(', ');
}
