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
import type { Pair } from '../model/pair.ts';
import type { VenueBehaviour } from './simulatorOptions.ts';
import { TradeList } from './tradeList.ts';
import type { TradeRow } from './tradeRow.ts';

/** One execution of one of the user's orders, digit for digit. Tests compare with it. */
export type TrueTrade = Omit<Fill, 'id' | 'receivedAt' | 'intentId' | 'strategy' | 'tag'>;

/** More than any test or demo makes. */
const MOST_TRADES = 500_000;

/** What the user's account has traded, in each of the forms in which a venue may report it. */
export class TradeHistory {
  /** Oldest first. */
  readonly trades: TrueTrade[] = [];
  readonly list: TradeList;
  readonly #account: Account;
  readonly #style: NonNullable<VenueBehaviour['trades']>;
  readonly #pairOf: (symbol: string) => Pair;
  /** The rows that grow, by the sequence of their order. */
  readonly #growing = new Map<number, ReturnType<TradeList['add']>>();

  constructor(account: Account, behaviour: VenueBehaviour, pairOf: (symbol: string) => Pair) {
    this.#account = account;
    this.#style = behaviour.trades ?? 'fills';
    this.list = new TradeList(behaviour);
    this.#pairOf = pairOf;
  }

  executed(execution: Execution): void {
    const { maker, taker, makerFee, takerFee } = execution;
    if (maker.account === this.#account) this.#fill(execution, maker, makerFee, 'Maker');
    if (taker.account === this.#account) this.#fill(execution, taker, takerFee, 'Taker');
  }

  canceled(order: BookOrder, lots: number, at: Instant): void {
    if (order.account !== this.#account) return;
    const pair = this.#pairOf(order.symbol);
    this.#growing.delete(order.sequence);
    if (this.#style !== 'fills' && order.filledLots > 0) {
      if (this.#style === 'orders') this.list.add(orderRow(pair, order, 'PartiallyExecuted', at));
      return;
    }
    const price = order.type === 'Limit' ? priceOf(pair.grid, order.ticks) : undefined;
    const amount = amountOf(pair.grid, lots);
    this.list.add({
      ...rowOf(pair, order, at),
      status: 'Canceled',
      price,
      amount,
      fee: ZERO,
      feeType: undefined,
      target_volume: undefined,
    });
  }

  #fill({ market, ticks, lots, at }: Execution, order: BookOrder, fee: Units, feeType: FeeType): void {
    const { pair } = market;
    const row = rowOf(pair, order, at);
    const money = { price: priceOf(pair.grid, ticks), amount: amountOf(pair.grid, lots), fee: decimalOfUnits(fee), feeType };
    if (this.trades.length < MOST_TRADES) this.trades.push(trueTrade(market, order, money, at));
    const status = order.lots === 0 ? 'Executed' : 'PartiallyExecuted';
    if (this.#style === 'fills') this.list.add({ ...row, ...money, status, target_volume: money.price.times(money.amount) });
    else if (this.#style === 'growing') this.#grow(order, { ...orderRow(pair, order, status, at), feeType });
    else if (order.lots === 0) this.list.add({ ...orderRow(pair, order, status, at), feeType });
  }

  #grow({ sequence, lots }: BookOrder, row: TradeRow): void {
    const grown = this.list.add(row, this.#growing.get(sequence));
    if (lots === 0) this.#growing.delete(sequence);
    else this.#growing.set(sequence, grown);
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

function rowOf(
  pair: Pair,
  order: BookOrder,
  at: Instant,
): Omit<TradeRow, 'status' | 'price' | 'amount' | 'fee' | 'feeType' | 'target_volume'> {
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

/** An order in one row: the filled amount, the average price to 8 decimals, and all its fees. */
function orderRow(pair: Pair, order: BookOrder, status: TradeRow['status'], at: Instant): TradeRow {
  const { tick, lot } = pair.grid;
  const paid = dec(order.filledTickLots).times(tick);
  const price = paid.div(order.filledLots).toDecimalPlaces(8);
  const amount = amountOf(pair.grid, order.filledLots);
  const money = { price, amount, fee: decimalOfUnits(order.fee), feeType: undefined, target_volume: paid.times(lot) };
  return { ...rowOf(pair, order, at), ...money, status };
}
