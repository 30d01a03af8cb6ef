import type { Instant } from '../../base/instant.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import { parquetTable, type TableColumn } from '../../recording/export/parquetTable.ts';
import { END, type MarketCursor, STATISTICS } from '../../recording/marketCursor.ts';

interface StatisticsRow extends PairStatistics {
  readonly at: Instant;
}

const COLUMNS: readonly TableColumn<StatisticsRow>[] = [
  { name: 'received_at', kind: 'time', value: ({ at }) => at },
  { name: 'last_price', kind: 'decimal', value: ({ lastPrice }) => lastPrice },
  { name: 'lowest_ask', kind: 'decimal', value: ({ lowestAsk }) => lowestAsk },
  { name: 'highest_bid', kind: 'decimal', value: ({ highestBid }) => highestBid },
  { name: 'base_volume', kind: 'decimal', value: ({ baseVolume }) => baseVolume },
  { name: 'quote_volume', kind: 'decimal', value: ({ quoteVolume }) => quoteVolume },
  { name: 'price_change_percent', kind: 'decimal', value: ({ priceChangePercent }) => priceChangePercent },
  { name: 'highest_price', kind: 'decimal', value: ({ highestPrice }) => highestPrice },
  { name: 'lowest_price', kind: 'decimal', value: ({ lowestPrice }) => lowestPrice },
];

/** The rows of statistics of a recording. Closes the cursor. */
export function statisticsTable(cursor: MarketCursor): AsyncGenerator<Uint8Array> {
  return parquetTable('statistics', COLUMNS, statisticsRows(cursor));
}

function* statisticsRows(cursor: MarketCursor): Generator<StatisticsRow> {
  try {
    for (let type = cursor.next(); type !== END; type = cursor.next()) {
      if (type === STATISTICS) yield { ...cursor.statistics!, at: cursor.at };
    }
  } finally {
    cursor.close();
  }
}
