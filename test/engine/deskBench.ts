import fc from 'fast-check';
import type { Decimal } from '../../src/base/decimal.ts';
import type { Output } from '../../src/engine/engineState.ts';
import type { StrategyContext } from '../../src/engine/strategy.ts';
import { amountOf, lotsOf, priceOf, ticksOf } from '../../src/model/grid.ts';
import type { Order } from '../../src/model/order.ts';
import { EngineBench } from './engineBench.ts';
import { BTC, orderOf, settingsOf, strategyOf } from './fixtures.ts';

export const SIDES = ['Buy', 'Sell'] as const;

export interface Wanted {
  readonly side: 'Buy' | 'Sell';
  readonly ticks: number;
  readonly lots: number;
}

/** An order of an earlier life. */
export interface Resting extends Wanted {
  readonly id: string;
  /** Whether nothing is filled. If it is false, something is filled and `lots` are left. */
  readonly untouched: boolean;
  /** Set while a replacement or a cancel of it is on its way: it counts, but nothing can be done about it now. */
  readonly busy: 'replacing' | 'canceling' | undefined;
}

export type Action = readonly [type: 'cancel' | 'replace' | 'place', what: string];

/** Mostly one price, so that orders and wants compete for each other. */
const ticks = fc.oneof({ weight: 3, arbitrary: fc.constant(100) }, { weight: 2, arbitrary: fc.integer({ min: 95, max: 105 }) });
/** All sells lie above all buys, unless the sides may meet. */
export const wantedOrders = fc.array(fc.record({ side: fc.constantFrom(...SIDES), ticks, lots: fc.constantFrom(10, 20, 30, 5000) }), {
  maxLength: 6,
});
export const restingOrders = fc
  .array(
    fc.record({
      side: fc.constantFrom(...SIDES),
      ticks,
      lots: fc.constantFrom(4, 5, 10, 12, 20, 30, 4996, 5000),
      untouched: fc.boolean(),
      busy: fc.constantFrom(undefined, 'replacing' as const),
    }),
    { maxLength: 6 },
  )
  .map((orders) => orders.map((order, i): Resting => ({ ...order, id: `i${i}` })));
export const settledOrders = restingOrders.map((orders) => orders.map((order) => ({ ...order, busy: undefined })));

export interface DeskOptions {
  readonly replaces?: boolean;
  readonly answers?: boolean;
  /** Uses the stated prices for both sides. By default, sells are moved above all buys. */
  readonly mayMeet?: boolean;
  /** Wants are given in whole numbers, at most one order per side. */
  readonly isTouch?: boolean;
}

/** A strategy that wants these orders as soon as it sees a book, with orders of an earlier life. */
export function deskBench(
  wanted: readonly Wanted[] | (() => readonly Wanted[]),
  atStart: readonly Resting[],
  options: DeskOptions,
): EngineBench {
  const { replaces = true, answers = false, mayMeet = false, isTouch = false } = options;
  const place = <T extends Wanted>(orders: readonly T[]): T[] => (mayMeet ? [...orders] : apart(orders));
  const wants = (): Wanted[] => place(typeof wanted === 'function' ? wanted() : wanted);
  const onBook = (_book: unknown, ctx: StrategyContext): void => (isTouch ? quoteTouch(ctx, wants()) : quoteRows(ctx, wants()));
  const orders = place(atStart);
  const bench = new EngineBench(settingsOf([strategyOf({ onBook })], { replaces }), {
    answers,
    restored: { orders: orders.map(orderFor) },
  });
  for (const { id, side, ticks, lots } of orders) {
    bench.resting.set(id, { intentId: id, symbol: 'BTC/EUR', side, price: priceOf(BTC.grid, ticks), amount: amountOf(BTC.grid, lots) });
  }
  return bench;
}

export function quoteRows(ctx: StrategyContext, wanted: readonly Wanted[]): void {
  ctx.quote(wanted.map(({ side, ticks, lots }) => ({ side, price: priceOf(BTC.grid, ticks), amount: amountOf(BTC.grid, lots) })));
}

