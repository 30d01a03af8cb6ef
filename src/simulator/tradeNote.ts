import { dec, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { type BookOrder, orderIdOf } from '../exchange/bookOrder.ts';
import type { FeeType } from '../exchange/fees.ts';
import { decimalOfUnits, type Units } from '../exchange/units.ts';
import type { Fill } from '../model/fill.ts';
import { amountOf, priceOf, type Side } from '../model/grid.ts';
import type { OrderType } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { TradeRow } from './tradeRow.ts';

/**
 * What became of one of the user's orders, in the numbers of the exchange. A venue that runs for long has very many of them, and few are ever
 * asked for, so a row is made when it is.
 */
export interface TradeNote {
  /** One execution, what was canceled, or the whole order so far. */
  readonly about: 'execution' | 'cancel' | 'order';
  readonly pair: Pair;
  /** The number of the order in its exchange. */
  readonly sequence: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly openedAt: Instant;
  readonly at: Instant;
  readonly status: TradeRow['status'];
  /** The price of an execution, or the limit of an order that was canceled. */
  readonly ticks: number;
  readonly lots: number;
  /** The sum of ticks times lots over all executions, where it is about a whole order. */
  readonly tickLots: bigint;
  readonly fee: Units;
  readonly feeType: FeeType | undefined;
}

/** One execution of one of the user's orders, digit for digit. Tests compare with it. */
export type TrueTrade = Omit<Fill, 'id' | 'receivedAt' | 'intentId' | 'strategy' | 'tag'>;

type Noted = Pick<TradeNote, 'about' | 'at' | 'status'> & Partial<TradeNote>;

export function tradeNote(pair: Pair, { sequence, side, type, openedAt }: BookOrder, noted: Noted): TradeNote {
  const { about, at, status, ticks = 0, lots = 0, tickLots = 0n, fee = 0n, feeType } = noted;
  return { about, pair, sequence, side, type, openedAt, at, status, ticks, lots, tickLots, fee, feeType };
}

/** The row of the list. */
export function tradeRowOf(note: TradeNote): TradeRow {
  const { pair, side, type, status, openedAt, at, feeType } = note;
  return {
    id: orderIdOf(note),
    symbol: pair.symbol,
    type,
    side,
    baseCurrency: pair.base,
    quoteCurrency: pair.quote,
    feeCurrency: feeCurrencyOf(note),
    openTime: openedAt,
    tradeDate: at,
    status,
    feeType,
    ...moneyOf(note),
  };
}

export function trueTradeOf(note: TradeNote): TrueTrade {
  const { pair, side, type, openedAt, at, feeType = 'Taker' } = note;
  return {
    orderId: orderIdOf(note),
    symbol: pair.symbol,
    side,
    type,
    price: priceOf(pair.grid, note.ticks),
    amount: amountOf(pair.grid, note.lots),
    fee: decimalOfUnits(note.fee),
    feeType,
    feeCurrency: feeCurrencyOf(note),
    openedAt,
    tradedAt: at,
  };
}

/** A fee is in the currency that the order receives. */
function feeCurrencyOf({ side, pair }: TradeNote): string {
  return side === 'Buy' ? pair.base : pair.quote;
}

function moneyOf(note: TradeNote): Pick<TradeRow, 'price' | 'amount' | 'fee' | 'target_volume'> {
  const { about, pair, type, ticks, lots, tickLots } = note;
  const { grid } = pair;
  const amount = amountOf(grid, lots);
  if (about === 'cancel')
    return { price: type === 'Limit' ? priceOf(grid, ticks) : undefined, amount, fee: ZERO, target_volume: undefined };
  const fee = decimalOfUnits(note.fee);
  if (about === 'execution') {
    const price = priceOf(grid, ticks);
    return { price, amount, fee, target_volume: price.times(amount) };
  }
  const paid = dec(tickLots).times(grid.tick);
  return { price: paid.div(lots).toDecimalPlaces(8), amount, fee, target_volume: paid.times(grid.lot) };
}
