import type { Decimal } from '../../base/decimal.ts';
import { isOnAmountGrid, isOnPriceGrid } from '../../model/grid.ts';
import { marketOf, type OrderRequestForRisk, type RiskCheck, type RiskRefused, type RiskView, refused } from './riskCheck.ts';

/** The venue's own rules, so that it need not refuse: above zero, on the grid, least and most volume (000 Trading pair). */
export const orderRules: RiskCheck = (request, view) => {
  if (request.type === 'order') return orderProblem(request, view);
  const { fromAmount, toAmount } = request;
  const wrong = [fromAmount, toAmount].find((amount) => amount !== undefined && !isPositive(amount));
  return wrong && refused('amount', () => `a conversion takes an amount above 0, not ${wrong}`);
};

function orderProblem(request: OrderRequestForRisk, view: RiskView): RiskRefused | undefined {
  const pair = marketOf(request, view)?.pair;
  if (pair === undefined) return refused('pair', () => `the rules of ${request.symbol} are not known`);
  const { price, amount } = request;
  if (price !== undefined && (!isPositive(price) || !isOnPriceGrid(pair.grid, price))) {
    return refused('price-grid', () => `price ${price} must be above 0 with at most ${pair.grid.precision} decimals`);
  }
  if (!isPositive(amount) || !isOnAmountGrid(pair.grid, amount)) {
    return refused('amount-grid', () => `amount ${amount} must be above 0 and a multiple of ${pair.grid.lot}`);
  }
  if (amount.lt(pair.minVolume)) return refused('min-volume', () => `amount ${amount} is below the least volume ${pair.minVolume}`);
  if (amount.gt(pair.maxVolume)) return refused('max-volume', () => `amount ${amount} is above the most volume ${pair.maxVolume}`);
  return undefined;
}

function isPositive(value: Decimal): boolean {
  return value.isFinite() && value.isPositive() && !value.isZero();
}
