import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Account } from '../exchange/account.ts';
import { type BookOrder, orderIdOf } from '../exchange/bookOrder.ts';
import type { Execution } from '../exchange/execution.ts';
import type { FeeType } from '../exchange/fees.ts';
import type { Market } from '../exchange/market.ts';
import { decimalOfUnits, type Units } from '../exchange/units.ts';
import { dec, ZERO } from '../base/decimal.ts';
import { amountOf, priceOf } from '../model/grid.ts';
import type { Fill } from '../model/fill.ts';
import type { OrderType } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';

/** One execution of one of the user's orders, digit for digit. Tests compare with it. */
export type TrueTrade = Omit<Fill, 'id' | 'receivedAt' | 'intentId' | 'strategy' | 'tag'>;

/** A row of `trades` (000 Closed order / trade record). */
export interface TradeRow {
  readonly id: string;
  readonly price: Decimal | undefined;
  readonly amount: Decimal;
  readonly symbol: string;
  readonly type: OrderType;
  readonly side: 'Buy' | 'Sell';
  readonly status: 'Executed' | 'Canceled' | 'PartiallyExecuted';
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  readonly fee: Decimal;
  readonly feeCurrency: string;
  readonly feeType: FeeType | undefined;
  readonly openTime: Instant;
  readonly tradeDate: Instant;
}

/** More rows than any test or demo makes. The oldest are forgotten. */
const MOST_ROWS = 500_000;

/** What the user's account has traded, in both forms in which a venue may report it. */
export class TradeHistory {
  /** Oldest first. */
  readonly trades: TrueTrade[] = [];
  readonly #rows: TradeRow[] = [];
  readonly #account: Account;
  readonly #style: 'fills' | 'orders';
  readonly #pairOf: (symbol: string) => Pair;

  constructor(account: Account, style: 'fills' | 'orders', pairOf: (symbol: string) => Pair) {
    this.#account = account;
    this.#style = style;
    this.#pairOf = pairOf;
  }

  /** Oldest first. */
  get rows(): readonly TradeRow[] {
    return this.#rows;
  }

  executed(execution: Execution): void {
    const { maker, taker, makerFee, takerFee } = execution;
    if (maker.account === this.#account) this.#fill(execution, maker, makerFee, 'Maker');
    if (taker.account === this.#account) this.#fill(execution, taker, takerFee, 'Taker');
  }

  canceled(order: BookOrder, lots: number, at: Instant): void {
    if (order.account !== this.#account) return;
    const pair = this.#pairOf(order.symbol);
    if (this.#style === 'orders' && order.filledLots > 0) {
      this.#add(closedRow(pair, order, 'PartiallyExecuted', at));
      return;
    }
    const price = order.type === 'Limit' ? priceOf(pair.grid, order.ticks) : undefined;
    this.#add({ ...rowOf(pair, order, at), status: 'Canceled', price, amount: amountOf(pair.grid, lots), fee: ZERO, feeType: undefined });
  }

  #fill({ market, ticks, lots, at }: Execution, order: BookOrder, fee: Units, feeType: FeeType): void {
    const { pair } = market;
    const row = rowOf(pair, order, at);
    const money = { price: priceOf(pair.grid, ticks), amount: amountOf(pair.grid, lots), fee: decimalOfUnits(fee), feeType };
    if (this.trades.length < MOST_ROWS) this.trades.push(trueTrade(market, order, money, at));
    if (this.#style === 'fills') this.#add({ ...row, ...money, status: order.lots === 0 ? 'Executed' : 'PartiallyExecuted' });
    else if (order.lots === 0) this.#add({ ...closedRow(pair, order, 'Executed', at), feeType });
  }

  #add(row: TradeRow): void {
    this.#rows.push(row);
    if (this.#rows.length > MOST_ROWS) this.#rows.splice(0, MOST_ROWS / 10);
  }
}

type Money = { readonly price: Decimal; readonly amount: Decimal; readonly fee: Decimal; readonly feeType: FeeType };

function trueTrade({ pair }: Market, order: BookOrder, money: Money, at: Instant): TrueTrade {
  const { symbol, side, type, openedAt } = order;
  return {
    orderId: orderIdOf(order),
    symbol,
    side,
    type,
    ...money,
    feeCurrency: side === 'Buy' ? pair.base : pair.quote,
    openedAt,
    tradedAt: at,
  };
}

function rowOf(pair: Pair, order: BookOrder, at: Instant): Omit<TradeRow, 'status' | 'price' | 'amount' | 'fee' | 'feeType'> {
  return {
    id: orderIdOf(order),
    symbol: order.symbol,
    type: order.type,
    side: order.side,
    baseCurrency: pair.base,
    quoteCurrency: pair.quote,
    feeCurrency: order.side === 'Buy' ? pair.base : pair.quote,
    openTime: order.openedAt,
    tradeDate: at,
  };
}

/** A closed order in one row: the filled amount, the average price to 8 decimals, and all its fees. */
function closedRow(pair: Pair, order: BookOrder, status: TradeRow['status'], at: Instant): TradeRow {
  const average = dec(order.filledTickLots).div(order.filledLots).times(pair.grid.tick).toDecimalPlaces(8);
  const amount = amountOf(pair.grid, order.filledLots);
  return { ...rowOf(pair, order, at), status, price: average, amount, fee: decimalOfUnits(order.fee), feeType: undefined };
}
