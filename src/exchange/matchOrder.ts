import { assert } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import type { Account } from './account.ts';
import type { BookOrder } from './bookOrder.ts';
import type { ExchangeListener } from './execution.ts';
import type { FeeType } from './fees.ts';
import type { Market } from './market.ts';
import { feeOf, tickLots, type Units } from './units.ts';

/** Where the money of an execution goes, and who is told of it. */
export interface Settlement {
  readonly feeAccount: Account;
  readonly rates: Readonly<Record<FeeType, Units>>;
  readonly listener: ExchangeListener;
  /** Called when a resting order has been filled completely. */
  closed(order: BookOrder): void;
}

/**
 * Matches an incoming order with the other side: best price first, then first come first served, always at the price of the
 * resting order. Fills at most `lots` of it. The order itself does not rest anywhere yet.
 */
export function matchOrder(market: Market, taker: BookOrder, at: Instant, settlement: Settlement, lots = taker.lots): void {
  const ladder = market.opposite(taker.side);
  let rest = lots;
  for (;;) {
    const level = ladder.best;
    if (rest === 0 || level === undefined) return;
    if (taker.type === 'Limit' && !ladder.reaches(taker.ticks, level.ticks)) return;
    const maker = level.first!;
    assert(maker.account !== taker.account, 'an account never trades with itself');
    const met = Math.min(rest, maker.lots);
    rest -= met;
    taker.lots -= met;
    ladder.reduce(maker, met);
    execute(market, maker, taker, level.ticks, met, at, settlement);
    if (maker.lots === 0) settlement.closed(maker);
  }
}

function execute(
  market: Market,
  maker: BookOrder,
  taker: BookOrder,
  ticks: number,
  lots: number,
  at: Instant,
  settlement: Settlement,
): void {
  const makerFee = settle(market, maker, ticks, lots, settlement.rates.Maker, settlement.feeAccount, at);
  const takerFee = settle(market, taker, ticks, lots, settlement.rates.Taker, settlement.feeAccount, at);
  market.lastTicks = ticks;
  market.touched(at);
  settlement.listener.executed({ market, maker, taker, ticks, lots, makerFee, takerFee, at });
}

/** Settles one side of an execution: it gives, receives less the fee, and frees what was held at the order's own limit. */
function settle(market: Market, order: BookOrder, ticks: number, lots: number, rate: Units, fees: Account, at: Instant): Units {
  const buys = order.side === 'Buy';
  const quote = market.notional(ticks, lots);
  const base = market.amount(lots);
  const received = buys ? base : quote;
  const fee = feeOf(received, rate);
  const { account } = order;
  if (order.type === 'Limit' && !account.unlimited) account.hold(market.given(order.side), -market.need(order.side, order.ticks, lots));
  account.add(market.given(order.side), buys ? -quote : -base);
  account.add(market.received(order.side), received - fee);
  fees.add(market.received(order.side), fee);
  order.filledLots += lots;
  order.filledTickLots += tickLots(ticks, lots);
  order.fee += fee;
  order.updatedAt = at;
  order.executedAt = at;
  return fee;
}
