import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { type BookOrder, orderIdOf } from '../exchange/bookOrder.ts';
import { decimalOfUnits } from '../exchange/units.ts';
import type { Balance } from '../model/balance.ts';
import { amountOf, type Side, priceOf } from '../model/grid.ts';
import type { Conversion } from './conversionCounter.ts';
import type { CryptoTransaction } from './funding/cryptoLedger.ts';
import type { FiatRow } from './funding/fiatLedger.ts';
import type { Funding } from './funding/funding.ts';
import type { LoggedRequest, RequestLog } from './requestLog.ts';
import { type TrueTrade, trueTradeOf } from './tradeNote.ts';
import type { Venue } from './venue.ts';

/** What really happened at the venue, whatever its answers said. It holds copies, so it does not change afterwards. */
export interface Truth {
  readonly at: Instant;
  /** Executions of the user's orders, oldest first, exact. */
  readonly trades: readonly TrueTrade[];
  readonly balances: readonly Balance[];
  /** The user's open orders, oldest first. */
  readonly orders: readonly TrueOrder[];
  /** Oldest first. */
  readonly conversions: readonly Conversion[];
  /** Crypto deposits and withdrawals, oldest first. */
  readonly transactions: readonly CryptoTransaction[];
  /** Oldest first. */
  readonly fiatTransactions: readonly FiatRow[];
  /** Every POST and DELETE, oldest first. */
  readonly requests: readonly LoggedRequest[];
  /** The sum over all accounts of the venue, by currency. Only deposits change it. */
  readonly sums: Readonly<Record<string, Decimal>>;
  /** Errors inside the simulator. If there are any, the simulator is wrong. */
  readonly failures: readonly string[];
}

export interface TrueOrder {
  readonly id: string;
  readonly symbol: string;
  readonly side: Side;
  readonly price: Decimal;
  /** The open amount. */
  readonly amount: Decimal;
  readonly initialAmount: Decimal;
  readonly filled: Decimal;
  readonly openedAt: Instant;
  readonly updatedAt: Instant;
}

export function truthOf(venue: Venue, funding: Funding, log: RequestLog, failures: readonly string[]): Truth {
  venue.catchUp();
  return {
    at: venue.now(),
    trades: venue.history.executions.map(trueTradeOf),
    balances: venue.user.balances(),
    orders: venue.exchange.openOrders(venue.user).map((order) => trueOrder(venue, order)),
    conversions: [...venue.conversionCounter.conversions],
    transactions: funding.crypto.rows.map((row) => ({ ...row })),
    fiatTransactions: funding.fiat.rows.map((row) => ({ ...row })),
    requests: log.requests.map((request) => ({ ...request })),
    sums: sumsOf(venue),
    failures: [...failures],
  };
}

function trueOrder({ exchange }: Venue, order: BookOrder): TrueOrder {
  const { grid } = exchange.market(order.symbol)!.pair;
  return {
    id: orderIdOf(order),
    symbol: order.symbol,
    side: order.side,
    price: priceOf(grid, order.ticks),
    amount: amountOf(grid, order.lots),
    initialAmount: amountOf(grid, order.initialLots),
    filled: amountOf(grid, order.filledLots),
    openedAt: order.openedAt,
    updatedAt: order.updatedAt,
  };
}

function sumsOf({ exchange }: Venue): Record<string, Decimal> {
  const sums = new Map<string, bigint>();
  for (const account of exchange.accounts) {
    for (const [currency, { total }] of account.holdings()) sums.set(currency, (sums.get(currency) ?? 0n) + total);
  }
  return Object.fromEntries([...sums].map(([currency, sum]) => [currency, decimalOfUnits(sum)]));
}
