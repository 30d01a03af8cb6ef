import { dec } from '../../src/base/decimal.ts';
import type { TradeRow } from '../../src/gateway/fillRows.ts';

/** When the executions of `tradeRow` were. */
export const TRADED_AT = Date.UTC(2026, 10, 22, 10);

/** A row of the list of trades: a part of an order at a price of 50,000. */
export function tradeRow(amount: string, over: Partial<TradeRow> = {}): TradeRow {
  return {
    id: '7',
    symbol: 'BTC/EUR',
    baseCurrency: 'BTC',
    quoteCurrency: 'EUR',
    type: 'Limit',
    side: 'Buy',
    status: 'PartiallyExecuted',
    price: dec('50000'),
    amount: dec(amount),
    fee: dec('0.0001'),
    feeCurrency: 'BTC',
    feeType: 'Maker',
    openTime: TRADED_AT - 1000,
    tradeDate: TRADED_AT,
    ...over,
  };
}
