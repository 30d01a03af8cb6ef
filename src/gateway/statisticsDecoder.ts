import { ZERO } from '../base/decimal.ts';
import { messageOf } from '../base/fault.ts';
import { type JsonValue, parseJson } from '../base/json.ts';
import { textOfUtf8 } from '../base/utf8.ts';
import { exchange } from '../contract/exchange.ts';
import type { PairStatistics } from '../model/statistics.ts';

/** `problem` names the first thing that could not be read. The returned rows are good. */
export interface StatisticsDecoded {
  readonly rows: readonly PairStatistics[];
  readonly problem: string | undefined;
}

/** Without what only repeats other fields, since this is read all the time. */
const rowSchema = exchange['statistics.list'].reply.body.element.omit({
  target_volume: true,
  base_currency: true,
  target_currency: true,
});

/**
 * Decodes the 24-hour figures of all pairs (000 Pair statistics item). A row that can't be read is left out and reported, so that
 * one odd pair does not cost the figures of all others.
 */
export function decodeStatistics(bytes: Uint8Array): StatisticsDecoded {
  let json: JsonValue;
  try {
    json = parseJson(textOfUtf8(bytes));
  } catch (error) {
    return { rows: [], problem: `not JSON: ${messageOf(error)}` };
  }
  if (!Array.isArray(json)) return { rows: [], problem: 'expected a list of statistics' };
  const rows: PairStatistics[] = [];
  let problem: string | undefined;
  for (const [i, item] of (json as readonly JsonValue[]).entries()) {
    const parsed = rowSchema.safeParse(item);
    if (parsed.success) rows.push(modelOf(parsed.data));
    else problem ??= `[${i}].${parsed.error.issues[0]!.path.join('.')}: ${parsed.error.issues[0]!.message}`;
  }
  return { rows, problem };
}

/** A pair that has not traded has volume 0; everything else stays absent. */
function modelOf(row: ReturnType<typeof rowSchema.parse>): PairStatistics {
  return {
    symbol: row.symbol,
    lastPrice: row.lastPrice,
    lowestAsk: row.lowestAsk,
    highestBid: row.highestBid,
    baseVolume: row.last24HTradeVolume ?? ZERO,
    quoteVolume: row.quoteVolume ?? ZERO,
    priceChangePercent: row.priceChangePercent24H,
    highestPrice: row.highestPrice24H,
    lowestPrice: row.lowestPrice24H,
  };
}
