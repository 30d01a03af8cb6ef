import { isOnAmountGrid, isOnPriceGrid } from '../../model/grid.ts';
import { marketOf, type RiskCheck, refused } from './riskCheck.ts';

/** The venue's own rules, so that it need not refuse: grid, least and most volume (000 Trading pair). */
export const orderRules: RiskCheck = (request, view) => {
  if (request.type !== 'order') return undefined;
  const pair = marketOf(request, view)?.pair;
  if (pair === undefined) return refused('pair', `the rules of ${request.symbol} are not known`);
  const { price, amount } = request;
  if (price !== undefined && (!price.gt(0) || !isOnPriceGrid(pair.grid, price))) {
    return refused('price-grid', `price ${price} must be above 0 with at most ${pair.grid.precision} decimals`);
  }
  if (!isOnAmountGrid(pair.grid, amount)) return refused('amount-grid', `amount ${amount} must be a multiple of ${pair.grid.lot}`);
  if (amount.lt(pair.minVolume)) return refused('min-volume', `amount ${amount} is below the least volume ${pair.minVolume}`);
  if (amount.gt(pair.maxVolume)) return refused('max-volume', `amount ${amount} is above the most volume ${pair.maxVolume}`);
  return undefined;
};
