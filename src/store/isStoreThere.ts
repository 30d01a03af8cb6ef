import { existsSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { isFault } from '../base/fault.ts';
import { readDatabase } from './readDatabase.ts';
import type { StorePlace } from './storePlace.ts';

/** Whether anybody has made a database there. Rejects with `store` where its server can't be asked. */
export async function isStoreThere({ path, server }: StorePlace, clock: Clock): Promise<boolean> {
  if (server === undefined) return existsSync(path);
  try {
    await (await readDatabase({ path, server, clock })).close();
    return true;
  } catch (error) {
    if (isFault(error, 'not-found')) return false;
    throw error;
  }
}
