import { isFault } from '../base/fault.ts';
import { openStore, type Store } from './store.ts';
import type { StoreOptions } from './storeOptions.ts';

/** Opens a store to read it, whoever owns it. Undefined where nobody has made it yet. */
export async function openToLook(options: Pick<StoreOptions, 'path' | 'server' | 'clock'>): Promise<Store | undefined> {
  try {
    return await openStore({ ...options, access: 'read' });
  } catch (error) {
    if (isFault(error, 'not-found')) return undefined;
    throw error;
  }
}
