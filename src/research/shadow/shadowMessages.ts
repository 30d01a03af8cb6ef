import type { Instant } from '../../base/instant.ts';
import type { MarketWarning } from '../../model/event.ts';
import type { ShadowBlock, ShadowComparison } from './compareBlocks.ts';
import type { Contender } from './shadowContest.ts';

/** A book goes as `bookMessage`. Rows of statistics are packed. */
export type ShadowNews =
  | Float64Array
  | { readonly type: 'statistics'; readonly at: Instant; readonly market: number; readonly row: unknown }
  | { readonly type: 'warning'; readonly at: Instant; readonly market: number; readonly warning: MarketWarning }
  | { readonly type: 'timer'; readonly at: Instant };

export type ShadowReply =
  | { readonly type: 'ready'; readonly comparison: ShadowComparison }
  | { readonly type: 'state'; readonly state: ShadowState }
  | { readonly type: 'block'; readonly block: ShadowBlock; readonly comparison: ShadowComparison }
  | { readonly type: 'failed'; readonly message: string };

/** What the two have come to since the thread began. */
export interface ShadowState {
  readonly at: Instant;
  readonly profit: Readonly<Record<Contender, number>>;
  readonly fills: Readonly<Record<Contender, number>>;
  readonly stopped: Readonly<Record<Contender, string | undefined>>;
  readonly limited: Readonly<Record<Contender, string | undefined>>;
}
