import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';

/**
 * A change of an instance's position that none of its own executions made: what the wallet held before (`opening`), or what a person has
 * corrected (`correction`). It counts like a trade at its price without a fee, and moves nothing in the wallet.
 */
export interface PositionEntry {
  readonly id: string;
  readonly cause: 'opening' | 'correction';
  readonly strategy: string;
  readonly symbol: string;
  /** In base currency; below zero for what the position loses. */
  readonly amount: Decimal;
  /** What one unit of it has cost or brought, in quote currency. */
  readonly price: Decimal;
  readonly at: Instant;
  /** What a person said about it. */
  readonly note: string | undefined;
}
