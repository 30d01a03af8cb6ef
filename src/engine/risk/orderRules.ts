import type { Decimal } from '../../base/decimal.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

export type OrderRule = 'price-grid' | 'amount-grid' | 'min-volume' | 'max-volume';

/** The venue's own rules, checked here so that it need not refuse: above zero, least and most volume (000 Trading pair). */
export function brokenRule({ market, isMarket, ticks, lots }: OrderRequest): OrderRule | undefined {
  if (!isMarket && !(ticks > 0)) return 'price-grid';
  if (!(lots > 0)) return 'amount-grid';
  if (lots < market.least) return 'min-volume';
  return lots > market.most ? 'max-volume' : undefined;
}

export function ruleMessage(rule: OrderRule, { market, price, amount }: OrderRequest): string {
  const { grid, minVolume, maxVolume } = market.pair;
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
