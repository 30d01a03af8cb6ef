import { type Decimal, dec } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { ExchangeOperations } from '../contract/exchange.ts';
import type { Reply } from '../contract/operation.ts';
import type { Ladder } from '../exchange/ladder.ts';
import type { Market } from '../exchange/market.ts';
import { decimalOfUnits } from '../exchange/units.ts';
import { amountOf, priceOf } from '../model/grid.ts';
import { usdValue } from './usdValue.ts';
import type { Venue } from './venue.ts';

type Rows = Reply<ExchangeOperations['statistics.list']>;

/** The 24-hour figures of every pair, worked out from its trades (000 Pair statistics item). */
export function statisticsRows(venue: Venue, at: Instant): Rows {
  return venue.exchange.markets.map((market) => rowOf(venue, market, at));
}

function rowOf(venue: Venue, market: Market, at: Instant): Rows[number] {
  const { symbol, base, quote, grid } = market.pair;
  const statistics = venue.statisticsOf(symbol);
  const day = statistics.figures(at);
  const quoteVolume = decimalOfUnits((day?.tickLots ?? 0n) * market.scale.perTickLot);
  const volume = amountOf(grid, day?.lots ?? 0);
  const price = (ticks: number | undefined): Decimal | undefined => (ticks === undefined ? undefined : priceOf(grid, ticks));
  return {
    symbol,
    baseCurrency: base,
    quoteCurrency: quote,
    lastPrice: price(statistics.lastTicks),
    lowestAsk: bestOf(market, market.asks),
    highestBid: bestOf(market, market.bids),
    quoteVolume,
    last24HTradeVolume: volume,
    last24HTradeVolumeUsd: usdValue(venue, base, volume).toDecimalPlaces(2),
    priceChangePercent24H:
      day === undefined
        ? undefined
        : dec(day.lastTicks - day.firstTicks)
            .times(100)
            .div(day.firstTicks)
            .toDecimalPlaces(2),
    highestPrice24H: price(day?.highTicks),
    lowestPrice24H: price(day?.lowTicks),
    target_volume: quoteVolume,
    base_currency: base,
    target_currency: quote,
  };
}

function bestOf(market: Market, ladder: Ladder): Decimal | undefined {
  return ladder.best === undefined ? undefined : priceOf(market.pair.grid, ladder.best.ticks);
}
