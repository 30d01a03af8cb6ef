import { type RiskCheck, refused } from './riskCheck.ts';

/** Nothing is traded but the listed symbols; a conversion needs a listed symbol of its two currencies. */
export const symbolAllowList: RiskCheck = (request, { limits }) => {
  if (request.type === 'order') {
    return limits.symbols.includes(request.symbol)
      ? undefined
      : refused('symbol', () => `${request.symbol} is not on the list of symbols (${limits.symbols.join(', ') || 'empty'})`);
  }
  const { fromCurrency, toCurrency } = request;
  const listed = limits.symbols.includes(`${fromCurrency}/${toCurrency}`) || limits.symbols.includes(`${toCurrency}/${fromCurrency}`);
  return listed ? undefined : refused('symbol', () => `no symbol of ${fromCurrency} and ${toCurrency} is on the list of symbols`);
};
