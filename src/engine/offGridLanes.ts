import type { Decimal } from '../base/decimal.ts';
import { ZERO } from '../base/decimal.ts';
import { orderLane } from '../model/command.ts';
import { bigLotsOf, bigTicksOf, wholeLotsOf, wholeTicksOf } from '../model/grid.ts';
import type { Engine } from './engine.ts';
import type { EngineOrder } from './market.ts';
import { BUY } from '../model/side.ts';

const SPOT = orderLane('');

/**
 * Lanes that are frozen by the gateway's report, or because the venue has sent a value off its grid for an order. A lane opens
 * when no reason is left. A closed order is no longer a reason.
 */
export class OffGridLanes {
  readonly #engine: Engine;
  /** By lane, why the gateway has frozen it. */
  readonly #reported = new Map<string, string>();
  readonly #offGrid = new Map<EngineOrder, string>();
  /** Executed parts of an order that do not make a whole lot yet. */
  readonly #parts = new Map<EngineOrder, Decimal>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Takes the gateway's report on a lane. Without a reason, the gateway does not freeze it. */
  report(lane: string, reason: string | undefined): void {
    if (reason === undefined) this.#reported.delete(lane);
    else this.#reported.set(lane, reason);
    this.#settle(lane);
  }

  /** The ticks of a price. A price off the grid freezes the lane, and counts as the next price that is worse for us. */
  ticks(order: EngineOrder, price: Decimal | undefined): number {
    if (price === undefined) return 0;
    const { grid } = order.market.pair;
    const whole = wholeTicksOf(grid, price);
    if (whole !== undefined) return whole;
    this.#shut(order, 'a price', price);
    return safe(bigTicksOf(grid, price, order.side === BUY ? 'up' : 'down'));
  }

  /** The lots of an amount. An amount off the grid freezes the lane, and counts as the next larger one. */
  lots(order: EngineOrder, amount: Decimal): number {
    const { grid } = order.market.pair;
    const whole = wholeLotsOf(grid, amount);
    if (whole !== undefined) return whole;
    this.#shut(order, 'an amount', amount);
    return safe(bigLotsOf(grid, amount, 'up'));
  }

  /** How many lots an execution has filled. Parts of a lot count once they make a whole one. */
  filledLots(order: EngineOrder, amount: Decimal): number {
    const { grid } = order.market.pair;
    const parts = this.#parts.get(order) ?? ZERO;
    const whole = parts.isZero() ? wholeLotsOf(grid, amount) : undefined;
    if (whole !== undefined) return whole;
    if (wholeLotsOf(grid, amount) === undefined) this.#shut(order, 'an amount', amount);
    const all = parts.plus(amount);
    const lots = safe(bigLotsOf(grid, all, 'down'));
    this.#parts.set(order, all.minus(grid.lot.times(lots)));
    return lots;
  }

  /** Checks the price of an execution, which is booked in decimals when it is off the grid. */
  watchPrice(order: EngineOrder, price: Decimal): void {
    if (wholeTicksOf(order.market.pair.grid, price) === undefined) this.#shut(order, 'a price', price);
  }

  /** Called after news of an order: a closed one freezes nothing. */
  release(order: EngineOrder): void {
    if (this.#parts.size > 0 && !order.isLive) this.#parts.delete(order);
    if (this.#offGrid.size > 0 && !order.isLive && this.#offGrid.delete(order)) this.#settle(orderLane(order.market.symbol));
  }

  #shut(order: EngineOrder, what: string, value: Decimal): void {
    const { symbol } = order.market;
    if (!order.isLive) return;
    const goesOn = `the lane opens when it is over: \`sluice orders cancel ${order.orderId ?? 'ID'} --yes\``;
    this.#offGrid.set(order, `the venue sent ${what} of ${value} for an order of ${symbol}, which is off its grid; ${goesOn}`);
    this.#settle(orderLane(symbol));
  }

  #settle(lane: string): void {
    const symbol = lane.startsWith(SPOT) ? lane.slice(SPOT.length) : undefined;
    let reason = this.#reported.get(lane);
    for (const [order, why] of this.#offGrid) if (order.market.symbol === symbol) reason ??= why;
    this.#engine.freeze(lane, symbol === undefined ? undefined : this.#engine.state.markets.get(symbol), reason);
  }
}

/** A value beyond all grids counts as the largest safe number. */
function safe(steps: bigint): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(steps > most ? most : steps < -most ? -most : steps);
}
