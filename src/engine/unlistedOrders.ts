import type { Instant } from '../base/instant.ts';
import type { Report } from '../model/event.ts';
import { advanceOrder, isLive, type Order, type OrderNews } from '../model/order.ts';
import { isTradedBy } from '../model/tradedMarkets.ts';
import type { EngineState } from './engineState.ts';
import { CANCEL_LOST_MS, cancelAgainMs } from './cancelPace.ts';
import { isCanceledBy } from './isCanceledBy.ts';
import type { StrategySettings } from './strategySettings.ts';

interface Unlisted {
  order: Order;
  cancelFrom: Instant;
  /** How many cancels in a row have failed. */
  cancelsFailed: number;
  /** A person has asked for its cancel. */
  isAsked: boolean;
  /** It is canceled until it is over. */
  isOwed: boolean;
  /** Its strategy is not configured for its pair any more, and its orders are to be canceled. */
  isLeftBehind: boolean;
}

/**
 * Orders of earlier lives of which the venue does not list the pair any more, or with rules that can't be used. Nothing is decided about them, and they
 * may be executed all the same: so they are shown, and canceled whenever all others are.
 */
export class UnlistedOrders {
  readonly #state: EngineState;
  readonly #cancel: (strategy: string, symbol: string, orderId: string) => void;
  readonly #orders = new Map<string, Unlisted>();
  /** Orders under this name stay when a life ends. */
  #spared: string | undefined;

  constructor(state: EngineState, cancel: (strategy: string, symbol: string, orderId: string) => void) {
    this.#state = state;
    this.#cancel = cancel;
  }

  get all(): readonly Order[] {
    return [...this.#orders.values()].map(({ order }) => order);
  }

  add(order: Order): void {
    const { intentId, orderId, strategy, symbol } = order;
    if (this.#orders.has(intentId)) return;
    const unlisted = {
      order,
      cancelFrom: -Infinity,
      cancelsFailed: 0,
      isAsked: order.canceling,
      isOwed: order.canceling,
      isLeftBehind: false,
    };
    this.#orders.set(intentId, unlisted);
    const advice = orderId === undefined ? '' : `; \`sluice orders cancel ${orderId}\` cancels it`;
    const message = `order ${orderId ?? `of ${intentId}`} of ${symbol} may be open, and the pair can't be traded here: it is left as it is until its strategy is removed, trading is stopped or the daemon ends${advice}`;
    this.#state.sink.notice({ type: 'log', strategy, level: 'warn', message });
    if (unlisted.isOwed) this.#cancelOne(unlisted);
  }

  heard(report: Report): void {
    for (const [intentId, unlisted] of this.#orders) {
      const news = newsOf(report, unlisted.order);
      if (news === undefined) continue;
      unlisted.order = advanceOrder(unlisted.order, { ...news, updatedAt: this.#state.now });
      if (report.type === 'cancel-failed') unlisted.cancelFrom = this.#state.now + cancelAgainMs(++unlisted.cancelsFailed);
      if (!isLive(unlisted.order)) this.#orders.delete(intentId);
      // A cancel of before was of the order as it was, or of one that could not be canceled yet.
      else if (report.type === 'order-replaced' || report.type === 'order-opened') {
        unlisted.cancelFrom = -Infinity;
        unlisted.cancelsFailed = 0;
        unlisted.isOwed ||= unlisted.isAsked;
        if (unlisted.isOwed) this.#cancelOne(unlisted);
      }
    }
  }

  /** Other strategies are configured from now on. */
  reconfigured(before: readonly StrategySettings[], after: readonly StrategySettings[], onStop: 'cancel' | 'keep'): void {
    for (const unlisted of this.#orders.values()) {
      if (isTradedBy(after, unlisted.order)) unlisted.isLeftBehind = false;
      else if (isTradedBy(before, unlisted.order)) unlisted.isLeftBehind = onStop === 'cancel';
    }
    this.cancelStopped();
  }

  /** These orders are of strategies that are not configured for their pairs any more, and are to be canceled. */
  leaveBehind(orders: readonly Order[]): void {
    for (const { intentId } of orders) {
      const unlisted = this.#orders.get(intentId);
      if (unlisted !== undefined) unlisted.isLeftBehind = true;
    }
    this.cancelStopped();
  }

  /** Cancels what a stop, the end of its strategy or an earlier wish cancels, and repeats what came to nothing. With each heartbeat, and whenever a stop may have come. */
  cancelStopped(): void {
    for (const unlisted of this.#orders.values())
      if (unlisted.isLeftBehind || unlisted.isOwed || isCanceledBy(this.#state.stops.all, unlisted.order, this.#spared))
        this.#cancelOne(unlisted);
  }

  /** Cancels all, or those of a symbol. */
  cancelAll(symbol: string | undefined): void {
    for (const unlisted of this.#orders.values()) {
      if (symbol !== undefined && unlisted.order.symbol !== symbol) continue;
      unlisted.isAsked = true;
      this.#cancelOne(unlisted);
    }
  }

  /** Cancels those of these intents until they are over. True while there is one. */
  cancelOf(intentIds: readonly string[]): boolean {
    let isAny = false;
    for (const [intentId, unlisted] of this.#orders) {
      if (!intentIds.includes(intentId)) continue;
      isAny = true;
      unlisted.isOwed = true;
      this.#cancelOne(unlisted);
    }
    return isAny;
  }

  /** A person cancels an order by its id. */
  asked(orderId: string): void {
    for (const unlisted of this.#orders.values()) if (unlisted.order.orderId === orderId) unlisted.isAsked = true;
  }

  shutdown(spared: string | undefined): void {
    this.#spared = spared;
    this.cancelStopped();
  }

  #cancelOne(unlisted: Unlisted): void {
    const { strategy, symbol, orderId, state } = unlisted.order;
    const { now } = this.#state;
    if (orderId === undefined || state !== 'open' || now < unlisted.cancelFrom) return;
    unlisted.cancelFrom = now + CANCEL_LOST_MS;
    unlisted.order = advanceOrder(unlisted.order, { canceling: true, updatedAt: now });
    this.#cancel(strategy, symbol, orderId);
  }
}

/** What a report says of an order; undefined when nothing. */
function newsOf(report: Report, { intentId, orderId, filled }: Order): OrderNews | undefined {
  switch (report.type) {
    case 'order-opened':
      return report.intentId === intentId
        ? { state: 'open', orderId: report.orderId, price: report.price, amount: report.amount }
        : undefined;
    case 'order-replaced':
      // It was the replacement of another order, of which nobody knew the outcome.
      if (report.intentId === intentId) return { state: 'closed', closedBy: 'canceled' };
      if (report.orderId !== orderId) return undefined;
      return { state: 'open', orderId: report.newOrderId, price: report.price, amount: filled.plus(report.amount), canceling: false };
    case 'intent-refused':
    case 'intent-not-sent':
    case 'intent-not-placed':
      return report.intentId === intentId ? { state: 'closed', closedBy: 'not-placed' } : undefined;
    case 'cancel-failed':
      return report.orderId === orderId ? { canceling: false } : undefined;
    case 'order-closed':
      return report.orderId === orderId ? { state: 'closed', closedBy: report.end } : undefined;
    case 'fill':
      return report.fill.orderId === orderId ? { filled: filled.plus(report.fill.amount) } : undefined;
    default:
      return undefined;
  }
}
