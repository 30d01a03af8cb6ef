import type { Decimal } from '../../src/base/decimal.ts';
import type { Instant } from '../../src/base/instant.ts';
import { EventDoor } from '../../src/engine/eventDoor.ts';
import type { EngineSettings, Output } from '../../src/engine/engineState.ts';
import type { StrategySnapshot } from '../../src/engine/snapshot.ts';
import type { Book } from '../../src/model/book.ts';
import type { Command } from '../../src/model/command.ts';
import type { Event, EventBody, OperatorOrder, Report, Restored } from '../../src/model/event.ts';
import type { Fill } from '../../src/model/fill.ts';
import type { Side } from '../../src/model/grid.ts';
import type { Notice } from '../../src/model/notice.ts';
import type { Pair } from '../../src/model/pair.ts';
import { fillOf, NOON, PAIRS, touch } from './fixtures.ts';

type OutputOf<T extends Output['type']> = Extract<Output, { type: T }>;

export interface BenchOptions {
  /** With false, the test itself answers commands. */
  readonly answers?: boolean;
  readonly replaceId?: 'keep' | 'new';
  readonly restored?: Partial<Restored>;
  /** What is told before that. */
  readonly before?: readonly Report[];
  readonly at?: Instant;
  readonly pairs?: readonly Pair[];
  /** How many orders the venue has had. */
  readonly orders?: number;
}

interface RestingOrder {
  readonly intentId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly price: Decimal | undefined;
  readonly amount: Decimal;
}

/**
 * An engine on the bench, with a venue of a few lines behind it. The venue accepts everything at once, and the test fills orders.
 * All events and outputs are kept.
 */
export class EngineBench {
  readonly engine: EventDoor;
  readonly settings: EngineSettings;
  readonly events: Event[] = [];
  readonly outputs: Output[] = [];
  /** The outputs of each event, separately. */
  readonly byEvent: (readonly Output[])[] = [];
  /** The orders that rest at the venue, by order id. */
  readonly resting = new Map<string, RestingOrder>();
  now: Instant;
  readonly #options: BenchOptions;
  #lastOrder = 0;

  constructor(settings: EngineSettings, options: BenchOptions = {}) {
    this.settings = settings;
    this.engine = new EventDoor(settings);
    this.#options = options;
    this.now = options.at ?? NOON;
    this.#lastOrder = options.orders ?? 0;
    this.send({ type: 'pairs', pairs: options.pairs ?? PAIRS });
    for (const report of options.before ?? []) this.report(report);
    this.send({ type: 'restored', fills: [], conversions: [], orders: [], states: {}, ...options.restored });
  }

  /** Sends one event after some time. Returns the outputs, including what follows from the venue's answers. */
  send(body: EventBody, afterMs = 0): readonly Output[] {
    this.now += afterMs;
    const from = this.outputs.length;
    const event: Event = { ...body, sequence: this.events.length, at: this.now };
    this.events.push(event);
    const outputs = this.engine.process(event);
    this.outputs.push(...outputs);
    this.byEvent.push(outputs);
    if (this.#options.answers !== false) for (const output of outputs) this.#answer(output);
    return this.outputs.slice(from);
  }

  report(report: Report, afterMs = 0): readonly Output[] {
    return this.send({ type: 'report', report }, afterMs);
  }

  operator(order: OperatorOrder, afterMs = 0): readonly Output[] {
    return this.send({ type: 'operator', order }, afterMs);
  }

  timer(afterMs = 1000): readonly Output[] {
    return this.send({ type: 'timer' }, afterMs);
  }

  book(book: Book): readonly Output[] {
    return this.send({ type: 'book', book });
  }

  /** A fresh book with this touch. */
  touch(bid: string, ask: string, afterMs = 0, symbol = 'BTC/EUR'): readonly Output[] {
    this.now += afterMs;
    return this.book(touch(bid, ask, this.now, symbol));
  }

  /** Executes a resting order, by default all that is left of it. */
  fill(orderId: string, amount?: Decimal, given: Partial<Fill> = {}): readonly Output[] {
    const order = this.resting.get(orderId)!;
    const traded = amount ?? order.amount;
    const left = order.amount.minus(traded);
    if (left.isZero()) this.resting.delete(orderId);
    else this.resting.set(orderId, { ...order, amount: left });
    const { symbol, side, price } = order;
    const at = { tradedAt: this.now, receivedAt: this.now };
    const fill = fillOf({ orderId, symbol, side, amount: traded, ...(price === undefined ? {} : { price }), ...at, ...given });
    const outputs = this.report({ type: 'fill', fill });
    return left.isZero() ? [...outputs, ...this.report({ type: 'order-closed', orderId, end: 'filled', filled: traded })] : outputs;
  }

  commands<T extends Command['type']>(type: T): OutputOf<T>[] {
    return this.outputs.filter((output): output is OutputOf<T> => output.type === type);
  }

  notices<T extends Notice['type']>(type: T): OutputOf<T>[] {
    return this.outputs.filter((output): output is OutputOf<T> => output.type === type);
  }

  /** The resting orders as `Buy 0.1 at 60000`: best buy first, then best sell first. */
  ladder(symbol = 'BTC/EUR'): string[] {
    const orders = [...this.resting.values()].filter((order) => order.symbol === symbol);
    const buys = orders.filter(({ side }) => side === 'Buy').sort((a, b) => b.price!.cmp(a.price!));
    const sells = orders.filter(({ side }) => side === 'Sell').sort((a, b) => a.price!.cmp(b.price!));
    return [...buys, ...sells].map(({ side, amount, price }) => `${side} ${amount} at ${price}`);
  }

  strategy(name = 's'): StrategySnapshot {
    return this.engine.snapshot().strategies.find((strategy) => strategy.name === name)!;
  }

  #answer(output: Output): void {
    switch (output.type) {
      case 'place': {
        const { intentId, symbol, side, price, amount } = output;
        const orderId = this.#newOrder();
        this.resting.set(orderId, { intentId, symbol, side, price, amount });
        this.report({ type: 'order-opened', intentId, orderId, amount, price, adopted: false });
        return;
      }
      case 'replace': {
        const { intentId, orderId, symbol, side, price, amount } = output;
        if (!this.resting.delete(orderId)) {
          this.report({ type: 'intent-refused', intentId, kind: 'replace', code: 'order-not-found', message: 'it is not open' });
          return;
        }
        const newOrderId = this.#options.replaceId === 'new' ? this.#newOrder() : orderId;
        this.resting.set(newOrderId, { intentId, symbol, side, price, amount });
        this.report({ type: 'order-replaced', intentId, orderId, newOrderId, price, amount, replacedAt: this.now });
        return;
      }
      case 'cancel': {
        const { orderId } = output;
        const order = this.resting.get(orderId);
        if (order === undefined) {
          this.report({ type: 'cancel-failed', orderId, reason: 'it is not open' });
          return;
        }
        this.resting.delete(orderId);
        this.report({ type: 'cancel-accepted', orderId });
        this.report({ type: 'order-closed', orderId, end: 'canceled', filled: order.amount });
        return;
      }
      default:
    }
  }

  #newOrder(): string {
    this.#lastOrder++;
    return `order-${this.#lastOrder}`;
  }
}

/** Outputs as text, for comparisons. */
export function textOf(outputs: readonly Output[]): string[] {
  return outputs.map((output) => JSON.stringify(output));
}
