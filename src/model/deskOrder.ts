import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Side } from './grid.ts';

/** The kinds of orders that the venue does not have and the desk keeps. */
export type DeskOrderKind =
  | 'limit'
  | 'market'
  | 'ioc'
  | 'post-only'
  | 'stop'
  | 'trailing-stop'
  | 'take-profit'
  | 'bracket'
  | 'one-of'
  | WorkedKind;

/** The kinds that are worked: placed in parts, one after the other. */
export type WorkedKind = 'twap' | 'pov' | 'iceberg' | 'peg';

/** How an order is worked. */
export type WorkedTerms =
  /** In equal parts over a time, in milliseconds. */
  | { readonly kind: 'twap'; readonly over: number; readonly limit?: Decimal }
  /** As a share of what the market trades. */
  | { readonly kind: 'pov'; readonly share: Decimal; readonly limit?: Decimal }
  /** So much at a time, at a price. */
  | { readonly kind: 'iceberg'; readonly show: Decimal; readonly price: Decimal }
  /** So many ticks behind the best price of its own side. */
  | { readonly kind: 'peg'; readonly offsetTicks: number; readonly limit: Decimal };

/**
 * The life of a desk order. `active`: it waits, for a price, for its entry or for its turn. `triggered`: its price has come, and what it
 * places is not sent yet. `working`: it has orders at the venue, or is worked and has begun. `done`: nothing more happens, for the
 * reason in `end`.
 */
export type DeskOrderState = 'active' | 'triggered' | 'working' | 'done';

/** Why a desk order is done. `nothing-left`: there was no position to close any more, or less than the least order. */
export type DeskOrderEnd = 'filled' | 'canceled' | 'expired' | 'refused' | 'nothing-left';

/** An order that the desk keeps, as everybody outside of the engine sees it. */
export interface DeskOrder {
  readonly id: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly kind: DeskOrderKind;
  /** The side of its first order: the entry of a bracket, otherwise what it places when its price has come. */
  readonly side: Side;
  /** Undefined when it closes the position, whatever that is by then. */
  readonly amount: Decimal | undefined;
  /** What its entry has filled, or for one without an entry, what its exits have closed. */
  readonly filled: Decimal;
  /** What the exits of a bracket have closed. */
  readonly closed: Decimal;
  readonly state: DeskOrderState;
  readonly end: DeskOrderEnd | undefined;
  /** In words: what it waits for, or why it is done. */
  readonly waitsFor: string;
  /** Where it is watched for a price: the stop that is nearest. */
  readonly stop: Decimal | undefined;
  readonly until: Instant | undefined;
  readonly tag: string | undefined;
  readonly placedAt: Instant;
  /** How far one is that is worked. Undefined for all other kinds. */
  readonly worked: WorkedProgress | undefined;
}

/** How far a worked order is, and what its executions cost against the book at its arrival. Prices are without fees. */
export interface WorkedProgress {
  /** What it was asked for. */
  readonly terms: WorkedTerms;
  /** How many parts it has sent. */
  readonly parts: number;
  /** Undefined before the first execution. */
  readonly averagePrice: Decimal | undefined;
  /** The mid of the first good book since it was placed. */
  readonly arrivalMid: Decimal | undefined;
  /** The average price at which that book would have taken all of it at once. Undefined where the polled levels did not hold it all. */
  readonly atOncePrice: Decimal | undefined;
}
