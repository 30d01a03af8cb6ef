import { type Instant, isoOf } from '../base/instant.ts';
import type { Resolution, Unresolved } from '../gateway/resolver.ts';

/** An outcome that nobody knows, and what it waits for. */
export type UnresolvedStatus = Omit<Unresolved, 'since' | 'look'> & { readonly since: string };

/** What the resolver waits for. */
export interface ResolverStatus extends Omit<Resolution, 'unresolved' | 'listsReadAt' | 'clocks'> {
  /** How long ago own orders and trades were read completely. Undefined before the first time. */
  readonly listsAgeMs?: number | undefined;
  /** From this age on they are older than they should be. */
  readonly listsOldAfterMs: number;
  readonly unresolved: readonly UnresolvedStatus[];
}

/** What the resolver waits for at a time. Undefined where there is none, as in paper mode. */
export function resolverStatus(resolution: Resolution | undefined, now: Instant, listsOldAfterMs: number): ResolverStatus | undefined {
  if (resolution === undefined) return undefined;
  const { listsReadAt, clocks: _clocks, ...rest } = resolution;
  return {
    ...rest,
    listsAgeMs: listsReadAt && now - listsReadAt,
    listsOldAfterMs,
    unresolved: resolution.unresolved.map(unresolvedStatus),
  };
}

export function unresolvedStatus({ look: _look, ...one }: Unresolved): UnresolvedStatus {
  return { ...one, since: isoOf(one.since) };
}
