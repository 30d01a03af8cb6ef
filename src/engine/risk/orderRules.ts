import type { Decimal } from '../../base/decimal.ts';
import { isOnAmountGrid, isOnPriceGrid } from '../../model/grid.ts';
import type { Pair } from '../../model/pair.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

export type OrderRule = 'price-grid' | 'amount-grid' | 'min-volume' | 'max-volume';

/** The venue's own rules, checked here so that it need not refuse: above zero, least and most volume (000 Trading pair). */
export function brokenRule({ market, isMarket, ticks, lots }: OrderRequest): OrderRule | undefined {
  if (!isMarket && !(ticks > 0)) return 'price-grid';
  if (!(lots > 0)) return 'amount-grid';
  if (lots < market.least) return 'min-volume';
  return lots > market.most ? 'max-volume' : undefined;
}

/** The same for an amount and a price with any digits. A market order has no price. */
export function brokenRuleOf({ grid, minVolume, maxVolume }: Pair, amount: Decimal, price: Decimal | undefined): OrderRule | undefined {
  if (price !== undefined && !(isPositive(price) && isOnPriceGrid(grid, price))) return 'price-grid';
  if (!(isPositive(amount) && isOnAmountGrid(grid, amount))) return 'amount-grid';
  if (amount.lt(minVolume)) return 'min-volume';
  return amount.gt(maxVolume) ? 'max-volume' : undefined;
}

export function ruleMessage(rule: OrderRule, { grid, minVolume, maxVolume }: Pair, amount: Decimal, price: Decimal | undefined): string {
  switch (rule) {
    case 'price-grid':
      return `price ${price} must be above 0 with at most ${grid.precision} decimals`;
    case 'amount-grid':
      return `amount ${amount} must be above 0 and a multiple of ${grid.lot}`;
    case 'min-volume':
      return `amount ${amount} is below the least volume ${minVolume}`;
    case 'max-volume':
      return `amount ${amount} is above the most volume ${maxVolume}`;
  }
}

export function wrongConversion({ fromAmount, toAmount }: ConversionRequest): string | undefined {
  const wrong = [fromAmount, toAmount].find((amount) => amount !== undefined && !isPositive(amount));
  return wrong && `a conversion takes an amount above 0, not ${wrong}`;
}

function isPositive(value: Decimal): boolean {
  return value.isFinite() && value.isPositive() && !value.isZero();
}
