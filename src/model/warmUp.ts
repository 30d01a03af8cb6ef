import type { Instant } from '../base/instant.ts';

/**
 * What the market did before the strategies start, so that their signals are stable from the beginning. Nothing is traded or told
 * meanwhile: only signals take it.
 */
export interface WarmUp {
  readonly type: 'warm-up';
  readonly symbol: string;
  /** By the names of the instances that are warmed up: from when on each takes it. */
  readonly since: Readonly<Record<string, Instant>>;
  /** The touches of good books, oldest first, of each five numbers: when it was received, ticks and lots of the bid, and of the ask. */
  readonly looks: readonly number[];
}

/** How long before the start the strategies of a symbol want to be warmed up, by their names. */
export interface WarmUpNeed {
  readonly symbol: string;
  readonly byStrategy: Readonly<Record<string, number>>;
}
