import type { ExchangeOperations } from '../contract/exchange.ts';
import { notFound, value } from './answer.ts';
import { accountHandlers } from './accountHandlers.ts';
import { BookBodies } from './bookBody.ts';
import { conversionHandlers } from './conversionHandlers.ts';
import { addressHandlers } from './funding/addressHandlers.ts';
import { batchHandlers } from './funding/batchHandlers.ts';
import { fiatHandlers } from './funding/fiatHandlers.ts';
import type { Funding } from './funding/funding.ts';
import { historyHandlers } from './funding/historyHandlers.ts';
import { withdrawalHandlers } from './funding/withdrawalHandlers.ts';
import type { Handlers } from './handlers.ts';
import { orderHandlers } from './orderHandlers.ts';
import { firstPage, pageOf, tooManyRecords } from './page.ts';
import type { VenueBehaviour } from './simulatorOptions.ts';
import { statisticsRows } from './statisticsRows.ts';
import type { Venue } from './venue.ts';

/** What the venue does for each row of the exchange-account interface (000). */
export function exchangeHandlers(venue: Venue, funding: Funding, behaviour: VenueBehaviour): Handlers<ExchangeOperations> {
  const bodies = new BookBodies();
  const base = firstPage(behaviour);
  return {
    ...orderHandlers(venue, behaviour),
    ...conversionHandlers(venue, behaviour),
    ...accountHandlers(venue),
    ...addressHandlers(funding.addresses),
    ...withdrawalHandlers(funding.withdrawals, funding.fiatWithdrawals),
    ...batchHandlers(venue, funding.batches),
    ...fiatHandlers(funding.wire, funding.viban),
    ...historyHandlers(funding, behaviour),
    'symbols.list': ({ page, count }) => {
      const tooMany = tooManyRecords(count);
      if (tooMany !== undefined) return tooMany;
      const { total, items } = pageOf(venue.catalog.pairs, page, count, base);
      const data = items.map(({ symbol, description, base: baseCurrency, quote: quoteCurrency, minVolume, maxVolume, grid }) => ({
        symbol,
        description,
        baseCurrency,
        quoteCurrency,
        minVolumeTrade: minVolume,
        maxVolumeTrade: maxVolume,
        precision: grid.precision,
        volumeStep: grid.lot,
      }));
      return value({ total, data });
    },
    'statistics.list': (_, at) => value(statisticsRows(venue, at)),
    'book.get': ({ symbol, depth }) => {
      const market = venue.exchange.market(symbol);
      return market === undefined ? notFound(`symbol ${symbol} is not known`) : { type: 'text', body: bodies.of(market, depth) };
    },
  };
}