export function quoteTouch(ctx: StrategyContext, wanted: readonly Wanted[]): void {
  const bid = wanted.find(({ side }) => side === 'Buy');
  const ask = wanted.find(({ side }) => side === 'Sell');
  ctx.quoteTicks(bid?.ticks ?? 0, bid?.lots ?? 0, ask?.ticks ?? 0, ask?.lots ?? 0);
}

export function orderFor({ id, side, ticks, lots, untouched, busy }: Resting): Order {
  const filled = untouched ? 0 : 100;
  return orderOf({
    intentId: id,
    orderId: id,
    side,
    price: priceOf(BTC.grid, ticks),
    amount: amountOf(BTC.grid, lots + filled),
    filled: amountOf(BTC.grid, filled),
    canceling: busy === 'canceling',
    replacing: busy === 'replacing' ? `move of ${id}` : undefined,
  });
}

export function look(bench: EngineBench, afterMs = 100): readonly Output[] {
  return bench.touch('0.40', '1.60', afterMs);
}

/** Replacements of an earlier life fail, so the orders stay as they were. */
export function settle(bench: EngineBench, atStart: readonly Resting[]): void {
  for (const { id, busy } of atStart) {
    const order = bench.resting.get(id);
    if (busy !== 'replacing' || order === undefined) continue;
    const { price, amount } = order;
    const ids = { intentId: `move of ${id}`, orderId: id, newOrderId: id };
    bench.report({ type: 'order-replaced', ...ids, price: price!, amount, replacedAt: bench.now });
  }
}

/** The venue executes what takes risk, and leaves cancels for later. */
export function answer(bench: EngineBench, output: Output): readonly Output[] {
  if (output.type === 'place') {
    const { intentId, amount, price } = output;
    return bench.report({ type: 'order-opened', intentId, orderId: `new ${intentId}`, amount, price, adopted: false });
  }
  if (output.type !== 'replace') return [];
  const { intentId, orderId, amount, price } = output;
  return bench.report({ type: 'order-replaced', intentId, orderId, newOrderId: orderId, amount, price, replacedAt: bench.now });
}

/** What is sent on the first book. With answers, everything that follows from it too. */
export function actions(wanted: readonly Wanted[], atStart: readonly Resting[], options: DeskOptions = {}): Action[] {
  return commandsOf(look(deskBench(wanted, atStart, options)));
}

export function commandsOf(outputs: readonly Output[]): Action[] {
  return outputs.flatMap((output): Action[] => {
    if (output.type === 'cancel') return [['cancel', output.orderId]];
    if (output.type !== 'place' && output.type !== 'replace') return [];
    const shape = `${lotsOf(BTC.grid, output.amount, 'exact')} at ${ticksIn(output.price!)}`;
    return [output.type === 'place' ? ['place', `${output.side} ${shape}`] : ['replace', `${output.orderId} to ${shape}`]];
  });
}

/** Moves sells above all buys. */
export function apart<T extends Wanted>(orders: readonly T[]): T[] {
  return orders.map((order) => (order.side === 'Sell' ? { ...order, ticks: order.ticks + 20 } : order));
}

export function wantedOn(side: 'Buy' | 'Sell'): fc.Arbitrary<Wanted> {
  return fc.record({ side: fc.constant(side), ticks, lots: fc.constantFrom(10, 20, 30, 5000) });
}

export function buy(ticks: number, lots: number): Wanted {
  return { side: 'Buy', ticks, lots };
}

export function sell(ticks: number, lots: number): Wanted {
  return { side: 'Sell', ticks, lots };
}

export function resting(side: 'Buy' | 'Sell', ticks: number, lots: number, id = `${side}${ticks}`): Resting {
  return { id, side, ticks, lots, untouched: true, busy: undefined };
}

export function ticksIn(price: Decimal): number {
  return ticksOf(BTC.grid, price, 'exact');
}

export function count(orders: readonly { readonly side: string }[], side: string): number {
  return orders.filter((order) => order.side === side).length;
}
