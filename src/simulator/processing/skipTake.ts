import type { Instant } from '../../base/instant.ts';

/** How many items are taken by default; the specification names no default. */
const DEFAULT_TAKE = 100;

export function skipTake<T>(items: readonly T[], skip = 0, take = DEFAULT_TAKE): T[] {
  return items.slice(skip, skip + take);
}

export interface IntentFilter {
  readonly id: string | undefined;
  readonly customOrderId: string | undefined;
  readonly accountId: string | undefined;
  readonly createdDateFrom: Instant | undefined;
  readonly createdDateTo: Instant | undefined;
}

interface Filtered {
  readonly id: string;
  readonly createdOn: Instant;
  readonly customOrderId: string | undefined;
  readonly accountId: string | undefined;
}

/** All given conditions must hold (001 Endpoints, search). */
export function passes(filter: IntentFilter, item: Filtered): boolean {
  return (
    (filter.id === undefined || filter.id.toLowerCase() === item.id) &&
    (filter.customOrderId === undefined || filter.customOrderId === item.customOrderId) &&
    (filter.accountId === undefined || filter.accountId === item.accountId) &&
    (filter.createdDateFrom === undefined || item.createdOn >= filter.createdDateFrom) &&
    (filter.createdDateTo === undefined || item.createdOn <= filter.createdDateTo)
  );
}
