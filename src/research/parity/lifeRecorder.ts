import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Side } from '../../model/grid.ts';
import type { OrderSpan, ParityDecision, ParityFill, ParityLife } from './parityLife.ts';

export interface RecordedOrder {
  readonly strategy: string;
  readonly symbol: string;
  readonly side: Side;
  readonly price: Decimal | undefined;
}

/**
 * Puts together what a run did from reports in order of time, and keeps what lies after `from`. The caller chooses the keys of
 * orders.
 */
export class LifeRecorder {
  readonly #from: Instant;
  readonly #decisions: ParityDecision[] = [];
  readonly #fills: ParityFill[] = [];
  readonly #ended: OrderSpan[] = [];
  readonly #open = new Map<string, OrderSpan>();

  constructor(from: Instant = -Infinity) {
    this.#from = from;
  }

  place(at: Instant, key: string, order: RecordedOrder): void {
    this.#decide(at, 'place', order, whatOf(order));
    this.#begin(at, key, order);
  }

  /** Returns the order before the change. */
  replace(at: Instant, key: string, order: RecordedOrder): RecordedOrder | undefined {
    this.#decide(at, 'replace', order, whatOf(order));
    const before = this.#open.get(key);
    this.end(at, key);
    this.#begin(at, key, order);
    return before;
  }

  /** The replacement failed, so the order rests as before. An order that is gone stays gone. */
  restore(at: Instant, key: string, before: RecordedOrder): void {
    if (!this.#open.has(key)) return;
    this.end(at, key);
    this.#begin(at, key, before);
  }

  cancel(at: Instant, key: string, about: Pick<RecordedOrder, 'strategy' | 'symbol'>): void {
    const span = this.#open.get(key);
    this.#decide(at, 'cancel', about, span === undefined ? '' : whatOf(span));
  }

  /** The order is gone, or never existed. */
  end(at: Instant, key: string): void {
    const span = this.#open.get(key);
    if (span === undefined) return;
    span.to = at;
    this.#open.delete(key);
    if (at >= this.#from) this.#ended.push(span);
  }

  /** From here on the order has another key. */
  rename(key: string, newKey: string): void {
    const span = this.#open.get(key);
    if (span === undefined) return;
    this.#open.delete(key);
    this.#open.set(newKey, span);
  }

  fill(fill: ParityFill): void {
    if (fill.at >= this.#from) this.#fills.push(fill);
  }

  /** Decisions and fills within the period, and orders that reach into it. */
  life(from: Instant, to: Instant): ParityLife {
    const within = ({ at }: { readonly at: Instant }): boolean => at >= from && at <= to;
    return {
      decisions: this.#decisions.filter(within),
      fills: this.#fills.filter(within).toSorted((a, b) => a.at - b.at),
      orders: [...this.#ended, ...this.#open.values()].filter((span) => span.to >= from && span.from <= to).sort((a, b) => a.from - b.from),
    };
  }

  #decide(at: Instant, kind: ParityDecision['kind'], { strategy, symbol }: Pick<RecordedOrder, 'strategy' | 'symbol'>, what: string): void {
    if (at >= this.#from) this.#decisions.push({ at, strategy, symbol, kind, what });
  }

  #begin(at: Instant, key: string, { strategy, symbol, side, price }: RecordedOrder): void {
    this.#open.set(key, { strategy, symbol, side, price, from: at, to: Infinity });
  }
}

function whatOf({ side, price }: Pick<RecordedOrder, 'side' | 'price'>): string {
  return `${side} ${price?.toFixed() ?? 'market'}`;
}
