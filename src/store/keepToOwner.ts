import { chmodSync, closeSync, openSync } from 'node:fs';
import { storeFault } from './storeFault.ts';

/** Before sqlite makes its files beside it, which take over who may read it. */
export function keepToOwner(path: string, what = 'the database'): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  } catch (error) {
    throw storeFault(`${what} ${path} could not be opened`, error);
  }
}
