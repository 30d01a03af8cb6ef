import { isFault, messageOf } from '../base/fault.ts';

/**
 * The server that keeps the store can't take it now: it is gone, slow, full or takes nothing but readings. Nothing of what was asked for is
 * done. Whoever asked does it once more, when the server is back.
 */
export class StoreAway extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.name = 'StoreAway';
  }
}

/** Whether a store could not be opened because its server is away. */
export function isStoreAway(error: unknown): boolean {
  return isFault(error, 'store') && error.cause instanceof StoreAway;
}
