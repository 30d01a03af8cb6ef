import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Conversion } from './conversion.ts';
import type { Fill } from './fill.ts';
import type { Side } from './grid.ts';
import type { Intent, IntentState } from './intent.ts';
import type { OrderEnd, OrderType } from './order.ts';

/** An intent as it is journalled: everything that is known before the first byte leaves. */
export type NewIntent = Omit<Intent, 'state' | 'gaveUpAt' | 'resolvedAt' | 'venueId' | 'evidence'>;

/** An order of the venue that is bound to an intent of ours. */
export interface BoundOrder {
  readonly orderId: string;
  readonly intentId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: Decimal | undefined;
  readonly amount: Decimal;
  readonly openedAt: Instant;
  readonly closedAt: Instant | undefined;
  readonly end: OrderEnd | undefined;
  readonly tag: string | undefined;
}

/**
 * The write-ahead journal as a port. Every method's promise resolves after the change is on disk (WAL, `synchronous=FULL`);
 * when it rejects, nothing has changed and nothing may be sent.
 */
export interface Journal {
  /**
   * Commits the intent in `sending`. Rejects with `lane-frozen` when the lane has an unresolved intent (cancels excepted),
   * with
   * `refused` when the decision was journalled before, with `store` when the disk refuses.
   */
  begin(intent: NewIntent): Promise<void>;
  /** Moves an intent on. Binding an order is one transaction with it. States only move forward: see `IntentState`. */
  settle(id: string, outcome: IntentOutcome): Promise<void>;
  /** Intents in `sending`, `unknown` or `quarantined`, oldest first. */
  unresolved(): Promise<readonly Intent[]>;
  get(id: string): Promise<Intent | undefined>;
  /** Newest first. */
  list(limit: number): Promise<readonly Intent[]>;
  /** Bound orders that are not known to be closed. */
  openOrders(): Promise<readonly BoundOrder[]>;
  order(orderId: string): Promise<BoundOrder | undefined>;
  closeOrder(orderId: string, end: OrderEnd, at: Instant): Promise<void>;
}

export interface IntentOutcome {
  readonly state: Exclude<IntentState, 'sending'>;
  readonly at: Instant;
  readonly evidence?: string | undefined;
  /** The order that is bound by `acknowledged` or `adopted`; for a conversion its id alone. */
  readonly venueId?: string | undefined;
  readonly order?: BoundOrder | undefined;
  /** The order that a replacement has ended (the same id where the venue keeps it). */
  readonly replaced?: string | undefined;
}

/** The touch when a fill was seen, for questions that come later. `levels`: best first, `[price, amount]` as text. */
export interface BookContext {
  readonly exchangeAt: Instant;
  readonly receivedAt: Instant;
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

export interface FillFilter {
  readonly symbol?: string | undefined;
  readonly strategy?: string | undefined;
  readonly orderId?: string | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  readonly limit?: number | undefined;
}

/** The local log of executions as a port: each once, exact digits. */
export interface FillLog {
  /** True when it was new. One transaction for all of a poll: all are written or none, with the watermark. */
  record(fills: readonly LoggedFill[], watermark?: Watermark): Promise<readonly boolean[]>;
  /** Newest first. */
  fills(filter: FillFilter): Promise<readonly LoggedFill[]>;
  /** Every fill, oldest first, page by page: the log may be longer than one reading may be. */
  history(): AsyncIterable<readonly Fill[]>;
  recordConversion(conversion: Conversion): Promise<boolean>;
  /** Newest first. */
  conversions(limit: number): Promise<readonly Conversion[]>;
  watermark(symbol: string): Promise<Instant | undefined>;
}

export interface LoggedFill {
  readonly fill: Fill;
  readonly book: BookContext | undefined;
}

/** All executions of the symbol up to `at` are in the log. It lags behind the newest by the venue's visibility delay. */
export interface Watermark {
  readonly symbol: string;
  readonly at: Instant;
}

/** Small texts by key: what a strategy wants to find again, and settings that were found out. */
export interface StateStore {
  load(scope: string): Promise<Readonly<Record<string, string>>>;
  save(scope: string, key: string, value: string): Promise<void>;
}
