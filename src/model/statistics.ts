import type { Decimal } from '../base/decimal.ts';

/** 24-hour figures of one pair (000 Pair statistics item). Absent where a pair has not traded. */
export interface PairStatistics {
  readonly symbol: string;
  readonly lastPrice: Decimal | undefined;
  readonly lowestAsk: Decimal | undefined;
  readonly highestBid: Decimal | undefined;
  /** In base currency. */
  readonly baseVolume: Decimal;
  /** In quote currency. */
  readonly quoteVolume: Decimal;
  readonly priceChangePercent: Decimal | undefined;
  readonly highestPrice: Decimal | undefined;
  readonly lowestPrice: Decimal | undefined;
}
