import { messageOf } from '../base/fault.ts';

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
